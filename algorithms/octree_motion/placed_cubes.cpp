#include "algorithms/octree_motion/placed_cubes.h"

#include <algorithm>

namespace ricochet::octree_motion {
namespace {

constexpr Real kOrthonormal = 1e-14;  // above the rounding error of a product of a few rotations

Real offFromOrthonormal(const Matrix3& matrix) {
    return (matrix.transpose() * matrix - Matrix3::Identity()).cwiseAbs().maxCoeff();
}

Result<Matrix3> exactRotation(const Pose& pose) {
    const Matrix3& matrix = pose.rotation;
    if (!matrix.allFinite() || !pose.translation.allFinite()) {
        return tl::unexpected(std::string("the motion of an octree is not finite"));
    }
    const Real off = offFromOrthonormal(matrix);
    if (off > kRigidTolerance || matrix.determinant() < 0) {
        return tl::unexpected("the motion of an octree is not rigid: its matrix " +
                              (off > kRigidTolerance ? "is off from a rotation by " + std::to_string(off)
                                                     : std::string("mirrors")));
    }
    if (off <= kOrthonormal) return matrix;
    return Matrix3(Eigen::Quaternion<Real>(matrix).normalized().toRotationMatrix());
}

/// Upper bound of the displacement of a set's cubes if one matrix replaces another.
Real displacement(const Grid& grid, const Matrix3& difference) {
    const Aabb root = grid.box();
    return difference.norm() * root.min.cwiseAbs().cwiseMax(root.max.cwiseAbs()).norm();
}

Result<void> checkBounds(const PlacedCubes& placed, const Grid& target) {
    const Vec3 perHalf = placed.rotation.cwiseAbs().rowwise().sum();
    Real farthest = 0;
    for (Index i = 0; i < placed.count(); ++i) {
        farthest = std::max(farthest, (placed.centres[i].cwiseAbs() + placed.halves[i] * perHalf).maxCoeff());
    }
    const Real excess = farthest - placed.rootHalf() * (1 + 4 * kCubeGrowth);
    if (excess <= 0) return {};
    return tl::unexpected("the moved octree extends " + std::to_string(excess * target.voxel()) +
                          " m out of the target's root cube of edge " + std::to_string(target.edge) + " m");
}

}  // namespace

Result<void> placeCubes(const CubeSet& source, const Pose& pose, const Grid& target, VoxelRule rule,
                        Outside outside, PlacedCubes& placed, Real growBy) {
    for (const Grid& grid : {source.grid, target}) {
        if (auto checked = check(grid); !checked) return checked;
    }
    const Result<Matrix3> rotation = exactRotation(pose);
    if (!rotation) return tl::unexpected(rotation.error());
    placed.level = target.level;
    placed.rule = rule;
    placed.rotation = *rotation;
    placed.inverse = rotation->transpose();

    const Real perVoxel = 1 / target.voxel();
    const Real scale = source.grid.voxel() * perVoxel;
    const Vec3 origin = (*rotation * source.grid.min + pose.translation - target.box().centre()) * perVoxel;
    Real growth = kCubeGrowth * target.voxelsPerSide() + growBy * perVoxel;
    if (rule == VoxelRule::touch) growth += displacement(source.grid, *rotation - pose.rotation) * perVoxel;
    placed.centres.clear();
    placed.halves.clear();
    for (const Cell& cube : source.cubes) {
        const Real half = Real(cube.edge) / 2;
        const Vec3 centre(cube.min[0] + half, cube.min[1] + half, cube.min[2] + half);
        placed.centres.push_back(*rotation * (scale * centre) + origin);
        placed.halves.push_back(scale * half + growth);
    }
    return outside == Outside::isAnError ? checkBounds(placed, target) : Result<void>{};
}

}  // namespace ricochet::octree_motion
