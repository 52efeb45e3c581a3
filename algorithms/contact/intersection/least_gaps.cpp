#include "algorithms/contact/intersection/least_gaps.h"

#include "algorithms/geometry/sort_by_key.h"

#include <algorithm>
#include <limits>

namespace ricochet {
namespace {

/// Visits that cost as much as sorting a candidate.
constexpr std::size_t kVisitsUnsorted = 8;

}  // namespace

Real LeastGaps::in(const Aabb& box, const Vec3& n) {
    if (visits_ > kVisitsUnsorted * candidates_.size()) sort();
    Real minimum = std::numeric_limits<Real>::infinity();
    const auto visit = [&](const Candidate& c) {
        if (box.contains(c.onA) && c.normal.dot(n) >= 0) minimum = std::min(minimum, c.gap);
    };
    auto next = std::ranges::lower_bound(byX_, box.min.x(), {}, &std::pair<Real, Index>::first);
    for (; next != byX_.end() && next->first <= box.max.x(); ++next) visit(candidates_[next->second]);
    for (std::size_t i = byX_.size(); i < candidates_.size(); ++i) visit(candidates_[i]);
    visits_ += candidates_.size() - byX_.size();
    return minimum;
}

void LeastGaps::sort() {
    byX_.clear();
    byX_.reserve(candidates_.size());
    for (const Candidate& c : candidates_) byX_.emplace_back(c.onA.x(), static_cast<Index>(byX_.size()));
    sortByKey(byX_, [](const std::pair<Real, Index>& item) { return sortKeyOf(item.first); });
    visits_ = 0;
}

}  // namespace ricochet
