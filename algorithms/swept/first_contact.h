#pragma once

#include "algorithms/geometry/mesh_topology.h"
#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/geometry/rigid_motion.h"
#include "algorithms/geometry/swept_contact.h"

#include <optional>

namespace ricochet {

/// A moving mesh. Refers to a shape's data, does not own it. Faces without area have no features.
struct SweptMesh {
    const Model* model;
    const MeshTopology* topology;
    RigidMotion motion;
    const Aabb* whole = nullptr;  ///< if the model is of a part of a surface: the box of the whole

    const Aabb& box() const { return whole ? *whole : model->mesh().box(); }
};

/// The first contact of two meshes during their motions; at time 0 if they intersect at the start. May be
/// early, never late, except for the rounding of poses. Both models must be of `narrowPhase`, whose choice
/// does not affect the result.
std::optional<SweptContact> firstContact(const NarrowPhase& narrowPhase, const SweptMesh& a,
                                         const SweptMesh& b, const SweptSettings& settings,
                                         PairMemory& memory);

}  // namespace ricochet
