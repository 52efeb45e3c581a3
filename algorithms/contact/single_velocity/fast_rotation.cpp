// Points follow their arcs past the tangent plane of the body that rotates more slowly. Over a large angle a
// face or an edge of the other body rotates away, and the features beside it have their own contacts:
// vertices of a wheel touch the ground one after another within a step. A velocity v along the normal keeps a
// point out at the time t if h(t) + v t >= 0 for its height h, so the strictest time is that of the least
// h(t) / t. There the rate h' equals h / t, unless it is the end of the step. So the solver's row, which
// compares the speed with the distance over the time step, needs a distance of zero, and its lever arms point
// to where the bodies touch.

#include "algorithms/contact/single_velocity/fast_rotation.h"

#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/turning_roots.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet {
namespace {

class FastArc {
public:
    FastArc(const Candidate& candidate, const PairMotion& motion)
        : candidate_(candidate),
          motion_(motion),
          slower_(motion.a.angularVelocity.squaredNorm() < motion.b.angularVelocity.squaredNorm() ? motion.a
                                                                                                  : motion.b),
          gap_(candidate.gap - motion.step.restGap),
          above_(std::max(gap_ + motion.depth, Real{0})),
          parts_(static_cast<int>(std::min(std::ceil(rotationInStep(motion) / kTolerances.arcRotation),
                                           Real{kTolerances.mostRotationParts}))) {}

    ContactArc run() const {
        const Place touch = strictestPlace();
        const Real demand = demandAt(touch);
        // An impact that changes the rotation changes the arc: then the straight line is safer.
        const Real onArc = 1 - impactShare(demand) * rotationShare(touch), time = onArc * touch.time;
        const Place place = time == touch.time ? touch : placeAt(time);
        const Real distance = motion_.step.timeStep * std::max(demand - place.speed, Real{0});
        // The solver corrects a penetration.
        const Real widening = touches(gap_) ? distance : distance - gap_;
        return {time, place.normal, onArc * widening};
    }

private:
    /// Where the points are at a time.
    struct Place {
        Real time;        ///< seconds
        Vec3 armA, armB;  ///< metres, from the centres
        Vec3 normal;      ///< unit, world
        Real rise;        ///< metres: of the gap since the beginning of the step
        Real speed;       ///< m/s: of the points apart along the normal
    };

    bool touches(Real height) const { return height <= kTolerances.endsInside * motion_.linearSlop; }

    Place placeAt(Real time) const {
        const BodyMotion &a = motion_.a, &b = motion_.b;
        const Candidate& c = candidate_;
        const Vec3 armA = armAfter(a, c.onA, time), armB = armAfter(b, c.onB, time);
        const Vec3 normal = armAfter(slower_, slower_.centre + c.normal, time);
        const Vec3 velocity = a.linearVelocity - b.linearVelocity;
        const Vec3 apart = a.centre - b.centre + time * velocity + armA - armB;
        return {time,
                armA,
                armB,
                normal,
                normal.dot(apart) - c.normal.dot(c.onA - c.onB),
                normal.dot(velocity + a.angularVelocity.cross(armA) - b.angularVelocity.cross(armB))};
    }

    /// m/s: the least speed apart at which the points would be as deep at that time as the bodies are now.
    Real rateAt(const Place& place) const {
        if (place.time > 0) return (above_ + place.rise) / place.time;
        return touches(above_) ? place.speed : std::numeric_limits<Real>::infinity();
    }

    /// m/s: the speed that an impulse may take from the points, or, if negative, must give them.
    Real demandAt(const Place& place) const {
        const Real rate = rateAt(place);
        if (rate >= 0 || place.time == motion_.step.timeStep) return rate;
        return place.time > 0 ? std::min(rate + motion_.linearSlop / place.time, Real{0}) : 0;
    }

    /// 0 ... 1: the share of an impact in what the contact demands; the rest is load.
    Real impactShare(Real demand) const {
        if (demand >= 0) return 0;
        const Real gravity = std::max(motion_.a.gravity.norm(), motion_.b.gravity.norm());
        const Real fall = gravity * motion_.step.timeStep;
        return demand * demand / (demand * demand + fall * fall);
    }

    /// 0 ... 1: the points' motion by rotation, of an impulse at the contact, relative to that by
    /// translation.
    Real rotationShare(const Place& place) const {
        const auto rotated = [&](const BodyMotion& body, const Vec3& arm) {
            const Vec3 moment = arm.cross(place.normal);
            return moment.dot(body.inverseInertia * moment);
        };
        const Real rotation = rotated(motion_.a, place.armA) + rotated(motion_.b, place.armB);
        const Real translation = motion_.a.inverseMass + motion_.b.inverseMass;
        return rotation < translation ? rotation / translation : translation > 0 ? 1 : 0;
    }

    /// The strictest one of the step's end and the times at which the rate has a minimum, where it equals the
    /// speed.
    Place strictestPlace() const {
        Place strictest = placeAt(touches(above_) ? 0 : motion_.step.timeStep), last = strictest;
        const auto consider = [&](const Place& place) {
            if (rateAt(place) < rateAt(strictest)) strictest = place;
        };
        const auto slopeAt = [&](const Place& place) {
            return place.time * place.speed - (above_ + place.rise);
        };
        const auto slope = [&](Real time) { return slopeAt(placeAt(time)); };
        Real begin = 0, atBegin = -above_;
        for (int i = 1; i <= parts_; ++i) {
            const Real end = motion_.step.timeStep * i / parts_;
            if (last.time != end) last = placeAt(end);
            const Real atEnd = slopeAt(last);
            if (atBegin < 0 && atEnd > 0) consider(placeAt(rootBetween(slope, begin, end, atBegin, atEnd)));
            begin = end, atBegin = atEnd;
        }
        consider(last.time == motion_.step.timeStep ? last : placeAt(motion_.step.timeStep));
        return strictest;
    }

    const Candidate& candidate_;
    const PairMotion& motion_;
    const BodyMotion& slower_;  ///< the normal rotates with it
    const Real gap_;
    const Real above_;  ///< metres: the gap, where the bodies may stay as deep as they are
    const int parts_;   ///< of the step
};

}  // namespace

ContactArc fastRotationArc(const Candidate& candidate, const PairMotion& motion) {
    return FastArc(candidate, motion).run();
}

}  // namespace ricochet
