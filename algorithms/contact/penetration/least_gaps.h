#pragma once

#include "algorithms/contact/features/feature_contacts.h"

#include <utility>
#include <vector>

namespace ricochet {

/// The least gaps of candidates in boxes. Refers to the candidates, to which more may be added. After some
/// queries it sorts them along an axis, so that each later query visits few.
class LeastGaps {
public:
    explicit LeastGaps(const std::vector<Candidate>& candidates) : candidates_(candidates) {}

    /// Of those with a point of A in the box that do not push against `n`; infinite if there are none.
    Real in(const Aabb& box, const Vec3& n);

    /// Call it when candidates were erased.
    void reset() { byX_.clear(); }

private:
    void sort();

    const std::vector<Candidate>& candidates_;
    std::vector<std::pair<Real, Index>> byX_;  ///< x of A's point, metres, of the first candidates; sorted
    std::size_t visits_ = 0;                   ///< to candidates that are not sorted, since the last sorting
};

}  // namespace ricochet
