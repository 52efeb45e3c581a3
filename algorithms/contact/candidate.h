#pragma once

#include "algorithms/contact/pair_input.h"

namespace ricochet {

/// A contact before patches are chosen; metres, world. `gap` is the distance between the surfaces, negative
/// inside; it includes the rest gap.
struct Candidate {
    Vec3 onA;
    Vec3 onB;
    Vec3 normal;
    Real gap;
    Index faceA;
    Index faceB;
    std::uint64_t key;
    bool needsHistory = false;  ///< valid only if the last step had contacts in its direction
    Vec3 alongA = Vec3::Zero(), alongB = Vec3::Zero();  ///< directions of two skew edges: unit; else zero
};

/// The raw contact, of features of two meshes.
ContactPoint contactPoint(const Candidate& candidate, const PairInput& input);

/// The same contact with A and B exchanged.
inline Candidate exchanged(const Candidate& c, std::uint64_t key) {
    return {c.onB, c.onA, -c.normal, c.gap, c.faceB, c.faceA, key, c.needsHistory, c.alongB, c.alongA};
}

/// The two features of a contact; together with their indices this forms its key.
enum class FeaturePair : std::uint64_t {
    vertexFace = 0,
    faceVertex = 1,
    edgeEdge = 2,
    parallelEdges = 3,
    vertexEdge = 4,
    edgeVertex = 5,
    vertexVertex = 6,
    bodies = 7
};

/// Flag on A's index in a key of two edges: the indices are faces instead, the first ones on the intersection
/// curve.
inline constexpr Index kDeepFlag = Index{1} << 30;

/// Three bits of kind, 31 and 30 bits of the features.
inline std::uint64_t contactKey(FeaturePair kind, Index featureA, Index featureB) {
    return static_cast<std::uint64_t>(kind) << 61 | std::uint64_t{featureA} << 30 | featureB;
}

inline FeaturePair featurePair(std::uint64_t key) { return static_cast<FeaturePair>(key >> 61); }

/// Whether a contact is one of `penetration/`, not of single features.
inline bool isOfPenetration(const Candidate& c) {
    const FeaturePair pair = featurePair(c.key);
    return pair == FeaturePair::bodies || (pair == FeaturePair::edgeEdge && (c.key >> 30 & kDeepFlag) != 0);
}

/// By the features of two meshes.
NormalOwner normalOwner(FeaturePair features);

}  // namespace ricochet
