#include "algorithms/contact/manifold/renumber.h"

#include "algorithms/contact/candidate.h"

namespace ricochet {
namespace {

constexpr std::uint64_t kNoKey = ~std::uint64_t{0};  // no contact has this key
constexpr Index kFeatureBitsA = (Index{1} << 31) - 1, kFeatureBitsB = (Index{1} << 30) - 1;

enum class FeatureKind { vertex, edge, face, none };

FeatureKind featureKind(FeaturePair pair, bool isA) {
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
    return FeatureKind::none;
}

class Renumbering {
public:
    Renumbering(const SurfacePart& before, const SurfacePart& now, const std::function<Index(Index)>& faceNow,
                bool isA)
        : before_(before), now_(now), faceNow_(faceNow), isA_(isA) {}

    /// `face`: the contact's face before renumbering.
    std::uint64_t keyNow(std::uint64_t key, Index face) const {
        if (key == kNoKey) return key;
        const auto pair = static_cast<FeaturePair>(key >> 61);
        const Index a = static_cast<Index>(key >> 30) & kFeatureBitsA,
                    b = static_cast<Index>(key) & kFeatureBitsB;
        const bool isDeep = pair == FeaturePair::edgeEdge && (a & kDeepFlag) != 0;
        const Index flag = isDeep && isA_ ? kDeepFlag : 0;
        const Index doubled = pair == FeaturePair::parallelEdges && !isA_ ? 1 : 0;  // each has two contacts
        const Index feature = ((isA_ ? a : b) & ~flag) >> doubled;
        const Index found = isDeep ? faceNow_(feature) : featureNow(featureKind(pair, isA_), face, feature);
        if (found == kNone) return kNoKey;
        const Index renamed = found << doubled | (b & doubled) | flag;
        return isA_ ? contactKey(pair, renamed, b) : contactKey(pair, a, renamed);
    }

private:
    /// kNone if the feature does not belong to the face, or the new part does not contain the face.
    Index featureNow(FeatureKind kind, Index face, Index feature) const {
        if (kind == FeatureKind::none) return feature;
        const Index faceNow = face == kNone ? kNone : faceNow_(face);
        if (faceNow == kNone) return kNone;
        if (kind == FeatureKind::face) {  // faces of one plane are one feature
            const bool isThere = before_.surface->topology.regionOf(face) == feature;
            return isThere ? now_.surface->topology.regionOf(faceNow) : kNone;
        }
        for (std::size_t k = 0; k < 3; ++k) {
            if (featureAt(before_, kind, face, k) == feature) return featureAt(now_, kind, faceNow, k);
        }
        return kNone;
    }

    /// The feature at a face's corner k, or the edge from it.
    static Index featureAt(const SurfacePart& part, FeatureKind kind, Index face, std::size_t k) {
        const MeshTopology& topology = part.surface->topology;
        return kind == FeatureKind::edge ? topology.edgesOf(face)[k]
                                         : topology.weld[part.mesh->face(face)[k]];
    }

    const SurfacePart &before_, &now_;
    const std::function<Index(Index)>& faceNow_;
    const bool isA_;
};

}  // namespace

void renumberContacts(const SurfacePart& before, const SurfacePart& now,
                      const std::function<Index(Index)>& faceNow, bool isA, bool isAInKeys,
                      PersistentContacts& memory) {
    const Renumbering renumbering(before, now, faceNow, isAInKeys);
    memory.clearFacePairs();
    for (ContactPoint& point : memory.points) {
        Index& face = isA ? point.faceA : point.faceB;
        point.key = renumbering.keyNow(point.key, face);
        if (face != kNone) face = faceNow(face);
    }
}

}  // namespace ricochet
