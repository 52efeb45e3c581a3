#pragma once

#include "algorithms/face_octree/body_table.h"
#include "algorithms/face_octree/collision_pass.h"
#include "algorithms/face_octree/region_search.h"

#include <span>
#include <utility>
#include <vector>

namespace ricochet {

/// One pass over all bodies of a step, whose pairs a broad phase has found. Each body is placed and its faces
/// are listed once, however many pairs it has. Arrays are reused.
class StepPass {
public:
    /// Leaves the results in the queries' memories, as PreparedPairs: the pairs that `findFacePairs` finds.
    /// With a world, or if boxes are skipped, all faces are in one octree (3.3.5). Otherwise the root of an
    /// octree is the overlap region of two bodies.
    void run(const FaceOctreeSettings& settings, const Executor& executor,
             std::span<const FacePairQuery> queries);

private:
    void placeNearBodies(const Executor& executor, std::span<const FacePairQuery> queries);
    void findRegions(std::span<const FacePairQuery> queries);
    void searchRegions(const FaceOctreeSettings& settings, const Executor& executor,
                       std::span<const FacePairQuery> queries);
    void searchTogether(const FaceOctreeSettings& settings, const Executor& executor,
                        std::span<const FacePairQuery> queries);
    void findGrowths(std::span<const FacePairQuery> queries);
    void sortQueries();

    BodyTable table_;
    std::vector<PlacedBody> quick_;
    std::vector<StepBody> bodies_;        ///< per body of the table; the vector may be longer
    std::vector<Aabb> regions_;           ///< per query
    std::vector<RegionSearch> searches_;  ///< per part of the queries
    // of one octree for all bodies
    CollisionPass together_;
    std::vector<Real> growths_;                            ///< per body, metres
    std::vector<std::pair<std::uint64_t, Index>> sorted_;  ///< key of two bodies, and their query
};

}  // namespace ricochet
