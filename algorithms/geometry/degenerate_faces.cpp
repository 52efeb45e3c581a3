#include "algorithms/geometry/degenerate_faces.h"

#include "algorithms/geometry/predicates.h"

namespace ricochet {

bool isDegenerate(const Triangle& triangle) {
    // Points are collinear if and only if their projections onto all three coordinate planes are.
    for (int axis = 0; axis < 3; ++axis) {
        if (orient2d(project(triangle[0], axis), project(triangle[1], axis), project(triangle[2], axis)) !=
            0) {
            return false;
        }
    }
    return true;
}

}  // namespace ricochet
