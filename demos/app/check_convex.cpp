#include "demos/app/check_convex.h"

#include "algorithms/closest_features/closest_features.h"
#include "demos/mesh_files/convex_reader.h"

#include <algorithm>
#include <cmath>
#include <iostream>

namespace ricochet::app {
namespace {

constexpr Real kDistanceError = 1e-11;  // relative
constexpr Real kDepthError = 1e-10;     // metres
constexpr Real kDirectionError = 1e-8;  // of unit vectors: precision at a gap of 1e-5

struct Checked {
    Real error;         ///< relative if they are apart, else metres
    const char* fault;  ///< null if the answer is right
};

bool isDirectionWrong(const LabelledConvexPair& pair, const ClosestFeatures& answer, Real sign) {
    // the normal goes from B to A, the label from A to B
    return pair.distance > 0 && (sign * answer.normal + pair.fromAToB).norm() > kDirectionError;
}

Checked checkAnswer(const LabelledConvexPair& pair, const ClosestFeatures& answer, Real sign) {
    const bool isApart = pair.state == "separated";
    const Real truth = isApart ? pair.distance : -pair.depth;
    const Real error = std::abs(answer.distance - truth) / (isApart ? truth : 1);
    if (isApart != (answer.distance > 0) && pair.state != "touching") return {error, "has the wrong sign"};
    if (error > (isApart ? kDistanceError : kDepthError)) return {error, "is inaccurate"};
    if (isDirectionWrong(pair, answer, sign)) return {error, "has the wrong direction"};
    if (!answer.isCertified) return {error, "is not certified"};
    return {error, nullptr};
}

/// The worse result of both orders.
Result<Checked> checkPair(const LabelledConvexPair& pair) {
    const auto a = buildPolytope(pair.pointsOfA), b = buildPolytope(pair.pointsOfB);
    if (!a || !b) return tl::unexpected((a ? b : a).error());
    FeatureMemory there, back;
    const Checked ab = checkAnswer(pair, findClosestFeatures(*a, {}, *b, {}, there), 1);
    const Checked ba = checkAnswer(pair, findClosestFeatures(*b, {}, *a, {}, back), -1);
    return Checked{std::max(ab.error, ba.error), ab.fault ? ab.fault : ba.fault};
}

}  // namespace

Result<int> checkConvex(const std::string& folder) {
    const auto pairs = readConvexPairs(folder);
    if (!pairs) return tl::unexpected(pairs.error());
    std::size_t wrong = 0;
    Real largest = 0;
    for (std::size_t i = 0; i < pairs->size(); ++i) {
        const auto checked = checkPair((*pairs)[i]);
        if (!checked) return tl::unexpected(folder + ": pair " + std::to_string(i) + ": " + checked.error());
        largest = std::max(largest, checked->error);
        if (!checked->fault) continue;
        ++wrong;
        std::cout << "pair " << i << ", " << (*pairs)[i].state << ": " << checked->fault << ", error "
                  << checked->error << '\n';
    }
    std::cout << "wrong " << wrong << " of " << pairs->size() << ", largest error " << largest << '\n';
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace ricochet::app
