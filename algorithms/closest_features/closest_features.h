#pragma once

#include "algorithms/closest_features/epa.h"
#include "algorithms/closest_features/feature_walk.h"
#include "algorithms/closest_features/gjk.h"
#include "algorithms/closest_features/placed_pair.h"
#include "algorithms/closest_features/polytope.h"

#include <cstdint>
#include <optional>

namespace ricochet {

/// How the closest features are tracked from one step to the next. With every method the two bounds certify
/// the answer, and uncertified answers are handled in the same manner.
enum class FeatureMethod : std::uint8_t {
    automatic,  ///< the fastest method: see README
    walk,       ///< over neighbouring Voronoi cells, from the last step's features
    axis,       ///< as walk; but if only a minimum distance is to be proved, the last step's normal first
    simplex     ///< GJK from the last step's simplex, with hill climbing
};

/// Work done for a pair of polytopes, counted since the pair was created.
struct FeatureCounters {
    std::uint64_t queries = 0;
    std::uint64_t steps = 0;         ///< of walks, from one pair of features to the next
    std::uint64_t reused = 0;        ///< answers from the last step's data, without a search
    std::uint64_t cycles = 0;        ///< walks that returned to a pair of features
    std::uint64_t rewalks = 0;       ///< walks restarted elsewhere because the first was not certified
    std::uint64_t penetrations = 0;  ///< answers by the expanding polytope
    std::uint64_t exhaustive = 0;    ///< answers by all axes or all features
    std::uint64_t uncertified = 0;   ///< answers whose two bounds do not agree to within rounding
};

/// Data of a pair of polytopes from one step to the next.
struct FeatureMemory {
    PolytopeFeatures features{};
    bool hasFeatures = false;
    bool wasInside = false;
    Vec3 axis = Vec3::Zero();  ///< unit, A's frame, from A to B: of the last answer; zero: there is none
    CachedSimplex simplex;
    ExpandingPolytope polytope;
    FeatureCounters counters;
};

/// The relation of two polytopes.
struct ClosestFeatures {
    Real distance;              ///< metres; negative: less the depth, the shortest motion that separates them
    Vec3 onA, onB;              ///< closest points; if overlapping, those that touch after separation; world
    Vec3 normal;                ///< unit, from B to A; world
    PolytopeFeatures features;  ///< those that the points lie on
    /// The distance of the points and the gap between the surfaces along the normal agree to within
    /// kCertifiedDistance of the pair's extent (for a depth: its two bounds, to kCertifiedDepth).
    bool isCertified;
};

inline constexpr Real kCertifiedDistance = 1e-13;

/// The closest features, starting from those of the last step; if the polytopes overlap, depth and direction.
/// Thread-safe except for the memory, which belongs to this pair in this order.
ClosestFeatures findClosestFeatures(const PlacedPair& pair, FeatureMemory& memory,
                                    FeatureMethod method = FeatureMethod::automatic);
ClosestFeatures findClosestFeatures(const Polytope& a, const Pose& poseA, const Polytope& b,
                                    const Pose& poseB, FeatureMemory& memory,
                                    FeatureMethod method = FeatureMethod::automatic);

/// Metres: lower bound of the distance, proved by the normal of the last answer; not positive if it proves
/// nothing. Costs two hill climbs.
Real gapAlongLastAxis(const PlacedPair& pair, FeatureMemory& memory);

/// The same if the two are apart and the answer is certified; otherwise none: no depth, which costs more.
std::optional<ClosestFeatures> findSeparation(const Polytope& a, const Pose& poseA, const Polytope& b,
                                              const Pose& poseB, FeatureMemory& memory);

}  // namespace ricochet
