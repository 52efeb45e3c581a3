#include "demos/lab/program.h"

int main(int argc, char** argv) { return ricochet::app::runProgram(ricochet::lab::labProgram(), argc, argv); }
