#include "algorithms/contact/single_velocity/single_velocity.h"

#include "algorithms/contact/single_velocity/load_forecast.h"
#include "algorithms/contact/single_velocity/load_transfer.h"
#include "algorithms/contact/single_velocity/tolerances.h"
#include "algorithms/contact/tolerances.h"

#include <algorithm>

namespace ricochet {

SingleVelocity::SingleVelocity(const PairInput& input, std::span<const Candidate> candidates, Real linearSlop)
    : radius_(input.smallerRadius()),
      motion_{.a = input.a.motion, .b = input.b.motion, .step = input.step, .linearSlop = linearSlop} {
    // Compliant contacts let points end inside, so their gaps are not predicted: they act as if at rest.
    if (!input.step.isCompliant) motion_.damping = contactDamping(motion_, radius_, 0);
    for (const Candidate& c : candidates) motion_.depth = std::max(motion_.depth, input.step.restGap - c.gap);
    motion_.depth = std::min(motion_.depth, kTolerances.shallow * linearSlop);
}

StepForecast SingleVelocity::forecast(std::span<const Candidate> candidates) const {
    return LoadForecast(candidates, motion_);
}

void SingleVelocity::prepare(std::span<const Candidate> chosen, std::span<ContactPoint> points,
                             std::vector<ActingPoint>& acting) const {
    ContactForecast forecast{motion_.damping, std::vector<ActingPlace>(chosen.size())};
    if (!motion_.step.isCompliant && motion_.damping < kSingleVelocity.damped)
        forecast = forecastContacts(chosen, motion_, radius_);
    PairMotion damped = motion_;
    damped.damping = forecast.damping;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const ContactArc arc = contactArc(chosen[i], damped);
        const ActingPlace& place = forecast.places[i];
        points[i].normal = (arc.normal + place.tilt).normalized();
        points[i].distance += arc.widening + place.widening;
        acting.push_back({arc.actsAfter, place.aside});
    }
}

}  // namespace ricochet
