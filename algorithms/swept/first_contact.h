#pragma once

#include "algorithms/geometry/mesh_topology.h"
#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/geometry/on_demand.h"
#include "algorithms/geometry/rigid_motion.h"
#include "algorithms/geometry/swept_contact.h"
#include "algorithms/geometry/swept_narrow_phase.h"

#include <optional>

namespace ricochet {

/// A moving mesh. Refers to a shape's data, does not own it. Faces without area have no features.
struct SweptMesh {
    const CollisionModel* model;
    const OnDemand<MeshTopology>* topology;
    RigidMotion motion;
    const Aabb* whole = nullptr;  ///< if the model is of a part of a surface: the box of the whole

    const Aabb& box() const { return whole ? *whole : model->mesh().box(); }
};

/// The first contact of two meshes during their motions; at time 0 if they intersect at the start. May be
/// early, never late, except for the rounding of poses. Both models must be of `narrowPhase`, whose choice
/// does not affect the result, unless that is coarse.
std::optional<SweptContact> firstContact(const NarrowPhase& narrowPhase, const SweptMesh& a,
                                         const SweptMesh& b, const SweptSettings& settings,
                                         PairMemory& memory);

/// The same contact, where the faces that may touch come from what they sweep: once for each part of the
/// motions in which the bodies move no farther than the smaller one's radius. Smith, Kitamura. Towards the
/// Realization of Real-Time Collision Detection. 1994. Section 4.2. There they count as colliding; here their
/// features are tested, in the same intervals as above. `startsNear` is ignored.
std::optional<SweptContact> firstContact(const SweptNarrowPhase& sweptNarrowPhase, const SweptMesh& a,
                                         const SweptMesh& b, const SweptSettings& settings);

}  // namespace ricochet
