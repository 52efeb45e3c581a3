#include "algorithms/contact/contact.h"

#include "algorithms/contact/feature_depth.h"
#include "algorithms/contact/features/feature_contacts.h"
#include "algorithms/contact/first_query.h"
#include "algorithms/contact/manifold/compliant_contacts.h"
#include "algorithms/contact/manifold/manifolds.h"
#include "algorithms/contact/penetration/back_sides.h"
#include "algorithms/contact/penetration/deep_contacts.h"
#include "algorithms/contact/penetration/entangled_bodies.h"
#include "algorithms/contact/speculative_margin.h"

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

/// One contact for each key, in the order of keys: a vertex over the common edge of two coplanar faces is one
/// contact.
std::vector<Candidate> withoutTwins(const std::vector<Candidate>& candidates) {
    struct Ranked {
        std::uint64_t key;
        Index candidate;
    };
    const auto ahead = [&](const Ranked& r, const Ranked& s) {
        if (r.key != s.key) return r.key < s.key;
        const Candidate &c = candidates[r.candidate], &d = candidates[s.candidate];
        return std::tuple(c.gap, c.faceA, c.faceB) < std::tuple(d.gap, d.faceA, d.faceB);
    };
    std::vector<Ranked> order;
    order.reserve(candidates.size());
    for (const Candidate& c : candidates) order.push_back({c.key, static_cast<Index>(order.size())});
    std::ranges::sort(order, ahead);
    const auto isRepeated = [](const Ranked& r, const Ranked& s) { return r.key == s.key; };
    order.erase(std::unique(order.begin(), order.end(), isRepeated), order.end());
    std::vector<Candidate> taken;
    taken.reserve(order.size());
    for (const Ranked& ranked : order) taken.push_back(candidates[ranked.candidate]);
    return taken;
}

ManifoldInput manifoldInput(const ContactInput& input) {
    return {input.a.pose,
            input.b.pose,
            {input.motionA, input.motionB, input.timeStep, input.restGap},
            input.isCompliant,
            std::min(input.surfaceA->radius, input.surfaceB->radius)};
}

FacePairQuery queryOf(const ContactInput& input, const Look& look, PairMemory& memory) {
    return {{input.a.model, look.a.of(input.a.pose)},
            {input.b.model, look.b.of(input.b.pose)},
            look.queryDistance,
            &memory};
}

/// Of face pairs that were found at a look, those whose first corners are as close as asked; no more than one
/// above `most`. They are among what every narrow phase hands out, whatever else it does.
Index countNear(std::span<const FacePair> pairs, const FacePairQuery& query, Index most) {
    const auto firstCorner = [](const Placed& placed, Index face) {
        return place(placed.pose, placed.mesh().vertices()[placed.mesh().faces()[face][0]]);
    };
    Index count = 0;
    for (const FacePair& pair : pairs) {
        const Vec3 between = firstCorner(query.a, pair.faceA) - firstCorner(query.b, pair.faceB);
        if (between.squaredNorm() <= query.queryDistance * query.queryDistance && ++count > most) break;
    }
    return count;
}

/// The faces that may come near in the step; those that several looks find, several times. Where they are
/// more than the budget, what is met first counts: the looks at later parts of the displacement are left out.
class FaceSearch {
public:
    FaceSearch(const NarrowPhase& narrowPhase, const ContactInput& input, const ContactSettings& settings,
               PairMemory& pairMemory, ContactMemory& memory)
        : narrowPhase_(narrowPhase),
          input_(input),
          settings_(settings),
          pairMemory_(pairMemory),
          memory_(memory) {}

    /// Leaves of `margin` what was looked at.
    void run(SpeculativeMargin& margin) {
        findFirst(margin);
        memory_.firstFacePairs = memory_.facePairs.size();
        FacePairs more;
        for (std::size_t i = 1; i < margin.looks.size(); ++i) {
            if (isSpent(margin)) {
                memory_.isOverBudget = true;
                return margin.looks.resize(i);
            }
            find(margin.looks[i], more);
            memory_.facePairs.insert(memory_.facePairs.end(), more.begin(), more.end());
            ends_.push_back(memory_.facePairs.size());
        }
    }

private:
    /// With the coarse margin, which takes the place of `margin`, where the whole one finds too much; it is
    /// asked first where it did so in the last step, and alone where that is known before.
    void findFirst(SpeculativeMargin& margin) {
        const bool wasOverBudget = std::exchange(memory_.isOverBudget, false);
        auto coarse = wasOverBudget || isWorthCounting() ? coarseOf(margin) : std::nullopt;
        const bool isKnown = coarse && isSpentByLastStep(margin);
        FacePairs near;
        if (coarse && (isKnown || wasOverBudget)) find(coarse->looks.front(), near);
        const bool isExpected = coarse && wasOverBudget && willBeSpent(near, *coarse, margin);
        if (!isKnown && !isExpected) {
            if (!findsMany(margin)) return;
            if (!coarse) coarse = coarseOf(margin);
            if (!coarse || !isSpent(margin)) return;
            if (near.empty()) find(coarse->looks.front(), near);
        }
        memory_.isOverBudget = true;
        memory_.facePairs.swap(near);
        begin();
        budget_ = static_cast<Index>(kTolerances.coarseBudget * settings_.pairBudget);
        margin = std::move(*coarse);
    }

    std::optional<SpeculativeMargin> coarseOf(const SpeculativeMargin& margin) const {
        return coarseMarginOf(input_, settings_, memory_.depth, margin);
    }

    /// Pairs of the last step that are near now are among those that the whole look would find.
    bool isSpentByLastStep(const SpeculativeMargin& margin) {
        const std::span<const FacePair> last = std::span(memory_.facePairs).first(memory_.firstFacePairs);
        return last.size() > budget_ && countNear(last, query(margin.looks.front()), budget_) > budget_;
    }

    /// At the first look: whether it is worth counting.
    bool findsMany(const SpeculativeMargin& margin) {
        find(margin.looks.front(), memory_.facePairs);
        begin();
        return isWorthCounting();
    }

    bool isWorthCounting() const { return memory_.facePairs.size() > budget_; }

    /// With the first look's pairs.
    void begin() {
        ends_ = {memory_.facePairs.size()};
        counted_ = 0;
        near_ = 0;
    }

    bool isSpent(const SpeculativeMargin& margin) {
        if (!isWorthCounting()) return false;
        const std::span<const FacePair> pairs = memory_.facePairs;
        for (; counted_ < ends_.size() && near_ <= budget_; ++counted_) {
            const std::size_t first = counted_ > 0 ? ends_[counted_ - 1] : 0;
            near_ += countNear(pairs.subspan(first, ends_[counted_] - first), query(margin.looks[counted_]),
                               budget_);
        }
        return near_ > budget_;
    }

    /// Pairs grow with the square of the distance at least.
    bool willBeSpent(const FacePairs& near, const SpeculativeMargin& coarse, const SpeculativeMargin& full) {
        const Look& look = coarse.looks.front();
        const Real growth = full.looks.front().queryDistance / look.queryDistance;
        return countNear(near, query(look), settings_.pairBudget) * growth * growth > settings_.pairBudget;
    }

    FacePairQuery query(const Look& look) { return queryOf(input_, look, pairMemory_); }

    void find(const Look& look, FacePairs& out) {
        const FacePairQuery asked = query(look);
        narrowPhase_.findFacePairs(asked.a, asked.b, asked.queryDistance, pairMemory_, out);
    }

    const NarrowPhase& narrowPhase_;
    const ContactInput& input_;
    const ContactSettings& settings_;
    PairMemory& pairMemory_;
    ContactMemory& memory_;
    std::vector<std::size_t> ends_;        ///< in memory_.facePairs: of the pairs of each look
    std::size_t counted_ = 0;              ///< looks
    Index budget_ = settings_.pairBudget;  ///< of the looks: less for those of the coarse margin
    Index near_ = 0;                       ///< pairs of those looks, up to one above the budget
};

/// One contact, and nothing known of features.
void keepOnly(const Candidate& candidate, const ContactInput& input, const SpeculativeMargin& margin,
              ContactMemory& memory) {
    writeManifolds({&candidate, 1}, manifoldInput(input), margin, 1, memory);
    memory.facePairs = {{candidate.faceA, candidate.faceB}};
    memory.intersectingPairs = 1;
    memory.speculativeDistance = margin.distance;
    memory.depth = featureDepthOf({&candidate, 1}, input);
}

}  // namespace

FacePairQuery firstQuery(const ContactInput& input, const ContactSettings& settings, PairMemory& pairMemory,
                         const ContactMemory& memory) {
    return queryOf(input, speculativeMarginOf(input, settings, memory.depth).looks.front(), pairMemory);
}

void findContacts(const NarrowPhase& narrowPhase, const ContactInput& input, const ContactSettings& settings,
                  PairMemory& pairMemory, ContactMemory& memory) {
    SpeculativeMargin margin = speculativeMarginOf(input, settings, memory.depth);
    if (const auto leaving = entangledContact(narrowPhase, input, margin, pairMemory, memory.entanglement)) {
        return keepOnly(*leaving, input, margin, memory);
    }
    FaceSearch(narrowPhase, input, settings, pairMemory, memory).run(margin);

    PlacedFeatures a(input.a, *input.surfaceA), b(input.b, *input.surfaceB);
    FeatureContacts found = findFeatureContacts(input, margin, a, b, memory.facePairs);
    dropWithoutHistory(input, margin, memory, found.candidates);
    dropBackSides(a.mesh(), b.mesh(), found.candidates);
    addDeepContacts(narrowPhase, input, margin, a, b, found, memory);

    const std::vector<Candidate> candidates = withoutTwins(found.candidates);
    memory.depth = featureDepthOf(candidates, input);
    memory.speculativeDistance = margin.distance;
    memory.intersectingPairs = static_cast<Index>(found.intersecting.size());
    writeManifolds(candidates, manifoldInput(input), margin, settings.maxPatches, memory);
}

}  // namespace ricochet
