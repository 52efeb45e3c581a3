// Bullet changes the velocities once per step and then moves the bodies with them. So a velocity is the mean
// over a step, and its change between two steps is caused by the forces from the middle of one step to the
// middle of the next. The beginning of the step is the centre of that interval, so contacts that touch use
// their lever arms at that time. A contact that begins to touch after a share t of the step takes the share 1
// - t of its impact in this step. Until then other contacts carry the load, at their points.

#include "algorithms/contact/single_velocity/load_transfer.h"

#include "algorithms/contact/manifold/step_forecast.h"
#include "algorithms/contact/tolerances.h"

#include <algorithm>

namespace ricochet {
namespace {

/// Bullet corrects penetration separately, so contacts that are inside need not come out within the step.
std::vector<Candidate> notInside(std::span<const Candidate> contacts, Real restGap) {
    std::vector<Candidate> result(contacts.begin(), contacts.end());
    for (Candidate& c : result) c.gap = std::max(c.gap, restGap);
    return result;
}

class LoadTransfer {
public:
    LoadTransfer(std::span<const Candidate> contacts, const PairMotion& motion)
        : contacts_(contacts),
          motion_(motion),
          forecast_(motion.a, motion.b, linesOnArcs(notInside(contacts, motion.step.restGap), motion)) {
        all_.reserve(contacts.size());
        touching_.reserve(contacts.size());
        together_.reserve(contacts.size());
        for (Index i = 0; i < contacts.size(); ++i) {
            all_.push_back(i);
            if (touches(contacts[i])) touching_.push_back(i);
        }
    }

    /// Sets `damped.damping`, with which the contacts act.
    std::vector<ContactArc> run(PairMotion& damped) {
        const bool isTransferred = findLoads(damped.damping);
        std::vector<ContactArc> arcs;
        arcs.reserve(contacts_.size());
        for (const Index i : all_) {
            arcs.push_back(contactArc(contacts_[i], damped));
            if (isTransferred && !touches(contacts_[i])) transferTo(i, damped.damping, arcs.back());
        }
        return arcs;
    }

private:
    struct Load {
        Real size;  ///< kg m: an impulse times the time step
        Vec3 point, normal;
    };

    /// Sets the damping. Returns whether there are loads to transfer.
    bool findLoads(Real& damping) {
        if (contacts_.empty() || !StepForecast::isPossible(motion_.a, motion_.b, motion_.step.timeStep))
            return false;
        Real load = 0;
        forecast_.hold(all_);
        for (const Index i : all_) {
            together_.push_back(forecast_.load(i));
            load += together_.back();
        }
        const Real change = forecast_.solver().displacement(motion_.radius) / motion_.step.timeStep;
        const Real steady = steadyLoad();
        damping = contactDamping(motion_, load > steady ? (1 - steady / load) * change : 0);
        if (rotatesTooFar(motion_) || touching_.size() == all_.size()) return false;
        addLoads();
        scaleLoadsTo(steady);
        return true;
    }

    bool touches(const Candidate& c) const {
        return c.gap <= motion_.step.restGap + kTolerances.endsInside * motion_.linearSlop;
    }

    Real loadOfTouching() const {
        Real sum = 0;
        for (std::size_t k = 0; k < touching_.size(); ++k) sum += forecast_.load(k);
        return sum;
    }

    /// kg m: the load without the share of the impact. Afterwards the touching contacts hold.
    Real steadyLoad() {
        forecast_.stop(touching_);
        const Real impact = loadOfTouching();
        forecast_.hold(touching_);
        const Real load = loadOfTouching();
        return load > 0 ? std::max(load - impact, Real{0}) : weightOn(nearestContact());
    }

    /// The load that touching contacts would carry alone, less what they carry beside the others. A body that
    /// rolls over several corners in a step may touch at unloaded contacts only: then its weight acts at the
    /// nearest one.
    void addLoads() {
        bool areLoaded = false;
        for (std::size_t k = 0; k < touching_.size(); ++k) {
            areLoaded = areLoaded || forecast_.load(k) > 0;
            add(touching_[k], forecast_.load(k) - together_[touching_[k]]);
        }
        if (areLoaded) return;
        const Index nearest = nearestContact();
        add(nearest, weightOn(nearest) - together_[nearest]);
    }

    void add(Index contact, Real load) {
        if (load > 0) loads_.push_back({load, contacts_[contact].onB, contacts_[contact].normal});
    }

    Index nearestContact() const {
        return static_cast<Index>(std::ranges::min_element(contacts_, {}, &Candidate::gap) -
                                  contacts_.begin());
    }

    Real weightOn(Index contact) const {
        const Vec3 fall =
            motion_.step.timeStep * motion_.step.timeStep * (motion_.b.gravity - motion_.a.gravity);
        return forecast_.loadThatWidens(contact, contacts_[contact].normal.dot(fall));
    }

    /// Only the steady load is transferred, not that of an impact.
    void scaleLoadsTo(Real steady) {
        Real total = 0;
        for (const Load& load : loads_) total += load.size;
        if (total <= steady) return;
        for (Load& load : loads_) load.size *= steady / total;
    }

    /// The contact acts in place of two, itself and the old one: at the mean of both, weighted by their
    /// loads.
    void transferTo(Index i, Real damping, ContactArc& arc) const {
        const Candidate& c = contacts_[i];
        const Real end = forecast_.gapAtEnd(i);
        const Load load = loadAlong(c.normal);
        if (end >= 0 || load.size <= 0) return;
        const Real closing = c.gap - motion_.step.restGap - end;
        const Real shareLeft = -end / closing;
        const Real impact = shareLeft * forecast_.loadThatWidens(i, closing);
        const Real share = (1 - damping) * load.size / (load.size + impact);
        const Vec3 tilt = share * (load.normal - c.normal), offset = share * (load.point - c.onB);
        arc.aside = offset - c.normal.dot(offset) * c.normal;
        arc.normal += tilt;
        arc.widening += c.normal.dot(displacementOfA(c.onB)) -
                        (c.normal + tilt).normalized().dot(displacementOfA(c.onB + arc.aside));
    }

    /// Metres: the displacement of A's point relative to B's at the same place, within the step.
    Vec3 displacementOfA(const Vec3& point) const {
        const BodyMotion &a = motion_.a, &b = motion_.b;
        const Real h = motion_.step.timeStep;
        const PairSolver& loads = forecast_.solver();
        return h * (velocityAt(a, point) - velocityAt(b, point)) + h * h * (a.gravity - b.gravity) +
               loads.translation() + loads.rotationOfA().cross(point - a.centre) -
               loads.rotationOfB().cross(point - b.centre);
    }

    /// The sum of the loads in that direction, at the mean of their points.
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
    std::vector<Index> all_, touching_;
    StepForecast forecast_;       ///< of the pair, on arcs
    std::vector<Real> together_;  ///< kg m: the contacts' loads if all of them hold
    std::vector<Load> loads_;
};

}  // namespace

std::vector<ContactArc> arcsWithLoads(std::span<const Candidate> contacts, PairMotion& motion) {
    const PairMotion undamped = motion;
    return LoadTransfer(contacts, undamped).run(motion);
}

}  // namespace ricochet
