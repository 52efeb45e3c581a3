#pragma once

#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/geometry/rigid_motion.h"
#include "algorithms/swept/feature_owners.h"

#include <optional>

namespace ricochet {

/// A mesh that moves. Refers to what a shape has, does not own it.
struct SweptMesh {
    const Model* model;
    const FeatureOwners* owners;
    RigidMotion motion;
};

struct FirstContactSettings {
    Real gap = 0;               ///< metres: meshes count as touching at this distance
    Real resolution = 0x1p-20;  ///< of the motion: how early an answer may be
    Real end = 1;               ///< later contacts are not looked for
};

/// Where and when; normals go from B to A.
struct FirstContact {
    Real time;  ///< 0 … 1
    FacePair faces;
    Vec3 onA = Vec3::Zero();  ///< world, at that time: the closest points of the two features
    Vec3 onB = Vec3::Zero();
    Vec3 normal = Vec3::Zero();  ///< unit; zero where the features meet at the start
};

/// The first contact of two meshes in the course of their motions: at time 0 where they meet from the start.
/// May be early, never late, but for the rounding of poses. Both models must be of `narrowPhase`.
std::optional<FirstContact> firstContact(const NarrowPhase& narrowPhase, const SweptMesh& a,
                                         const SweptMesh& b, const FirstContactSettings& settings,
                                         PairMemory& memory);

}  // namespace ricochet
