#include "algorithms/contact/manifold/contact_matching.h"

#include "algorithms/contact/tolerances.h"

#include <algorithm>

namespace ricochet {
namespace {

class Matcher {
public:
    Matcher(const std::vector<ContactPoint>& last, std::vector<ContactPoint>& points)
        : last_(last), points_(points), isTaken_(spareMemory()) {
        isTaken_.assign(last.size(), false);
    }

    void matchByKey() {
        for (ContactPoint& point : points_) {
            for (Index i = 0; i < last_.size(); ++i) {
                if (isTaken_[i] || last_[i].key != point.key ||
                    last_[i].normal.dot(point.normal) <= kTolerances.sameNormal)
                    continue;
                take(point, i);
                break;
            }
        }
    }

    void matchNearest(Real farthest) {
        for (ContactPoint& point : points_) {
            if (point.previous != kNone) continue;
            Real minimum = farthest;
            Index nearest = kNone;
            for (Index i = 0; i < last_.size(); ++i) {
                if (isTaken_[i] || last_[i].normal.dot(point.normal) <= kTolerances.slidNormal) continue;
                const Real moved = std::min((last_[i].localOnA - point.localOnA).norm(),
                                            (last_[i].localOnB - point.localOnB).norm());
                if (moved < minimum) minimum = moved, nearest = i;
            }
            if (nearest != kNone) take(point, nearest);
        }
    }

private:
    /// Reused, so that no memory is allocated.
    static std::vector<bool>& spareMemory() {
        thread_local std::vector<bool> spare;
        return spare;
    }

    void take(ContactPoint& point, Index i) {
        isTaken_[i] = true;
        point.previous = i;
        point.age = last_[i].age + 1;
    }

    const std::vector<ContactPoint>& last_;
    std::vector<ContactPoint>& points_;
    std::vector<bool>& isTaken_;
};

}  // namespace

void matchToLastStep(const std::vector<ContactPoint>& last, Real radius, std::vector<ContactPoint>& points) {
    Matcher matcher(last, points);
    matcher.matchByKey();
    matcher.matchNearest(kTolerances.slide * radius);
}

void matchNearestToLastStep(const std::vector<ContactPoint>& last, Real radius,
                            std::vector<ContactPoint>& points) {
    Matcher(last, points).matchNearest(kTolerances.slide * radius);
}

}  // namespace ricochet
