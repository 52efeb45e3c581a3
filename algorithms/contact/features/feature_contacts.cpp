#include "algorithms/contact/features/feature_contacts.h"

#include "algorithms/contact/features/edge_edge.h"
#include "algorithms/contact/features/pair_filter.h"
#include "algorithms/contact/features/vertex_contacts.h"
#include "algorithms/contact/features/vertex_face.h"
#include "algorithms/geometry/sort_by_key.h"
#include "algorithms/geometry/triangle_triangle.h"

#include <algorithm>
#include <array>
#include <bit>

namespace ricochet {
namespace {

class FeatureFinder {
public:
    FeatureFinder(const PairInput& input, const SpeculativeMargin& margin, PlacedFeatures& a,
                  PlacedFeatures& b, FeatureContacts& out)
        : input_(input),
          margin_(margin),
          a_(a),
          b_(b),
          candidates_(out.candidates),
          intersecting_(out.intersecting),
          frontsA_(packedFaces(*input.a.surface, input.a.mesh(), {}, &FacePair::faceA)),
          frontsB_(packedFaces(*input.b.surface, input.b.mesh(), {}, &FacePair::faceB)) {
        if (hasBacks_) lastFronts_.fill({kNone, kNone});
    }

    /// Each feature pair is tested once, for the pair of faces that own the features.
    void find(const FacePairs& pairs) {
        for (const PairMask& mask : filterPairs(input_, margin_, pairs)) {
            if (mask.needsFaces()) addFacePair(mask.faces, mask);
            addEdgeContacts(mask.faces, mask.edges);
            if (mask.hasVertexContacts()) addVertexContacts(mask.faces, mask);
        }
        sortByKey(intersecting_, [](const FacePair& pair) {
            return std::uint64_t{pair.faceA} << 32 | std::uint64_t{pair.faceB};
        });
        // several searches may find the same pair
        intersecting_.erase(std::unique(intersecting_.begin(), intersecting_.end()), intersecting_.end());
    }

private:
    static constexpr std::size_t kAnswers = 64, kSpread = 12;  // most bodies on a floor have few faces near

    /// Backs intersect where their fronts do. For two-sided meshes the last answers are reused.
    bool intersect(const PlacedFace& a, const PlacedFace& b) {
        if (!hasBacks_) return intersects(a.corners, b.corners);
        const FacePair fronts{a_.mesh().frontOf(a.face), b_.mesh().frontOf(b.face)};
        const std::size_t at = (fronts.faceA + kSpread * fronts.faceB) % kAnswers;
        if (lastFronts_[at] != fronts) {
            lastFronts_[at] = fronts;
            lastAnswers_[at] = intersects(a.corners, b.corners);
        }
        return lastAnswers_[at];
    }

    void addFacePair(const FacePair& pair, const PairMask& mask) {
        const PlacedFace &fa = a_.faceAt(a_.enter(pair.faceA)), &fb = b_.faceAt(b_.enter(pair.faceB));
        if (mask.mayIntersect && intersect(fa, fb)) intersecting_.push_back(pair);
        for (Index k = 0; k < 3; ++k) {
            if (mask.verticesOfA >> k & 1 && fb.hasArea()) {
                addVertexFaceContact(a_, a_.vertexOf(fa, k), b_, fb, true, margin_, candidates_);
            }
            if (mask.verticesOfB >> k & 1 && fa.hasArea()) {
                addVertexFaceContact(b_, b_.vertexOf(fb, k), a_, fa, false, margin_, candidates_);
            }
        }
    }

    void addEdgeContacts(const FacePair& pair, EdgePairs edges) {
        for (unsigned left = edges; left != 0; left &= left - 1) {
            const auto both = static_cast<Index>(std::countr_zero(left));
            addEdgeEdgeContact(a_, a_.edgeOf(pair.faceA, both / 3), b_, b_.edgeOf(pair.faceB, both % 3),
                               margin_, candidates_);
        }
    }

    void addVertexContacts(const FacePair& pair, const PairMask& mask) {
        const PlacedFace &fa = a_.faceAt(a_.enter(pair.faceA)), &fb = b_.faceAt(b_.enter(pair.faceB));
        const PackedFace::Corners edgesOfA = sideOf(frontsA_, pair.faceA).ownEdges(),
                                  edgesOfB = sideOf(frontsB_, pair.faceB).ownEdges();
        for (Index k = 0; k < 3; ++k) {
            for (Index l = 0; l < 3; ++l) {
                const bool isVertexOfA = mask.vertexContactsOfA >> k & 1,
                           isVertexOfB = mask.vertexContactsOfB >> l & 1;
                if (isVertexOfA && edgesOfB >> l & 1) {
                    addVertexEdgeContact(a_, a_.vertexOf(fa, k), b_.edgeOf(fb.face, l), true, margin_,
                                         candidates_);
                }
                if (isVertexOfB && edgesOfA >> k & 1) {
                    addVertexEdgeContact(b_, b_.vertexOf(fb, l), a_.edgeOf(fa.face, k), false, margin_,
                                         candidates_);
                }
                if (isVertexOfA && isVertexOfB) {
                    addVertexVertexContact(a_, a_.vertexOf(fa, k), b_, b_.vertexOf(fb, l), margin_,
                                           candidates_);
                }
            }
        }
    }

    const PairInput& input_;
    const SpeculativeMargin& margin_;
    PlacedFeatures& a_;
    PlacedFeatures& b_;
    std::vector<Candidate>& candidates_;
    FacePairs& intersecting_;
    const std::span<const PackedFace> frontsA_, frontsB_;
    const bool hasBacks_ = a_.mesh().isTwoSided() || b_.mesh().isTwoSided();
    std::array<FacePair, kAnswers> lastFronts_;
    std::array<bool, kAnswers> lastAnswers_;
};

}  // namespace

void findFeatureContacts(const PairInput& input, const SpeculativeMargin& margin, PlacedFeatures& a,
                         PlacedFeatures& b, const FacePairs& pairs, FeatureContacts& found) {
    found.candidates.clear();
    found.intersecting.clear();
    if (!pairs.empty()) FeatureFinder(input, margin, a, b, found).find(pairs);
}

}  // namespace ricochet
