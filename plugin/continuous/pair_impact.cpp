#include "plugin/continuous/pair_impact.h"

#include <algorithm>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

constexpr Real kSlow = 0.125;  // of the smaller radius: the query distance of contacts is larger
constexpr Real kLinearSlop =
    1e-3;  // of the smaller radius: as in contacts, surfaces this near count as touching
/// Linear slops that bodies may move in one step if they intersect already, touch without a contact, or are
/// near so many faces of each other that the search ends at the start.
constexpr Real kAllowedDriftSlops = 10;
/// Linear slops of overlap that are removed by an offset; deeper ones get the allowed drift.
constexpr Real kMostOffsetSlops = 12;

/// The part of a motion from `begin` to `end`; if it is empty, the end pose.
RigidMotion rest(const RigidMotion& motion, Real begin, Real end) {
    return begin < end ? part(motion, begin, end) : standing(poseAt(motion, begin));
}

}  // namespace

std::optional<PairImpact> PairImpact::of(const MovingObject& a, const MovingObject& b, ObjectSweep& sweep,
                                         NearContacts& contacts) {
    const Real radius = std::min(radiusOf(*a.object), radiusOf(*b.object));
    const Real displacement = relativeDisplacement(a, b), slop = kLinearSlop * radius;
    if (displacement <= kSlow * radius) return std::nullopt;
    const std::optional<Real> restGap = sweep.combinedRestGap(*a.object, *b.object);
    if (!restGap) return std::nullopt;
    PairImpact impact(a, b);
    impact.allowedDrift_ = std::min(Real(1), kAllowedDriftSlops * slop / displacement);
    impact.leaveRoom(*restGap, slop, contacts.between(*a.object, *b.object, slop));
    return impact;
}

/// Bodies in contact must be free to slide on one another, and errors of a linear slop must not stop them: A
/// is swept with an offset of two linear slops from B.
void PairImpact::leaveRoom(Real restGap, Real slop, const NearContact& contact) {
    const Real distance = restGap + contact.distance;
    gap_ = std::min(restGap + slop, std::max(slop, 0.5 * distance));
    if (distance >= 2 * slop || contact.normal.isZero(0)) return;
    const Real offset = std::min(2 * slop - distance, kMostOffsetSlops * slop);
    const Vec3 by = offset * contact.normal.normalized();
    a_.motion.poseAt0.translation += by;
    a_.motion.centre += by;
}

std::optional<Real> PairImpact::time(Real endA, Real endB, ObjectSweep& sweep) {
    const Real both = std::min(endA, endB);
    if (const auto met = timeBothMove(both, sweep)) return met;
    if (endA == endB) return std::nullopt;
    return timeOneMoves(both, std::max(endA, endB), endA > endB, sweep);
}

std::optional<Real> PairImpact::timeBothMove(Real end, ObjectSweep& sweep) {
    if (!isKnown_) {
        SweptSettings settings;
        settings.gap = gap_;
        settings.end = end;
        settings.budget = &budget_;
        const auto found = sweep.firstContact(a_, b_, settings);
        isKnown_ = true;
        isCoarse_ |= found && found->contact.isCoarse;
        meetsThen_ = found.has_value();
        freeUntil_ = !found ? end : found->contact.time > 0 ? found->contact.time : allowedDrift_;
    }
    return meetsThen_ && freeUntil_ < end ? std::optional(freeUntil_) : std::nullopt;
}

std::optional<Real> PairImpact::timeOneMoves(Real begin, Real end, bool isA, ObjectSweep& sweep) {
    MovingObject a{a_.object, rest(a_.motion, begin, isA ? end : begin)};
    MovingObject b{b_.object, rest(b_.motion, begin, isA ? begin : end)};
    SweptSettings settings;
    settings.gap = gap_;
    settings.budget = &budget_;
    const auto found = sweep.firstContact(a, b, settings);
    if (!found) return std::nullopt;
    isCoarse_ |= found->contact.isCoarse;
    return begin + found->contact.time * (end - begin);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
