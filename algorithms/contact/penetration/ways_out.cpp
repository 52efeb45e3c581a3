#include "algorithms/contact/penetration/ways_out.h"

#include "algorithms/contact/feature_depth.h"
#include "algorithms/contact/intersection/intersection_loops.h"
#include "algorithms/contact/penetration/deep_contacts.h"
#include "algorithms/contact/penetration/inner_body.h"
#include "algorithms/contact/penetration/sheet_contacts.h"
#include "algorithms/geometry/rigid_motion.h"

#include <algorithm>
#include <iterator>

namespace ricochet {
namespace {

class WaysOut {
public:
    WaysOut(const NarrowPhase& narrowPhase, const ContactInput& input, const SpeculativeMargin& margin,
            PlacedFeatures& a, PlacedFeatures& b, FeatureContacts& found, ContactMemory& memory)
        : narrowPhase_(narrowPhase),
          input_(input),
          margin_(margin),
          a_(a),
          b_(b),
          candidates_(found.candidates),
          intersecting_(found.intersecting),
          memory_(memory) {}

    void add() {
        if (input_.surfaceA->isSolid && input_.surfaceB->isSolid) {
            addInSolid();
        } else if (isSolidInSheet()) {
            addInSheet();
        }
    }

private:
    bool isSolidInSheet() const {
        return input_.surfaceA->isSolid ? isSheet(b_.mesh(), *input_.surfaceB)
                                        : input_.surfaceB->isSolid && isSheet(a_.mesh(), *input_.surfaceA);
    }

    void addInSolid() {
        if (!intersecting_.empty()) {
            memory_.whereabouts = {};
            addDeepContacts(a_, b_, findIntersection(a_, b_, intersecting_), margin_, memory_.passage,
                            candidates_);
            if (memory_.passage.wayOut) return;
        } else if (const auto inner = innerBodyContact(narrowPhase_, input_, margin_, memory_.whereabouts)) {
            candidates_.push_back(*inner);
        }
        keepSafe();
    }

    void addInSheet() {
        if (!intersecting_.empty()) {
            memory_.whereabouts = {};
            if (!mayBeDeep(memory_.crossing)) return keepSafe();
            const SheetSides sides(input_, a_, b_, memory_.points, candidates_, margin_, memory_.passage);
            const Real deepest = addSheetContacts(a_, b_, findIntersection(a_, b_, pairsOfFronts()), margin_,
                                                  sides, candidates_);
            memory_.crossing = FeatureDepth{deepest, poseOfSmaller(input_)};
            if (deepest > margin_.shallowDepth) return;
        } else if (const auto buried =
                       buriedBodyContact(narrowPhase_, input_, margin_, memory_.whereabouts)) {
            candidates_.push_back(*buried);
            return;
        }
        keepSafe();
    }

    /// Bodies that hardly moved since nothing was deep need not be looked at again.
    bool mayBeDeep(const std::optional<FeatureDepth>& before) const {
        return !before || deepestSince(*before, input_) > margin_.shallowDepth;
    }

    void keepSafe() { memory_.passage = {seenFrom(input_.b.pose, input_.a.pose), std::nullopt}; }

    FacePairs pairsOfFronts() const {
        FacePairs fronts;
        std::ranges::copy_if(intersecting_, std::back_inserter(fronts), [&](const FacePair& pair) {
            return pair.faceA < a_.mesh().frontCount() && pair.faceB < b_.mesh().frontCount();
        });
        return fronts;
    }

    const NarrowPhase& narrowPhase_;
    const ContactInput& input_;
    const SpeculativeMargin& margin_;
    PlacedFeatures& a_;
    PlacedFeatures& b_;
    std::vector<Candidate>& candidates_;
    const FacePairs& intersecting_;
    ContactMemory& memory_;
};

}  // namespace

void addWaysOut(const NarrowPhase& narrowPhase, const ContactInput& input, const SpeculativeMargin& margin,
                PlacedFeatures& a, PlacedFeatures& b, FeatureContacts& found, ContactMemory& memory) {
    WaysOut(narrowPhase, input, margin, a, b, found, memory).add();
}

}  // namespace ricochet
