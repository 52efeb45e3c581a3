#pragma once

#include "algorithms/face_octree/face_check_list.h"
#include "algorithms/face_octree/face_octree.h"
#include "algorithms/geometry/box_list.h"
#include "algorithms/geometry/prepared_pairs.h"
#include "algorithms/geometry/subdivision.h"

#include <vector>

namespace ricochet {

/// A body of a step, and its faces that may touch one of its overlap regions.
struct StepBody {
    PlacedBody body;  ///< not grown
    Aabb regions;     ///< around the overlap regions, grown
    std::vector<Index> faces;
    BoxList boxes;   ///< per entry of `faces`
    BoxList blocks;  ///< around each kBlock consecutive ones of these
    FaceCheckList scratch;

    static constexpr Index kBlock = 2 * BoxList::kPadding;

    /// Fills the lists. The body must be placed.
    void listFaces();
};

/// Stages 2 to 4 of one pair of bodies, whose faces have been listed for all of their pairs. One per thread;
/// arrays are reused.
class RegionSearch {
public:
    /// `out` receives the pairs and tests of the query; `region` is the intersection of the boxes, grown by
    /// half of the query's distance.
    void run(const FaceOctreeSettings& settings, const StepBody& a, const StepBody& b, const Aabb& region,
             Real queryDistance, PreparedPairs& out);

private:
    void list(Index side, const StepBody& body, const Aabb& region, bool exact);
    void take(Index side, std::span<const Index> entries, const Aabb* touched);
    Triangle triangle(Index entry) const {
        return sides_[parts_.bodies[entry]]->body.triangle(faces_[entry]);
    }

    const StepBody* sides_[2] = {};
    Real growth_ = 0;
    std::uint64_t boxTests_ = 0;
    BodyParts parts_;           ///< faces of both bodies near the region; boxes are grown
    std::vector<Index> faces_;  ///< per entry
    std::vector<Index> near_, nearBlocks_, entries_;
    Subdivision subdivision_;
    std::vector<EntryPair> pairs_;
};

}  // namespace ricochet
