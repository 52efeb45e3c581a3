#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/geometry/scratch.h"

#include <utility>
#include <vector>

namespace ricochet {

/// The least gap of the candidates in a box. Refers to the candidates, to which more may be appended. After
/// some queries it sorts them along x, so that each later query visits few.
class LeastGaps {
public:
    explicit LeastGaps(const std::vector<Candidate>& candidates) : candidates_(candidates) {}

    /// Metres: the least gap of candidates with their point of A in the box and a normal not opposed to `n`;
    /// infinite if there are none.
    Real in(const Aabb& box, const Vec3& n);

    /// Call it when candidates were erased.
    void reset() { byX_.clear(); }

private:
    void sort();

    const std::vector<Candidate>& candidates_;
    ScratchVector<std::pair<Real, Index>> byX_;  ///< x of A's point, metres, of the first candidates; sorted
    std::size_t visits_ = 0;  ///< to candidates that are not sorted, since the last sorting
};

}  // namespace ricochet
