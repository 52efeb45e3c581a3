#include "demos/app/octree_cubes.h"

#include "algorithms/octree_motion/mesh_octree.h"
#include "demos/app/mesh_solid.h"

#include <map>

namespace ricochet::app {
namespace {

using octree_motion::Cell;
using octree_motion::CubeSet;
using octree_motion::Grid;
using octree_motion::gridAround;
using octree_motion::LinearOctree;
using octree_motion::MotionMemory;
using octree_motion::VoxelRule;

constexpr int kLevel = 5;
constexpr Real kInset = 0.04;  // of a voxel's edge

void appendCube(const Aabb& box, scenes::SceneMesh& mesh) {
    constexpr int kCorners[][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                   {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    const int first = static_cast<int>(mesh.vertices.size());
    for (int k = 0; k < 8; ++k) {
        const auto at = [&](int axis) {
            return btScalar(static_cast<float>((k >> axis & 1 ? box.max : box.min)[axis]));
        };
        mesh.vertices.emplace_back(at(0), at(1), at(2));
    }
    for (const auto& face : kCorners)
        mesh.faces.push_back({first + face[0], first + face[1], first + face[2]});
}

Matrix3 rotationOf(const btMatrix3x3& basis) {
    Matrix3 rotation;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) rotation(row, column) = Real(basis[row][column]);
    }
    return rotation;
}

/// A mesh's octree, and the cube in which it can rotate about the mesh's origin.
struct Source {
    CubeSet cubes;
    Real extent = 0;  ///< metres
};

Source sourceOf(const scenes::SceneMesh& sceneMesh) {
    const auto mesh = meshOf(sceneMesh);
    const Grid grid = gridAround(mesh->box(), kLevel, 0.01);
    const auto octree = octreeOfSolid(*mesh, grid, VoxelRule::touch);
    if (!octree) return {{grid, {}}, grid.edge};
    const Aabb root = grid.box();
    return {compacted(*octree, grid), 1.01 * root.min.cwiseAbs().cwiseMax(root.max.cwiseAbs()).norm()};
}

}  // namespace

scenes::SceneMesh meshOfCubes(std::span<const Cell> cubes, const Grid& grid) {
    scenes::SceneMesh mesh;
    for (const Cell& cube : cubes) appendCube(grown(boxOf(grid, cube), -kInset * grid.voxel()), mesh);
    return mesh;
}

std::function<scenes::SceneMesh(const std::shared_ptr<const scenes::SceneMesh>&, const btTransform&)>
octreeMover() {
    const auto sources = std::make_shared<std::map<std::shared_ptr<const scenes::SceneMesh>, Source>>();
    const auto memory = std::make_shared<MotionMemory>();
    return [=](const std::shared_ptr<const scenes::SceneMesh>& mesh, const btTransform& pose) {
        const auto [entry, isNew] = sources->try_emplace(mesh);
        if (isNew) entry->second = sourceOf(*mesh);
        const Source& source = entry->second;
        const Pose turned = {rotationOf(pose.getBasis()), Vec3::Zero()};
        const Vec3 extent = Vec3::Constant(source.extent);
        const Grid world = gridAround({-extent, extent}, kLevel);
        LinearOctree moved;
        moved.push(octree_motion::Colour::white);
        (void)moveOctree(source.cubes, turned, world, {VoxelRule::touch}, *memory, moved);
        return meshOfCubes(compacted(moved, world, {.restarts = 0, .exchanges = 0}).cubes, world);
    };
}

}  // namespace ricochet::app
