#include "algorithms/contact/manifold/contact_matching.h"

#include "algorithms/contact/tolerances.h"

#include <algorithm>

namespace ricochet {
namespace {

using Points = std::vector<ContactPoint>;

/// Whether each of the last step's points is taken.
std::vector<bool>& noneTaken(const Points& last) {
    thread_local std::vector<bool> isTaken;  // reused, so that no memory is allocated
    isTaken.assign(last.size(), false);
    return isTaken;
}

void take(const Points& last, Index i, std::vector<bool>& isTaken, ContactPoint& point) {
    isTaken[i] = true;
    point.previous = i;
    point.age = last[i].age + 1;
}

void matchByKey(const Points& last, std::vector<bool>& isTaken, Points& points) {
    for (ContactPoint& point : points) {
        for (Index i = 0; i < last.size(); ++i) {
            if (isTaken[i] || last[i].key != point.key ||
                last[i].normal.dot(point.normal) <= kTolerances.sameNormal)
                continue;
            take(last, i, isTaken, point);
            break;
        }
    }
}

void matchNearest(const Points& last, Real farthest, std::vector<bool>& isTaken, Points& points) {
    for (ContactPoint& point : points) {
        if (point.previous != kNone) continue;
        Real minimum = farthest;
        Index nearest = kNone;
        for (Index i = 0; i < last.size(); ++i) {
            if (isTaken[i] || last[i].normal.dot(point.normal) <= kTolerances.slidNormal) continue;
            const Real moved = std::min((last[i].localOnA - point.localOnA).norm(),
                                        (last[i].localOnB - point.localOnB).norm());
            if (moved < minimum) minimum = moved, nearest = i;
        }
        if (nearest != kNone) take(last, nearest, isTaken, point);
    }
}

}  // namespace

void matchToLastStep(const Points& last, Real radius, Points& points) {
    std::vector<bool>& isTaken = noneTaken(last);
    matchByKey(last, isTaken, points);
    matchNearest(last, kTolerances.slide * radius, isTaken, points);
}

void matchNearestToLastStep(const Points& last, Real radius, Points& points) {
    matchNearest(last, kTolerances.slide * radius, noneTaken(last), points);
}

}  // namespace ricochet
