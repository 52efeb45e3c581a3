#pragma once

#include "algorithms/geometry/mesh_topology.h"
#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/geometry/rigid_motion.h"
#include "algorithms/geometry/swept_contact.h"

#include <optional>

namespace ricochet {

/// A mesh that moves. Refers to what a shape has, does not own it. Faces without area have no features.
struct SweptMesh {
    const Model* model;
    const MeshTopology* topology;
    RigidMotion motion;
    const Aabb* whole = nullptr;  ///< where the model is of a part of a surface: the box of all of it

    const Aabb& box() const { return whole ? *whole : model->mesh().box(); }
};

/// The first contact of two meshes in the course of their motions: at time 0 where they cross from the start.
/// May be early, never late, but for the rounding of poses. Both models must be of `narrowPhase`; which one
/// it is makes no difference to the answer.
std::optional<SweptContact> firstContact(const NarrowPhase& narrowPhase, const SweptMesh& a,
                                         const SweptMesh& b, const SweptSettings& settings,
                                         PairMemory& memory);

}  // namespace ricochet
