// Smith, Kitamura. Towards the Realization of Real-Time Collision Detection. 1994. Section 2.4.2, step by
// step, with the precomputation that the section's end advises.
#pragma once

#include "algorithms/octree_motion/cube_separating_axes.h"

namespace ricochet::octree_motion {

using Corners = std::array<Vec3, 8>;

/// A target cube; its form in the source's frame is computed once, when a test needs it.
struct TargetCube {
    Vec3 centre;
    Real half;
    Vec3 centreInSource = Vec3::Zero();
    Corners corners{}, cornersInSource{};
    bool hasCorners = false;
};

/// The source cubes of one motion, their corners moved.
class SixSteps {
public:
    /// Keeps a reference to `placed`.
    void prepare(const PlacedCubes& placed);
    TargetCube target(const Vec3& centre, Real half) const {
        return {centre, half, placed_->inverse * centre};
    }
    /// The paper's three answers; `covered` only where the target cube is the smaller one.
    CubeRelation operator()(Index cube, TargetCube& target) const;

private:
    void findCorners(TargetCube& target) const;

    const PlacedCubes* placed_ = nullptr;
    std::vector<Vec3> centresInSource_;
    std::vector<Corners> corners_, cornersInSource_;
};

}  // namespace ricochet::octree_motion
