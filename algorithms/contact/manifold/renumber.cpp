#include "algorithms/contact/manifold/renumber.h"

#include "algorithms/contact/features/feature_contacts.h"

namespace ricochet {
namespace {

enum class FeatureKind { vertex, edge, face, body };

FeatureKind kindOf(FeaturePair pair, bool isA) {
    switch (pair) {
        case FeaturePair::vertexFace:
            return isA ? FeatureKind::vertex : FeatureKind::face;
        case FeaturePair::faceVertex:
            return isA ? FeatureKind::face : FeatureKind::vertex;
        case FeaturePair::edgeEdge:
        case FeaturePair::parallelEdges:
            return FeatureKind::edge;
        case FeaturePair::vertexEdge:
            return isA ? FeatureKind::vertex : FeatureKind::edge;
        case FeaturePair::edgeVertex:
            return isA ? FeatureKind::edge : FeatureKind::vertex;
        case FeaturePair::vertexVertex:
            return FeatureKind::vertex;
        case FeaturePair::bodies:
            break;
    }
    return FeatureKind::body;
}

/// The feature at a face's corner k, or the edge from it.
Index featureAt(const SurfacePart& part, FeatureKind kind, Index face, std::size_t k) {
    const MeshTopology& topology = part.surface->topology;
    if (kind == FeatureKind::edge) return topology.faceEdges[face][k];
    return topology.weld[part.mesh->faces()[face][k]];
}

/// kNone where the feature is not one of the face's.
Index featureNow(const SurfacePart& before, const SurfacePart& now, FeatureKind kind, Index face,
                 Index faceNow, Index feature) {
    if (kind == FeatureKind::body) return feature;
    if (faceNow == kNone) return kNone;
    if (kind == FeatureKind::face) return feature == face ? faceNow : kNone;
    for (std::size_t k = 0; k < 3; ++k) {
        if (featureAt(before, kind, face, k) == feature) return featureAt(now, kind, faceNow, k);
    }
    return kNone;
}

constexpr std::uint64_t kNoKey = ~std::uint64_t{0};  // no two features have it: 31 and 30 bits of ones
constexpr Index kFeatureBitsB = (Index{1} << 30) - 1;

std::uint64_t keyNow(const SurfacePart& before, const SurfacePart& now, const ContactPoint& point,
                     Index faceNow, bool isA) {
    const auto pair = static_cast<FeaturePair>(point.key >> 61);
    const auto featureA = static_cast<Index>(point.key >> 30 & 0x7fffffffu);
    const auto featureB = static_cast<Index>(point.key & kFeatureBitsB);
    const Index known = featureNow(before, now, kindOf(pair, isA), isA ? point.faceA : point.faceB, faceNow,
                                   isA ? featureA : featureB);
    if (known == kNone) return kNoKey;
    return isA ? contactKey(pair, known, featureB) : contactKey(pair, featureA, known);
}

}  // namespace

void renumberContacts(const SurfacePart& before, const SurfacePart& now,
                      const std::function<Index(Index)>& faceNow, bool isA, ContactMemory& memory) {
    memory.facePairs.clear();
    memory.intersectingPairs = 0;
    for (ContactPoint& point : memory.points) {
        Index& face = isA ? point.faceA : point.faceB;
        if (face == kNone) continue;
        const Index found = faceNow(face);
        if (point.key != kNoKey) point.key = keyNow(before, now, point, found, isA);
        face = found;
    }
}

}  // namespace ricochet
