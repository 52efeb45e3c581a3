#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/speculative_margin.h"
#include "algorithms/geometry/scratch.h"

#include <array>
#include <span>

namespace ricochet {

inline constexpr Index kPointsPerPatch = 4;  // capacity of Bullet's manifolds

/// Up to four candidates, by their indices, chosen to represent one normal; the deepest first.
class ChosenPatch {
public:
    explicit ChosenPatch(const Vec3& ofNormal, std::span<const Index> few = {}) : normal(ofNormal) {
        for (const Index candidate : few) push_back(candidate);
    }
    void push_back(Index candidate) { candidates_[count_++] = candidate; }
    Index size() const { return count_; }
    Index operator[](std::size_t k) const { return candidates_[k]; }
    Index* begin() { return candidates_.data(); }
    Index* end() { return begin() + count_; }
    const Index* begin() const { return candidates_.data(); }
    const Index* end() const { return begin() + count_; }

    Vec3 normal;

private:
    std::array<Index, kPointsPerPatch> candidates_{};
    Index count_ = 0;
};

/// Chooses the points of one patch: the deepest, the farthest from it, the farthest from the line of both,
/// and the one that adds most area. `members`: of the patch, the deepest first. `isOld`: whether each
/// candidate was a contact in the last step; those are preferred.
ChosenPatch spreadPoints(std::span<const Index> members, const Vec3& normal,
                         std::span<const Candidate> candidates, const ScratchVector<bool>& isOld,
                         const SpeculativeMargin& margin);

}  // namespace ricochet
