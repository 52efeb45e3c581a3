#include "demos/lab/program.h"

#include "demos/lab/commands.h"

namespace ricochet::lab {

const Program& labProgram() {
    static const Program program = {
        "ricochet-lab",
        "The laboratory of ricochet: experiments of the papers, scenes beside analytic laws, single "
        "structures.",
        {addReproduce, addAnalytic, addIntersections, addField, addHull, addOctree, addOverlap}};
    return program;
}

}  // namespace ricochet::lab
