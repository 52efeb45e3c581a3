#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <tl/expected.hpp>

#include <array>
#include <cstdint>
#include <string>

namespace ricochet {

using Real = double;
using Index = std::uint32_t;
inline constexpr Index kNone = ~Index{0};  ///< "there is no such face, edge, vertex or point"

using Vec3 = Eigen::Matrix<Real, 3, 1>;
using Matrix3 = Eigen::Matrix<Real, 3, 3>;

using Face = std::array<Index, 3>;     ///< three vertex indices, counter-clockwise seen from outside
using Triangle = std::array<Vec3, 3>;  ///< three corners, in the same order

/// A value, or an error message of one sentence that names the cause.
template <class T>
using Result = tl::expected<T, std::string>;

/// Maps a body's own coordinates to the world: world = rotation * x + translation.
/// The matrix is used as given: Bullet's are rotations only to about 1e-7.
struct Pose {
    Matrix3 rotation = Matrix3::Identity();
    Vec3 translation = Vec3::Zero();
};

/// The world position of a vertex. All exact results refer to this definition: every operation is rounded to
/// double, in this order, without fused multiply-add.
inline Vec3 transformPoint(const Pose& pose, const Vec3& v) {
    const Matrix3& r = pose.rotation;
    const Vec3& t = pose.translation;
    return {((r(0, 0) * v.x() + r(0, 1) * v.y()) + r(0, 2) * v.z()) + t.x(),
            ((r(1, 0) * v.x() + r(1, 1) * v.y()) + r(1, 2) * v.z()) + t.y(),
            ((r(2, 0) * v.x() + r(2, 1) * v.y()) + r(2, 2) * v.z()) + t.z()};
}

inline Triangle transformTriangle(const Pose& pose, const Triangle& triangle) {
    return {transformPoint(pose, triangle[0]), transformPoint(pose, triangle[1]),
            transformPoint(pose, triangle[2])};
}

}  // namespace ricochet
