#pragma once

#include "algorithms/geometry/rigid_motion.h"
#include "algorithms/round_shapes/placed_round.h"

namespace ricochet::round_shapes {

/// A round shape in the course of the motions of both bodies, as seen from the mesh.
class RoundPath {
public:
    RoundPath(const RoundShape& shape, const RigidMotion& round, const RigidMotion& mesh);

    PlacedRound at(Real time) const;
    Pose meshAt(Real time) const { return poseAt(mesh_, time); }
    const RigidMotion& round() const { return round_; }

    /// Metres a unit of time: from `time` on the shape comes no faster towards what lies against `normal`
    /// (unit, from the mesh to the shape) at no more than `arm` metres from the mesh's centre of rotation.
    Real approach(Real time, const Vec3& normal, Real arm) const;
    /// Metres from the mesh's centre of rotation to a point in the mesh's frame; zero where it does not turn.
    Real armOf(const Vec3& point) const;
    /// Metres: no point of the shape, nor of the mesh near it, goes farther as seen from the other body.
    Real length() const { return length_; }
    /// Holds the shape at all times up to `end`. In the mesh's frame.
    Aabb sweptBox(Real end) const;

private:
    const RoundShape* shape_;
    RigidMotion round_, mesh_;
    Matrix3 meshInverse_;  ///< of the mesh's rotation at time 0
    Vec3 shift_;           ///< metres, world: of the round shape, as seen from the mesh's centre
    Real turn_;            ///< metres that turning takes the shape's points, but for its growth
    Real length_;
};

}  // namespace ricochet::round_shapes
