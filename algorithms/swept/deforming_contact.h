#pragma once

#include "algorithms/geometry/swept_contact.h"
#include "algorithms/swept/box_tree.h"
#include "algorithms/swept/linear_contact.h"
#include "algorithms/swept/swept_face.h"

#include <optional>
#include <span>
#include <vector>

namespace ricochet {

/// A mesh whose vertices go straight, evenly and each for itself, from where they are at time 0 to where they
/// are at time 1. Refers to all three, and needs as many vertices at both times.
struct DeformingMesh {
    std::span<const Face> faces;
    std::span<const Vec3> at0, at1;  ///< metres, world
};

/// What of a deforming mesh comes into a box in the course of its motion, in a tree. Refers to the mesh.
struct DeformingSweep {
    DeformingMesh mesh;
    std::vector<Index> faces;            ///< ascending
    std::vector<SweptHull> hulls;        ///< of each of these
    std::vector<std::uint8_t> features;  ///< bit k: stands for its corner k; bit 3 + k: for the edge from it
    BoxTree tree;

    DeformingSweep(const DeformingMesh& deforming, const Aabb& queryDistance);
};

/// All that the mesh sweeps.
Aabb sweptBox(const DeformingMesh& mesh);

/// The first contact of two deforming meshes: at time 0, without a normal, where they cross from the start.
/// Every vertex is asked with every face, and every edge with every edge, that come near one another, and
/// `firstTouch` decides: may be early, never late, and nothing is missed. Vertices at one place are not taken
/// for one; faces without area count as the segment or the point that they are.
std::optional<SweptContact> firstContact(const DeformingSweep& a, const DeformingSweep& b,
                                         const LinearContactSettings& settings = {});

}  // namespace ricochet
