#include "algorithms/contact/features/feature_contacts.h"

#include "algorithms/contact/features/pair_filter.h"
#include "algorithms/contact/features/tip_contacts.h"
#include "algorithms/geometry/triangle_triangle.h"

#include <algorithm>
#include <bit>

namespace ricochet {
namespace {

class FeatureFinder {
public:
    FeatureFinder(const ContactInput& input, const SpeculativeMargin& margin, PlacedFeatures& a,
                  PlacedFeatures& b, FeatureContacts& out)
        : input_(input),
          margin_(margin),
          a_(a),
          b_(b),
          candidates_(out.candidates),
          intersecting_(out.intersecting) {}

    /// Each feature pair is tested once, in the pair of the faces that stand for the features.
    void find(const FacePairs& pairs) {
        for (const PairVerdict& verdict : PairFilter(input_, margin_).judge(pairs)) {
            if (verdict.needsFaces()) addFacePair(verdict.faces, verdict);
            addEdgeContacts(verdict.faces, verdict.edges);
            if (verdict.hasTips()) addTipContacts(verdict.faces, verdict);
        }
        std::ranges::sort(intersecting_);
        // several looks found them
        intersecting_.erase(std::unique(intersecting_.begin(), intersecting_.end()), intersecting_.end());
    }

private:
    void addFacePair(const FacePair& pair, const PairVerdict& verdict) {
        const PlacedFace &fa = a_.faceAt(a_.enter(pair.faceA)), &fb = b_.faceAt(b_.enter(pair.faceB));
        if (verdict.mayIntersect && intersects(fa.corners, fb.corners)) intersecting_.push_back(pair);
        for (Index k = 0; k < 3; ++k) {
            if (verdict.verticesOfA >> k & 1 && fb.hasArea()) {
                addVertexFaceContact(a_, a_.vertexOf(fa, k), fa.face, b_, fb, VertexOf::a, margin_,
                                     candidates_);
            }
            if (verdict.verticesOfB >> k & 1 && fa.hasArea()) {
                addVertexFaceContact(b_, b_.vertexOf(fb, k), fb.face, a_, fa, VertexOf::b, margin_,
                                     candidates_);
            }
        }
    }

    void addEdgeContacts(const FacePair& pair, BorderPairs borders) {
        for (unsigned left = borders; left != 0; left &= left - 1) {
            const auto both = static_cast<Index>(std::countr_zero(left));
            addEdgeEdgeContact({a_, a_.edgeOf(pair.faceA, both / 3), pair.faceA},
                               {b_, b_.edgeOf(pair.faceB, both % 3), pair.faceB}, margin_, candidates_);
        }
    }

    void addTipContacts(const FacePair& pair, const PairVerdict& verdict) {
        TipContacts tips(a_, b_, margin_, candidates_);
        const PlacedFace &fa = a_.faceAt(a_.enter(pair.faceA)), &fb = b_.faceAt(b_.enter(pair.faceB));
        const FaceSketch::Corners edgesOfA = input_.surfaceA->sketches[pair.faceA].ownEdges(),
                                  edgesOfB = input_.surfaceB->sketches[pair.faceB].ownEdges();
        for (Index k = 0; k < 3; ++k) {
            for (Index l = 0; l < 3; ++l) {
                const bool isTipOfA = verdict.tipsOfA >> k & 1, isTipOfB = verdict.tipsOfB >> l & 1;
                if (isTipOfA && edgesOfB >> l & 1) {
                    tips.addVertexEdge(a_.vertexOf(fa, k), fa.face, b_.edgeOf(fb.face, l), fb.face,
                                       VertexOf::a);
                }
                if (isTipOfB && edgesOfA >> k & 1) {
                    tips.addVertexEdge(b_.vertexOf(fb, l), fb.face, a_.edgeOf(fa.face, k), fa.face,
                                       VertexOf::b);
                }
                if (isTipOfA && isTipOfB) {
                    tips.addVertexVertex(a_.vertexOf(fa, k), fa.face, b_.vertexOf(fb, l), fb.face);
                }
            }
        }
    }

    const ContactInput& input_;
    const SpeculativeMargin& margin_;
    PlacedFeatures& a_;
    PlacedFeatures& b_;
    std::vector<Candidate>& candidates_;
    FacePairs& intersecting_;
};

}  // namespace

FeatureContacts findFeatureContacts(const ContactInput& input, const SpeculativeMargin& margin,
                                    PlacedFeatures& a, PlacedFeatures& b, const FacePairs& pairs) {
    FeatureContacts found;
    if (!pairs.empty()) FeatureFinder(input, margin, a, b, found).find(pairs);
    return found;
}

}  // namespace ricochet
