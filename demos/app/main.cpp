#include "demos/app/program.h"
#include "demos/window/view.h"

int main(int argc, char** argv) {
    ricochet::app::Program program = ricochet::app::ricochetProgram();
    program.subcommands.push_back(ricochet::window::addView);
    return ricochet::app::runProgram(program, argc, argv);
}
