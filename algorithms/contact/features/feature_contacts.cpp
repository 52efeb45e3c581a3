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

constexpr std::size_t kRestingCandidates = 16;  // candidates of a body at rest

/// Whether faces intersect, which their backs do as well. For two-sided meshes the last answers are reused.
class Intersections {
public:
    Intersections(const Mesh& a, const Mesh& b)
        : a_(a), b_(b), isTwoSided_(a.isTwoSided() || b.isTwoSided()) {
        if (isTwoSided_) answers_.fill({{kNone, kNone}, false});
    }

    bool areMet(const FacePair& pair, const Triangle& ofA, const Triangle& ofB) {
        if (!isTwoSided_) return intersects(ofA, ofB);
        const FacePair fronts{a_.frontOf(pair.faceA), b_.frontOf(pair.faceB)};
        Answer& answer = answers_[(fronts.faceA + kSpread * fronts.faceB) % kAnswers];
        if (answer.fronts != fronts) answer = {fronts, intersects(ofA, ofB)};
        return answer.areMet;
    }

private:
    static constexpr std::size_t kAnswers = 64, kSpread = 12;  // most bodies on a floor have few faces near
    struct Answer {
        FacePair fronts;
        bool areMet;
    };

    const Mesh& a_;
    const Mesh& b_;
    const bool isTwoSided_;
    std::array<Answer, kAnswers> answers_;
};

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
          frontsA_(packedFaces(*input.a.surface, input.a.mesh())),
          frontsB_(packedFaces(*input.b.surface, input.b.mesh())),
          intersections_(a.mesh(), b.mesh()) {}

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
    void addFacePair(const FacePair& pair, const PairMask& mask) {
        const PlacedFace &fa = a_.faceAt(a_.enter(pair.faceA)), &fb = b_.faceAt(b_.enter(pair.faceB));
        if (mask.mayIntersect && intersections_.areMet(pair, fa.corners, fb.corners))
            intersecting_.push_back(pair);
        for (Index k = 0; k < 3; ++k) {
            if (mask.verticesOfA >> k & 1 && fb.hasArea()) {
                addVertexFaceContact(a_, a_.vertexOf(fa, k), fa.face, b_, fb, true, margin_, candidates_);
            }
            if (mask.verticesOfB >> k & 1 && fa.hasArea()) {
                addVertexFaceContact(b_, b_.vertexOf(fb, k), fb.face, a_, fa, false, margin_, candidates_);
            }
        }
    }

    void addEdgeContacts(const FacePair& pair, EdgePairs edges) {
        for (unsigned left = edges; left != 0; left &= left - 1) {
            const auto both = static_cast<Index>(std::countr_zero(left));
            addEdgeEdgeContact({a_, a_.edgeOf(pair.faceA, both / 3), pair.faceA},
                               {b_, b_.edgeOf(pair.faceB, both % 3), pair.faceB}, margin_, candidates_);
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
                    addVertexEdgeContact(a_, a_.vertexOf(fa, k), fa.face, b_.edgeOf(fb.face, l), fb.face,
                                         true, margin_, candidates_);
                }
                if (isVertexOfB && edgesOfA >> k & 1) {
                    addVertexEdgeContact(b_, b_.vertexOf(fb, l), fb.face, a_.edgeOf(fa.face, k), fa.face,
                                         false, margin_, candidates_);
                }
                if (isVertexOfA && isVertexOfB) {
                    addVertexVertexContact(a_, a_.vertexOf(fa, k), fa.face, b_, b_.vertexOf(fb, l), fb.face,
                                           margin_, candidates_);
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
    Intersections intersections_;
};

}  // namespace

FeatureContacts findFeatureContacts(const PairInput& input, const SpeculativeMargin& margin,
                                    PlacedFeatures& a, PlacedFeatures& b, const FacePairs& pairs) {
    FeatureContacts found;
    found.candidates.reserve(kRestingCandidates);
    found.intersecting.reserve(kRestingCandidates);
    if (!pairs.empty()) FeatureFinder(input, margin, a, b, found).find(pairs);
    return found;
}

}  // namespace ricochet
