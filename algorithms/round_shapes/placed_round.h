#pragma once

#include "algorithms/geometry/frustum_profile.h"
#include "algorithms/geometry/round_shape.h"

#include <optional>
#include <vector>

namespace ricochet::round_shapes {

/// A point of a round shape that may touch a face: the lowest one of a sphere, an end of a capsule, a point
/// of a circle.
struct TouchPoint {
    Vec3 point;  ///< on the surface
    Vec3 core;   ///< the same less the shape's growth: the centre of a sphere
    Index id;    ///< of the feature; the same from step to step
};

/// A round shape in the frame of a mesh. All coordinates are the mesh's.
class PlacedRound {
public:
    PlacedRound(const RoundShape& shape, const Pose& inMesh);

    const RoundShape& shape() const { return *shape_; }
    const Pose& pose() const { return pose_; }
    bool isSphere() const { return isSphere_; }
    /// The growth of a frustum, the radius of a sphere; zero for a hull of spheres.
    Real growth() const { return growth_; }
    /// A point deep inside; the centre of a sphere.
    const Vec3& middle() const { return middle_; }
    /// Metres: greatest distance of a point of the shape from the middle.
    Real radius() const { return radius_; }

    Vec3 support(const Vec3& direction) const;
    NearestOnSurface nearest(const Vec3& point) const;
    Aabb box() const;

    /// A point or a direction in the shape's own frame.
    Vec3 toShape(const Vec3& point) const { return pose_.rotation.transpose() * (point - pose_.translation); }
    Vec3 turnedToShape(const Vec3& direction) const { return pose_.rotation.transpose() * direction; }
    /// Derivative of the signed distance along a unit direction; both in the shape's own frame.
    Real slope(const Vec3& point, const Vec3& direction) const {
        return profile_ ? profile_->slope(point, direction)
                        : direction.dot(nearestOnSurface(*shape_, point).normal);
    }

    /// The points of the shape that may touch a plane with normal -down, to `out`, which is cleared first.
    /// For a disc that lies flat on the plane, four points spread on its circle.
    void touchPoints(const Vec3& down, std::vector<TouchPoint>& out) const;

private:
    Vec3 toMesh(const Vec3& local) const { return pose_.rotation * local + pose_.translation; }
    void addFrustumPoints(const Frustum& frustum, const Vec3& down, std::vector<TouchPoint>& out) const;
    void addDiscPoints(const Frustum& frustum, bool isTop, const Vec3& localDown, const Vec3& grown,
                       std::vector<TouchPoint>& out) const;

    const RoundShape* shape_;
    Pose pose_;
    Vec3 middle_;
    Real radius_ = 0;
    Real growth_ = 0;
    bool isSphere_ = false;
    std::optional<FrustumProfile> profile_;  ///< none for a sphere and for a hull of spheres
};

bool isSphere(const RoundShape& shape);

/// A point deep inside the shape, in its own frame.
Vec3 middleOf(const RoundShape& shape);

/// Metres: upper bound of the distance of the shape's points from a point of its frame.
Real radiusAbout(const RoundShape& shape, const Vec3& point);

}  // namespace ricochet::round_shapes
