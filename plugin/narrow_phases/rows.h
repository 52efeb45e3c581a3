// One function per back end: its row in the table of names, with its parameters.
#pragma once

#include "plugin/backends.h"

namespace ricochet::narrow_phases {

Backend bruteForce();
Backend faceOctree();
Backend hullThenFaces();
Backend obbTree();
Backend octreeDetector();
Backend sphericalField();
Backend wideTree();

}  // namespace ricochet::narrow_phases
