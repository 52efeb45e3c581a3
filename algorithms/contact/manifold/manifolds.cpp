#include "algorithms/contact/manifold/manifolds.h"

#include "algorithms/contact/manifold/contact_arc.h"
#include "algorithms/contact/manifold/contact_matching.h"
#include "algorithms/contact/manifold/load_transfer.h"
#include "algorithms/contact/manifold/manifold_reduction.h"
#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <utility>

namespace ricochet {
namespace {

ContactPoint pointOf(const Candidate& c, const ActingPlace& place, const PairInput& input,
                     const PairMotion& motion) {
    ContactPoint point = contactPoint(c, input);
    point.normalOwner = normalOwner(featurePair(c.key));
    point.alongA = c.alongA;
    point.alongB = c.alongB;
    if (input.step.isRaw) return point;
    const ContactArc arc = contactArc(c, motion);
    point.normal = (arc.normal + place.tilt).normalized();
    point.distance += arc.widening + place.widening;
    point.actsAfter = arc.actsAfter;
    point.actsAside = place.aside;
    return point;
}

/// Compliant contacts let points end inside, so their gaps are not predicted: they act as if at rest.
PairMotion pairMotion(const PairInput& input, Real radius, std::span<const Candidate> candidates,
                      Real linearSlop) {
    PairMotion motion{.a = input.a.motion, .b = input.b.motion, .step = input.step, .linearSlop = linearSlop};
    if (!input.step.isCompliant) motion.damping = contactDamping(motion, radius, 0);
    for (const Candidate& c : candidates) motion.depth = std::max(motion.depth, motion.step.restGap - c.gap);
    motion.depth = std::min(motion.depth, kTolerances.shallow * linearSlop);
    return motion;
}

}  // namespace

void writeManifolds(std::span<const Candidate> candidates, const PairInput& input,
                    const SpeculativeMargin& margin, Index maxPatches, PersistentContacts& memory) {
    const Real radius = input.smallerRadius();
    PairMotion motion = pairMotion(input, radius, candidates, margin.linearSlop);
    const auto known = input.step.isCompliant ? std::nullopt : std::optional(motion);
    thread_local std::vector<Candidate> chosen;  // reused, so that no memory is allocated
    thread_local std::vector<ContactPoint> points;
    chosen.clear();
    points.clear();
    memory.patches.clear();
    for (const ChosenPatch& patch : choosePatches(candidates, memory.points, margin, maxPatches, known)) {
        memory.patches.push_back(
            {patch.normal, static_cast<Index>(chosen.size()), static_cast<Index>(patch.chosen.size())});
        for (const Index i : patch.chosen) chosen.push_back(candidates[i]);
    }
    ContactForecast forecast{motion.damping, std::vector<ActingPlace>(chosen.size())};
    const bool isPrepared = known && !input.step.isRaw;
    if (isPrepared && motion.damping < kTolerances.damped)
        forecast = forecastContacts(chosen, motion, radius);
    motion.damping = forecast.damping;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        points.push_back(pointOf(chosen[i], forecast.places[i], input, motion));
    }
    matchToLastStep(memory.points, radius, points);
    memory.points.swap(points);
}

}  // namespace ricochet
