#include "algorithms/octree_motion/cube_separating_axes.h"

#include <cmath>

namespace ricochet::octree_motion {
namespace {

/// Sine: below it the direction of a cross product is noise. For edges that are so nearly parallel, the face
/// normals separate the cubes as well, to within 1e-10 of their size.
constexpr Real kParallelSine = 1e-10;

}  // namespace

Axes axesOf(const Matrix3& rotation) {
    Axes axes;
    for (int j = 0; j < 3; ++j) {
        axes.normal[static_cast<std::size_t>(j)] = rotation.col(j);
        axes.normal[static_cast<std::size_t>(Axes::kSource + j)] = Vec3::Unit(j);
        for (int k = 0; k < 3; ++k) {
            const Vec3 cross = Vec3::Unit(k).cross(rotation.col(j));
            const Real sine = cross.norm();
            axes.normal[static_cast<std::size_t>(Axes::kFaces + 3 * j + k)] =
                sine > kParallelSine ? Vec3(cross / sine) : Vec3(Vec3::Zero());
        }
    }
    for (std::size_t a = 0; a < Axes::kAll; ++a) {
        axes.ofSource[a] = (rotation.transpose() * axes.normal[a]).cwiseAbs().sum();
        axes.ofTarget[a] = axes.normal[a].cwiseAbs().sum();
    }
    for (std::size_t j = 0; j < Axes::kSource; ++j) axes.ofSource[j] = 1;
    return axes;
}

CubeRelation relationByAxes(const PlacedCubes& placed, const Axes& axes, Index cube, const Vec3& targetCentre,
                            Real targetHalf) {
    const Vec3 offset = targetCentre - placed.centres[cube];
    const Real half = placed.halves[cube];
    bool isCovered = true;
    for (std::size_t a = 0; a < Axes::kAll; ++a) {
        const Real distance = std::abs(axes.normal[a].dot(offset));
        const Real ofTarget = axes.ofTarget[a] * targetHalf;
        if (distance > axes.ofSource[a] * half + ofTarget) return CubeRelation::apart;
        if (a < Axes::kSource) isCovered = isCovered && distance + ofTarget <= half;
        if (a == Axes::kSource && isCovered) return CubeRelation::covered;
    }
    return CubeRelation::intersect;
}

}  // namespace ricochet::octree_motion
