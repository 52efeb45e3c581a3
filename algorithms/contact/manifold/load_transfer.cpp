// Bullet changes the velocities once in a step and then moves the bodies by them. So a velocity is the mean
// over a step, and its change between two steps is that of the forces from the middle of one to the middle of
// the other: the step's begin is the middle of that time, and contacts that touch have their arms of then. A
// contact that comes to touch a share t of the step later takes the share 1 - t of its impact in this step.
// All else that it carries is the load that others have carried, where they did.

#include "algorithms/contact/manifold/load_transfer.h"

#include "algorithms/contact/manifold/turning.h"
#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace ricochet {
namespace {

/// Bullet takes depth back by other means than impulses: what is inside need not come out in the step.
std::vector<Candidate> notInside(std::span<const Candidate> contacts, Real restGap) {
    std::vector<Candidate> result(contacts.begin(), contacts.end());
    for (Candidate& c : result) c.gap = std::max(c.gap, restGap);
    return result;
}

class LoadTransfer {
public:
    LoadTransfer(std::span<const Candidate> contacts, const PairMotion& motion, Real linearSlop,
                 Real lastImpulse)
        : contacts_(contacts),
          motion_(motion),
          touching_(motion.restGap + kTolerances.endsInside * linearSlop),
          lastLoad_(motion.timeStep * lastImpulse),
          all_(contacts.size()),
          alone_(notInside(contacts, motion.restGap), motion) {
        std::iota(all_.begin(), all_.end(), Index{0});
    }

    ContactForecast forecast(Real radius, Real linearSlop) {
        ContactForecast result;
        result.places.resize(contacts_.size());
        result.damping = motion_.damping;
        if (!alone_.isPossible()) return result;
        StepForecast together = alone_;
        together.hold(all_);
        Real load = 0, lift = 0;
        for (const Index i : all_) {
            result.impulses.push_back(together.loadOf(i) / motion_.timeStep);
            load += together.loadOf(i);
            lift = std::max(lift, together.forceOf(i));
        }
        if (load > lastLoad_) result.steadyShare = lastLoad_ / load;
        const Real impact = (1 - result.steadyShare) * lift / motion_.timeStep;
        result.damping = dampingOf(motion_, radius, linearSlop, impact);
        if (turnsTooFar(motion_) || allTouch()) return result;
        findLoads(together);
        keepSteady();
        for (const Index i : all_) {
            if (!touches(contacts_[i])) result.places[i] = placeOf(i, result.damping);
        }
        return result;
    }

private:
    struct Load {
        Real size;  ///< kg m: an impulse times the time step
        Vec3 point, normal;
    };

    bool touches(const Candidate& c) const { return c.gap <= touching_; }

    bool allTouch() const {
        return std::ranges::all_of(contacts_, [&](const Candidate& c) { return touches(c); });
    }

    /// What the contacts that touch would carry alone, and do not beside the others. A body that rolls over
    /// several corners in a step may touch with none that carries: then its weight is where it is nearest.
    void findLoads(const StepForecast& together) {
        std::vector<Index> touching;
        std::ranges::copy_if(all_, std::back_inserter(touching),
                             [&](Index i) { return touches(contacts_[i]); });
        alone_.hold(touching);
        bool areLoaded = false;
        for (std::size_t k = 0; k < touching.size(); ++k) {
            areLoaded = areLoaded || alone_.loadOf(k) > 0;
            add(touching[k], alone_.loadOf(k) - together.loadOf(touching[k]));
        }
        if (areLoaded || lastLoad_ == 0) return;
        const Index nearest = nearestContact();
        add(nearest, weightOn(nearest) - together.loadOf(nearest));
    }

    void add(Index contact, Real load) {
        if (load > 0) loads_.push_back({load, contacts_[contact].onB, contacts_[contact].normal});
    }

    Index nearestContact() const {
        return static_cast<Index>(std::ranges::min_element(contacts_, {}, &Candidate::gap) -
                                  contacts_.begin());
    }

    Real weightOn(Index contact) const {
        const Vec3 fall = motion_.timeStep * motion_.timeStep * (motion_.b.gravity - motion_.a.gravity);
        return alone_.loadThatLifts(contact, contacts_[contact].normal.dot(fall));
    }

    /// What was not there in the last step is an impact, and passes on to nothing.
    void keepSteady() {
        Real total = 0;
        for (const Load& load : loads_) total += load.size;
        if (total <= lastLoad_) return;
        for (Load& load : loads_) load.size *= lastLoad_ / total;
    }

    /// One contact in the place of two, the old one and itself: the mean of both, weighted by their loads.
    ActingPlace placeOf(Index i, Real damping) const {
        const Candidate& c = contacts_[i];
        const Real end = alone_.gapAtEnd(i);
        const Load load = loadAlong(c.normal);
        if (end >= 0 || load.size <= 0) return {};
        const Real closing = c.gap - motion_.restGap - end;
        const Real shareLeft = -end / closing;
        const Real impact = shareLeft * alone_.loadThatLifts(i, closing);
        const Real share = (1 - damping) * load.size / (load.size + impact);
        ActingPlace place;
        place.tilt = share * (load.normal - c.normal);
        const Vec3 shift = share * (load.point - c.onB);
        place.aside = shift - c.normal.dot(shift) * c.normal;
        const Vec3 normal = (c.normal + place.tilt).normalized();
        place.widening = c.normal.dot(alone_.displacementOfA(c.onB)) -
                         normal.dot(alone_.displacementOfA(c.onB + place.aside));
        return place;
    }

    /// The sum of those that push that way, at the mean of their points.
    Load loadAlong(const Vec3& normal) const {
        Load sum{0, Vec3::Zero(), Vec3::Zero()};
        for (const Load& load : loads_) {
            if (load.normal.dot(normal) < kTolerances.sameDirection) continue;
            sum.size += load.size;
            sum.point += load.size * load.point;
            sum.normal += load.size * load.normal;
        }
        if (sum.size > 0) sum.point /= sum.size, sum.normal /= sum.size;
        return sum;
    }

    std::span<const Candidate> contacts_;
    const PairMotion& motion_;
    const Real touching_;  ///< metres: what is no farther apart touches
    const Real lastLoad_;  ///< kg m
    std::vector<Index> all_;
    StepForecast alone_;  ///< with the contacts that touch
    std::vector<Load> loads_;
};

}  // namespace

ContactForecast forecastContacts(std::span<const Candidate> contacts, const PairMotion& motion, Real radius,
                                 Real linearSlop, Real lastImpulse) {
    return LoadTransfer(contacts, motion, linearSlop, lastImpulse).forecast(radius, linearSlop);
}

}  // namespace ricochet
