#pragma once

#include "algorithms/closest_features/cached_simplex.h"
#include "algorithms/closest_features/expanding_polytope.h"
#include "algorithms/closest_features/feature_walk.h"
#include "algorithms/closest_features/placed_pair.h"
#include "algorithms/closest_features/polytope.h"

#include <cstdint>
#include <optional>

namespace ricochet {

/// How the closest features are followed from one step to the next. Whatever it is, an answer is certified by
/// the two bounds, and what no method certifies is found by the same methods.
enum class FeatureMethod : std::uint8_t {
    automatic,  ///< what is fastest: see README
    walk,       ///< over neighbouring Voronoi cells, from the last step's features
    axis,       ///< as walk; and where only "farther than that" is asked, the last step's normal first
    simplex     ///< GJK from the last step's simplex, its vertices by climbing
};

/// What was done for a pair of polytopes, counted since the pair began.
struct FeatureCounters {
    std::uint64_t queries = 0;
    std::uint64_t steps = 0;         ///< of walks, from one pair of features to the next
    std::uint64_t supports = 0;      ///< asked for by cached simplices
    std::uint64_t reused = 0;        ///< answers by what the last step left, without a search
    std::uint64_t cycles = 0;        ///< walks that came to a pair of features a second time
    std::uint64_t rewalks = 0;       ///< walks begun elsewhere, as the first was not certified
    std::uint64_t penetrations = 0;  ///< answers by the expanding polytope
    std::uint64_t exhaustive = 0;    ///< answers by all axes or all features
    std::uint64_t uncertified = 0;   ///< answers whose two bounds do not agree to within rounding
};

/// What a pair of polytopes keeps from one step to the next.
struct FeatureMemory {
    PolytopeFeatures features{};
    bool hasFeatures = false;
    bool wasInside = false;
    Vec3 axis = Vec3::Zero();  ///< unit, A's frame, from A to B: of the last answer; zero: there is none
    CachedSimplex simplex;
    ExpandingPolytope polytope;
    FeatureCounters counters;
};

/// How two polytopes lie to one another.
struct ClosestFeatures {
    Real distance;              ///< metres; negative: less the depth, the shortest motion that separates them
    Vec3 onA, onB;              ///< closest points, or where they touch once moved apart; world
    Vec3 normal;                ///< unit, from B to A; world
    PolytopeFeatures features;  ///< those that the points lie on
    /// The distance of the points, and what the surfaces leave between them along the normal, agree to
    /// within kCertifiedDistance of the pair's extent (a depth: its two bounds, to kCertifiedDepth).
    bool isCertified;
};

inline constexpr Real kCertifiedDistance = 1e-13;

/// The closest features, from those of the last step on; where the polytopes meet, depth and direction.
/// Thread-safe but for the memory, which belongs to this pair in this order.
ClosestFeatures findClosestFeatures(const PlacedPair& pair, FeatureMemory& memory,
                                    FeatureMethod method = FeatureMethod::automatic);
ClosestFeatures findClosestFeatures(const Polytope& a, const Pose& poseA, const Polytope& b,
                                    const Pose& poseB, FeatureMemory& memory,
                                    FeatureMethod method = FeatureMethod::automatic);

/// Metres: the two are proven to be at least as far apart, by the normal of the last answer; not positive
/// where it proves nothing. Costs two climbs.
Real gapAlongLastAxis(const PlacedPair& pair, FeatureMemory& memory);

/// The same where they are apart, and certified to be; none otherwise: without a depth, which costs more.
std::optional<ClosestFeatures> findSeparation(const Polytope& a, const Pose& poseA, const Polytope& b,
                                              const Pose& poseB, FeatureMemory& memory);

}  // namespace ricochet
