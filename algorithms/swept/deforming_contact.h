#pragma once

#include "algorithms/geometry/swept_contact.h"
#include "algorithms/swept/box_tree.h"
#include "algorithms/swept/linear_contact.h"
#include "algorithms/swept/swept_face.h"

#include <optional>
#include <span>
#include <vector>

namespace ricochet {

/// A mesh whose vertices move independently and uniformly on straight lines from their positions at time 0 to
/// those at time 1. Refers to all three; the number of vertices must be the same at both times.
struct DeformingMesh {
    std::span<const Face> faces;
    std::span<const Vec3> at0, at1;  ///< metres, world
};

/// The faces of a deforming mesh that enter a box during its motion, in a tree. Refers to the mesh.
struct DeformingSweep {
    DeformingMesh mesh;
    std::vector<Index> faces;            ///< ascending
    std::vector<SweptHull> hulls;        ///< of each of these
    std::vector<std::uint8_t> features;  ///< bit k: owns its corner k; bit 3 + k: the edge from it
    BoxTree tree;

    DeformingSweep(const DeformingMesh& deforming, const Aabb& queryDistance);
};

/// The box of everything that the mesh sweeps.
Aabb sweptBox(const DeformingMesh& mesh);

/// The first contact of two deforming meshes; at time 0, without a normal, if they intersect at the start.
/// Every vertex and face, and every two edges, that come near one another are tested by `firstTouch`: may be
/// early, never late, and nothing is missed. Coincident vertices are separate; faces without area count as
/// segments or points.
std::optional<SweptContact> firstContact(const DeformingSweep& a, const DeformingSweep& b,
                                         const LinearContactSettings& settings = {});

/// The same, where the pairs of faces that may touch are known: all of the two meshes that do, in any order,
/// each once. Faces that are not in a sweep are ignored.
std::optional<SweptContact> firstContactAmong(const DeformingSweep& a, const DeformingSweep& b,
                                              const FacePairs& pairs,
                                              const LinearContactSettings& settings = {});

}  // namespace ricochet
