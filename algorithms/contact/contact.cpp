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
#include <tuple>
#include <utility>

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
        FacePairs more;
        for (std::size_t i = 1; i < margin.looks.size(); ++i) {
            if (isSpent()) {
                memory_.isOverBudget = true;
                return margin.looks.resize(i);
            }
            find(margin.looks[i], more);
            memory_.facePairs.insert(memory_.facePairs.end(), more.begin(), more.end());
        }
    }

private:
    /// With the coarse margin, which takes the place of `margin`, where the whole one finds too much; it is
    /// asked first where it did so in the last step.
    void findFirst(SpeculativeMargin& margin) {
        const bool wasOverBudget = std::exchange(memory_.isOverBudget, false);
        if (!wasOverBudget && fitsBudget(margin)) return;
        auto coarse = coarseMarginOf(input_, settings_, memory_.depth, margin);
        FacePairs near;
        if (coarse) find(coarse->looks.front(), near);
        const bool isDecided = !wasOverBudget || (coarse && willBeSpent(near, *coarse, margin));
        if ((!isDecided && fitsBudget(margin)) || !coarse) return;
        memory_.isOverBudget = true;
        memory_.facePairs.swap(near);
        margin = std::move(*coarse);
    }

    bool fitsBudget(const SpeculativeMargin& margin) {
        find(margin.looks.front(), memory_.facePairs);
        return !isSpent();
    }

    /// Pairs grow with the square of the distance at least.
    bool willBeSpent(const FacePairs& near, const SpeculativeMargin& coarse, const SpeculativeMargin& full) {
        const Real growth = full.looks.front().queryDistance / coarse.looks.front().queryDistance;
        return static_cast<Real>(near.size()) * growth * growth > settings_.pairBudget;
    }

    void find(const Look& look, FacePairs& out) {
        const FacePairQuery query = queryOf(input_, look, pairMemory_);
        narrowPhase_.findFacePairs(query.a, query.b, query.queryDistance, pairMemory_, out);
    }

    bool isSpent() const { return memory_.facePairs.size() > settings_.pairBudget; }

    const NarrowPhase& narrowPhase_;
    const ContactInput& input_;
    const ContactSettings& settings_;
    PairMemory& pairMemory_;
    ContactMemory& memory_;
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
