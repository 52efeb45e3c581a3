#pragma once

#include "algorithms/contact/contact_types.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace ricochet::test {

inline bool areSame(const Pose& x, const Pose& y) {
    return x.rotation == y.rotation && x.translation == y.translation;
}

inline bool areSame(const std::optional<Pose>& x, const std::optional<Pose>& y) {
    return x.has_value() == y.has_value() && (!x || areSame(*x, *y));
}

inline bool areSame(const ContactPoint& x, const ContactPoint& y) {
    const auto numbers = [](const ContactPoint& p) {
        return std::tie(p.onA, p.onB, p.normal, p.distance, p.faceA, p.faceB, p.key, p.localOnA, p.localOnB,
                        p.previous, p.age, p.normalOwner, p.alongA, p.alongB, p.roundingA, p.roundingB,
                        p.actsAfter, p.actsAside);
    };
    return numbers(x) == numbers(y);
}

/// All that a step leaves behind, but for the pairs from which it was found.
inline bool areSame(const PersistentContacts& x, const PersistentContacts& y) {
    const auto samePoint = [](const ContactPoint& p, const ContactPoint& q) { return areSame(p, q); };
    const auto samePatch = [](const Patch& p, const Patch& q) {
        return p.normal == q.normal && p.begin == q.begin && p.count == q.count;
    };
    const auto sameSeparated = [](const LastSeparated& p, const LastSeparated& q) {
        return areSame(p.aInB, q.aInB) && p.deepest == q.deepest && p.ofSolids == q.ofSolids;
    };
    return std::ranges::equal(x.points, y.points, samePoint) &&
           std::ranges::equal(x.patches, y.patches, samePatch) &&
           x.intersectingPairs == y.intersectingPairs && x.speculativeDistance == y.speculativeDistance &&
           x.isOverBudget == y.isOverBudget && x.insideBy == y.insideBy && areSame(x.chosenAt, y.chosenAt) &&
           x.areEntangled == y.areEntangled && x.depth.has_value() == y.depth.has_value() &&
           (!x.depth || (x.depth->deepest == y.depth->deepest && areSame(x.depth->pose, y.depth->pose))) &&
           x.lastSeparated.has_value() == y.lastSeparated.has_value() &&
           (!x.lastSeparated || sameSeparated(*x.lastSeparated, *y.lastSeparated));
}

}  // namespace ricochet::test
