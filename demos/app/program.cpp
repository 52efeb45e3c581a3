#include "demos/app/program.h"

#include "demos/app/commands.h"

namespace ricochet::app {

const Program& ricochetProgram() {
    static const Program program = {
        "ricochet",
        "Exact collision of triangle meshes in Bullet: scenes, comparisons, queries.",
        {addList, addRun, addDrop, addCompare, addQuery, addCheck, addMkTree, addPredict, addPreload}};
    return program;
}

}  // namespace ricochet::app
