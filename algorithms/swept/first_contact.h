#pragma once

#include "algorithms/geometry/mesh_topology.h"
#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/geometry/rigid_motion.h"

#include <optional>

namespace ricochet {

/// A mesh that moves. Refers to what a shape has, does not own it. Faces without area have no features.
struct SweptMesh {
    const Model* model;
    const MeshTopology* topology;
    RigidMotion motion;
};

struct SweptSettings {
    Real gap = 0;               ///< metres: meshes count as touching at this distance
    Real resolution = 0x1p-20;  ///< of the motion: how early an answer may be
    Real end = 1;               ///< later contacts are not looked for
};

/// What touches what: a vertex of A a face of B, a face of A a vertex of B, or two edges.
enum class TouchingFeatures { vertexFace, faceVertex, edgeEdge };

/// Where and when two features come to touch.
struct SweptContact {
    Real time = 0;            ///< 0 … 1
    FacePair faces = {};      ///< that stand for the features
    Vec3 onA = Vec3::Zero();  ///< world, at that time: the closest points of the two features
    Vec3 onB = Vec3::Zero();
    Vec3 normal = Vec3::Zero();  ///< unit, from B to A; zero where faces cross from the start
    TouchingFeatures features = TouchingFeatures::edgeEdge;
    Index featureA = 0,
          featureB = 0;  ///< a face; or of a vertex or an edge, three times its face and its place there
};

/// The first contact of two meshes in the course of their motions: at time 0 where they cross from the start.
/// May be early, never late, but for the rounding of poses. Both models must be of `narrowPhase`; which one
/// it is makes no difference to the answer.
std::optional<SweptContact> firstContact(const NarrowPhase& narrowPhase, const SweptMesh& a,
                                         const SweptMesh& b, const SweptSettings& settings,
                                         PairMemory& memory);

}  // namespace ricochet
