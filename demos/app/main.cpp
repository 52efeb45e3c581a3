#include "demos/app/program.h"

int main(int argc, char** argv) { return ricochet::app::runProgram(argc, argv); }
