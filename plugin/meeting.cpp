#include "plugin/meeting.h"

#include <algorithm>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

constexpr Real kSlow = 0.125;  // of the smaller radius: contacts look farther ahead than that
constexpr Real kSkin =
    1e-3;  // of the smaller radius: as contacts have it, surfaces this near count as touching
/// Skins that bodies which cross already, or touch where no contact tells it, may go in one step.
constexpr Real kCreepSkins = 10;
/// Skins of overlap that are lifted away; deeper ones creep.
constexpr Real kMostLiftSkins = 12;

/// A motion from `begin` to `end`; where there is none left, its end.
RigidMotion rest(const RigidMotion& motion, Real begin, Real end) {
    return begin < end ? part(motion, begin, end) : standing(poseAt(motion, begin));
}

}  // namespace

std::optional<Meeting> Meeting::of(const MovingObject& a, const MovingObject& b, ObjectSweep& sweep,
                                   NearContacts& contacts) {
    const Real radius = std::min(radiusOf(*a.object), radiusOf(*b.object));
    const Real way = relativeWay(a, b), skin = kSkin * radius;
    if (way <= kSlow * radius) return std::nullopt;
    const std::optional<Real> restGap = sweep.restGapOf(*a.object, *b.object);
    if (!restGap) return std::nullopt;
    Meeting meeting(a, b);
    meeting.creep_ = std::min(Real(1), kCreepSkins * skin / way);
    meeting.leaveRoom(*restGap, skin, contacts.between(*a.object, *b.object, skin));
    return meeting;
}

/// Bodies in contact must be free to slide on one another, and roundings of a skin must not stop them: A is
/// swept where it would be with two skins of air below it.
void Meeting::leaveRoom(Real restGap, Real skin, const NearContact& contact) {
    const Real distance = restGap + contact.distance;
    gap_ = std::min(restGap + skin, std::max(skin, 0.5 * distance));
    if (distance >= 2 * skin || contact.normal.isZero(0)) return;
    const Real lift = std::min(2 * skin - distance, kMostLiftSkins * skin);
    const Vec3 by = lift * contact.normal.normalized();
    a_.motion.poseAt0.translation += by;
    a_.motion.centre += by;
}

std::optional<Real> Meeting::time(Real endA, Real endB, ObjectSweep& sweep) {
    const Real both = std::min(endA, endB);
    if (const auto met = timeBothMove(both, sweep)) return met;
    if (endA == endB) return std::nullopt;
    return timeOneMoves(both, std::max(endA, endB), endA > endB, sweep);
}

std::optional<Real> Meeting::timeBothMove(Real end, ObjectSweep& sweep) {
    if (!isKnown_) {
        SweptSettings settings;
        settings.gap = gap_;
        settings.end = end;
        const auto found = sweep.firstContact(a_, b_, settings);
        isKnown_ = true;
        meetsThen_ = found.has_value();
        freeUntil_ = !found ? end : found->contact.time > 0 ? found->contact.time : creep_;
    }
    return meetsThen_ && freeUntil_ < end ? std::optional(freeUntil_) : std::nullopt;
}

std::optional<Real> Meeting::timeOneMoves(Real begin, Real end, bool isA, ObjectSweep& sweep) const {
    MovingObject a{a_.object, rest(a_.motion, begin, isA ? end : begin)};
    MovingObject b{b_.object, rest(b_.motion, begin, isA ? begin : end)};
    SweptSettings settings;
    settings.gap = gap_;
    const auto found = sweep.firstContact(a, b, settings);
    if (!found) return std::nullopt;
    return begin + found->contact.time * (end - begin);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
