#include "algorithms/contact/manifold/renumber.h"

#include "algorithms/contact/candidate.h"

#include <algorithm>

namespace ricochet {
namespace {

constexpr std::uint64_t kNoKey = ~std::uint64_t{0};  // no contact has this key
constexpr Index kFeatureBitsA = (Index{1} << 31) - 1, kFeatureBitsB = (Index{1} << 30) - 1;

// A face has seven features: three corners, the edges from them, and the region of its plane.
constexpr Index kVertices = 0, kEdges = 3, kRegion = 6, kEnd = 7;

Index featureAt(const SurfacePart& part, Index face, Index k) {
    const MeshTopology& topology = *part.surface->topology;
    if (k >= kRegion) return topology.regionOf(face);
    return k >= kEdges ? topology.edgesOf(face)[k - kEdges] : topology.weld[part.mesh->face(face)[k]];
}

/// The first one of the kind of A's or B's feature; kNone: the contact is of the bodies as wholes.
Index firstOfKind(FeaturePair pair, bool isA) {
    switch (pair) {
        case FeaturePair::vertexFace:
            return isA ? kVertices : kRegion;
        case FeaturePair::faceVertex:
            return isA ? kRegion : kVertices;
        case FeaturePair::edgeEdge:
        case FeaturePair::parallelEdges:
            return kEdges;
        case FeaturePair::vertexEdge:
            return isA ? kVertices : kEdges;
        case FeaturePair::edgeVertex:
            return isA ? kEdges : kVertices;
        case FeaturePair::vertexVertex:
            return kVertices;
        case FeaturePair::bodies:
            break;
    }
    return kNone;
}

/// kNone if the feature does not belong to the face, or the new part does not contain the face.
Index featureNow(const SurfacePart& before, const SurfacePart& now, Index face, Index faceNow, Index first,
                 Index feature) {
    if (first == kNone) return feature;
    if (faceNow == kNone) return kNone;
    for (Index k = first; k < std::min(first + 3, kEnd); ++k) {
        if (featureAt(before, face, k) == feature) return featureAt(now, faceNow, k);
    }
    return kNone;
}

}  // namespace

void renumberContacts(const SurfacePart& before, const SurfacePart& now,
                      const std::function<Index(Index)>& faceNow, bool isA, bool isAInKeys,
                      PersistentContacts& memory) {
    const auto faceAfter = [&](Index face) { return face == kNone ? kNone : faceNow(face); };
    memory.clearFacePairs();
    for (ContactPoint& point : memory.points) {
        Index& face = isA ? point.faceA : point.faceB;
        if (point.key != kNoKey) {
            const FeaturePair pair = featurePair(point.key);
            const Index a = static_cast<Index>(point.key >> 30) & kFeatureBitsA,
                        b = static_cast<Index>(point.key) & kFeatureBitsB;
            const bool isDeep = pair == FeaturePair::edgeEdge && (a & kDeepFlag) != 0;
            const Index flag = isDeep && isAInKeys ? kDeepFlag : 0;
            const Index doubled =
                pair == FeaturePair::parallelEdges && !isAInKeys ? 1 : 0;  // two contacts each
            const Index feature = ((isAInKeys ? a : b) & ~flag) >> doubled;
            const Index found = isDeep ? faceNow(feature)
                                       : featureNow(before, now, face, faceAfter(face),
                                                    firstOfKind(pair, isAInKeys), feature);
            const Index renamed = found << doubled | (b & doubled) | flag;
            point.key =
                found == kNone ? kNoKey : contactKey(pair, isAInKeys ? renamed : a, isAInKeys ? b : renamed);
        }
        face = faceAfter(face);
    }
}

}  // namespace ricochet
