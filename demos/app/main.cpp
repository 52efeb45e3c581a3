#include "demos/app/program.h"

int main(int argc, char** argv) {
    return ricochet::app::runProgram(ricochet::app::ricochetProgram(), argc, argv);
}
