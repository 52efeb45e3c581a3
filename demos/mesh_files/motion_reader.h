#pragma once

#include "algorithms/geometry/types.h"

#include <string>
#include <vector>

namespace ricochet {

/// Four corners that move uniformly on straight lines, at both ends of the motion, and the label whether they
/// touch. Corners: vertex and face, or the ends of one edge and of another.
struct LabelledMotion {
    std::array<Vec3, 4> at0, at1;
    bool touches;
};

/// Reads the text files of Wang et al. (A Large Scale Benchmark and an Inclusion-Based Algorithm for
/// Continuous Collision Detection, 2021): eight rows a query, `xnum,xden,ynum,yden,znum,zden,label`. Fails on
/// a row of another form and on a coordinate that is no double, exactly.
Result<std::vector<LabelledMotion>> readLabelledMotions(const std::string& path);

}  // namespace ricochet
