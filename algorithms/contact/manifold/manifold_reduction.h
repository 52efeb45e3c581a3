#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/manifold/step_forecast.h"
#include "algorithms/contact/speculative_margin.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace ricochet {

inline constexpr Index kPointsPerPatch = 4;  // capacity of Bullet's manifolds

/// Up to four candidates, by their indices.
class ChosenCandidates {
public:
    ChosenCandidates() = default;
    explicit ChosenCandidates(std::span<const Index> few) {
        for (const Index candidate : few) push_back(candidate);
    }
    void push_back(Index candidate) { candidates_[count_++] = candidate; }
    std::size_t size() const { return count_; }
    Index operator[](std::size_t k) const { return candidates_[k]; }
    Index* begin() { return candidates_.data(); }
    Index* end() { return begin() + count_; }
    const Index* begin() const { return candidates_.data(); }
    const Index* end() const { return begin() + count_; }

private:
    std::array<Index, kPointsPerPatch> candidates_{};
    std::size_t count_ = 0;
};

/// The candidates chosen to represent one normal.
struct ChosenPatch {
    Vec3 normal;
    ChosenCandidates chosen;  ///< 1 to 4, the deepest first
};

/// Groups candidates by their normals alone (contacts of a rigid pair with the same normal bound the same
/// half-space), deepest first, and chooses up to four of each group. Candidates that continue one of the
/// `last` contacts are preferred if the choice is close. If `motion` is given, a candidate that would
/// end the step inside replaces an unloaded one.
std::vector<ChosenPatch> choosePatches(std::span<const Candidate> candidates,
                                       const std::vector<ContactPoint>& last, const SpeculativeMargin& margin,
                                       Index maxPatches, const std::optional<PairMotion>& motion = {});

}  // namespace ricochet
