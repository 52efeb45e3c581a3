#include "demos/baselines/answer.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ricochet::baselines {
namespace {

/// Fraction of all pairs that a backend may miss or add.
double shareThatMayDiffer(Answer answer) {
    if (answer == Answer::rounded) return 1e-3;
    return answer == Answer::roundedToFloat ? 1e-2 : INFINITY;
}

bool agrees(std::size_t exact, Answer answer, std::size_t other) {
    if (answer == Answer::first) return other == std::min<std::size_t>(exact, 1);
    if (answer == Answer::candidates) return other > 0 || exact == 0;
    return other == exact;
}

std::optional<Contradiction> atSomePose(const std::vector<std::size_t>& exact, Answer answer,
                                        const std::vector<std::size_t>& other, std::size_t poses) {
    for (std::size_t i = 0; i < poses; ++i) {
        if (!agrees(exact[i], answer, other[i])) return Contradiction{i, exact[i], other[i]};
    }
    return std::nullopt;
}

std::size_t sumOf(const std::vector<std::size_t>& counts, std::size_t poses) {
    return std::accumulate(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(poses),
                           std::size_t{0});
}

std::optional<Contradiction> ofSums(std::size_t exact, Answer answer, std::size_t other) {
    const auto a = static_cast<double>(exact), b = static_cast<double>(other);
    if (std::abs(a - b) <= shareThatMayDiffer(answer) * a || answer == Answer::other) return std::nullopt;
    return Contradiction{std::nullopt, exact, other};
}

}  // namespace

std::optional<Contradiction> contradiction(const std::vector<std::size_t>& exact, Answer answer,
                                           const std::vector<std::size_t>& other) {
    const std::size_t poses = std::min(exact.size(), other.size());
    const bool isOfEachPose =
        answer == Answer::exact || answer == Answer::first || answer == Answer::candidates;
    if (isOfEachPose) return atSomePose(exact, answer, other, poses);
    return ofSums(sumOf(exact, poses), answer, sumOf(other, poses));
}

}  // namespace ricochet::baselines
