#pragma once

#include "algorithms/geometry/rigid_motion.h"
#include "algorithms/round_shapes/placed_round.h"

namespace ricochet::round_shapes {

/// The path of a round shape relative to the mesh, from the motions of both bodies.
class RoundPath {
public:
    RoundPath(const RoundShape& shape, const RigidMotion& round, const RigidMotion& mesh);

    PlacedRound at(Real time) const;
    Pose meshAt(Real time) const { return poseAt(mesh_, time); }
    const RigidMotion& round() const { return round_; }

    /// Metres per unit of time: upper bound, from `time` on, of the speed at which the shape approaches
    /// surfaces with `normal` (unit, from the mesh to the shape) up to `arm` metres from the mesh's centre of
    /// rotation.
    Real approach(Real time, const Vec3& normal, Real arm) const;
    /// Metres from the mesh's centre of rotation to a point in the mesh's frame; zero where it does not turn.
    Real leverArm(const Vec3& point) const;
    /// Metres: upper bound of the displacement of any point of the shape, and of the mesh near it, relative
    /// to the other body.
    Real length() const { return length_; }
    /// The box of the shape at all times up to `end`, in the mesh's frame.
    Aabb sweptBox(Real end) const;

private:
    const RoundShape* shape_;
    RigidMotion round_, mesh_;
    Matrix3 meshInverse_;  ///< of the mesh's rotation at time 0
    Vec3 shift_;           ///< metres, world: of the round shape relative to the mesh's centre
    Real turn_;            ///< metres: displacement of the shape's points by rotation, without its growth
    Real length_;
};

}  // namespace ricochet::round_shapes
