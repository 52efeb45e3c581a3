#include "algorithms/contact/single_velocity/single_velocity.h"

#include "algorithms/contact/single_velocity/load_transfer.h"
#include "algorithms/contact/tolerances.h"

#include <algorithm>

namespace ricochet {

std::optional<PairMotion> singleVelocityMotion(const PairInput& input, std::span<const Candidate> candidates,
                                               Real linearSlop) {
    if (input.step.isRaw || input.step.timeStep <= 0) return std::nullopt;
    PairMotion motion{.a = input.a.motion,
                      .b = input.b.motion,
                      .step = input.step,
                      .radius = input.smallerRadius(),
                      .linearSlop = linearSlop};
    // Compliant contacts let points end inside, so their gaps are not predicted: they act as if at rest.
    if (!input.step.isCompliant) motion.damping = contactDamping(motion, 0);
    for (const Candidate& c : candidates) motion.depth = std::max(motion.depth, input.step.restGap - c.gap);
    motion.depth = std::min(motion.depth, kTolerances.shallow * linearSlop);
    return motion;
}

void prepareForSingleVelocity(std::span<const Candidate> chosen, const PairMotion& motion,
                              std::span<ContactPoint> points) {
    std::vector<ContactArc> arcs;
    if (!motion.step.isCompliant && motion.damping < kTolerances.damped) {
        PairMotion damped = motion;
        arcs = arcsWithLoads(chosen, damped);
    } else {
        for (const Candidate& c : chosen) arcs.push_back(contactArc(c, motion));
    }
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        points[i].normal = arcs[i].normal.normalized();
        points[i].distance += arcs[i].widening;
        points[i].actsAfter = arcs[i].actsAfter;
        points[i].actsAside = arcs[i].aside;
    }
}

}  // namespace ricochet
