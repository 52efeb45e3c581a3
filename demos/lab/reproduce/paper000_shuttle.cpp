#include "demos/lab/reproduce/paper000_shuttle.h"

#include "algorithms/octree_motion/mesh_octree.h"
#include "demos/app/mesh_solid.h"
#include "demos/scenes/collision_models.h"

#include <numbers>

namespace ricochet::lab::paper000 {
using namespace app;

using namespace octree_motion;

Result<Shuttle> makeShuttle(VoxelRule rule, Contents contents) {
    constexpr int kShuttleLevel = 5;
    constexpr Real kMargin = 0.01;  // of the edge
    Shuttle shuttle;
    shuttle.mesh = meshOf(scenes::spaceShuttle());
    shuttle.grid = gridAround(shuttle.mesh->box(), kShuttleLevel, kMargin);
    const Vec3 edge = Vec3::Constant(shuttle.grid.edge);
    shuttle.world = gridAround({-edge, edge}, kShuttleLevel + 1);  // twice as long, halved once more
    auto octree = contents == Contents::solid ? octreeOfSolid(*shuttle.mesh, shuttle.grid, rule)
                                              : octreeOfFaces(*shuttle.mesh, shuttle.grid);
    if (!octree) return tl::unexpected(octree.error());
    shuttle.octree = std::move(*octree);
    shuttle.black = blackCubes(shuttle.octree, shuttle.grid);
    shuttle.scanned = octree_motion::compacted(shuttle.octree, shuttle.grid, {.restarts = 0});
    shuttle.compacted = octree_motion::compacted(shuttle.octree, shuttle.grid);
    return shuttle;
}

Pose poseAt(int cycle) {
    const Real time = Real(cycle) / kCycles;
    const Vec3 axis = Vec3(1, 2, 3).normalized();
    const Matrix3 rotation =
        Eigen::AngleAxis<Real>(2 * std::numbers::pi_v<Real> * time + 0.1, axis).toRotationMatrix();
    return {rotation, Vec3(-0.3, -0.25, 0.2) + time * Vec3(0.6, 0.5, -0.4)};
}

}  // namespace ricochet::lab::paper000
