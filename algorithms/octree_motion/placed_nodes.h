#pragma once

#include "algorithms/geometry/overlap_regions.h"
#include "algorithms/geometry/subdivision.h"
#include "algorithms/octree_motion/detector_model.h"

#include <span>
#include <vector>

namespace ricochet::octree_motion {

/// The model of a body that a detector was given.
inline const DetectorModel& modelOf(const PlacedBody& body) {
    return static_cast<const DetectorModel&>(*body.placed->model);
}

/// The black nodes of several bodies' octrees, moved with the bodies. A node's position in the list is its
/// *entry*.
class PlacedNodes {
public:
    /// All nodes of the bodies that have an overlap region or, with `onlyInRegions` (1.3.2), those that touch
    /// one. Nodes are grown by `growth` metres. Refers to `bodies`.
    void place(std::span<const PlacedBody> bodies, Real growth, bool onlyInRegions);

    /// Whether the grown node may touch a box; false is a proof.
    bool meets(Index entry, const Aabb& box);

    const BodyParts& parts() const { return parts_; }
    Index count() const { return static_cast<Index>(nodes_.size()); }
    /// The index of the node in its body's model.
    Index node(Index entry) const { return nodes_[entry].node; }
    /// The entries of a body: the first, and the one after the last.
    std::array<Index, 2> range(Index body) const { return {first_[body], first_[body + 1]}; }
    /// Metres by which rounding may displace a body's nodes.
    Real rounding(Index body) const { return turns_[body].rounding; }
    /// Calls of `meets`, and tests of `transformPoint` against overlap regions.
    std::uint64_t tests() const { return tests_; }

private:
    struct PlacedNode {
        Vec3 centre;  ///< world
        Real half;    ///< edge, before the motion
        Index node;
    };
    /// Common to all nodes of one body.
    struct Turn {
        Matrix3 rotation;
        Real doubt;     ///< deviation of the matrix from a rotation
        Real rounding;  ///< metres
    };

    void placeBody(Index index, const PlacedBody& body, bool onlyInRegions);
    bool meets(const PlacedNode& node, const Turn& turn, const Aabb& box);

    Real growth_ = 0;
    std::vector<Turn> turns_;        ///< per body
    std::vector<Index> first_;       ///< per body and one more: its first entry
    std::vector<PlacedNode> nodes_;  ///< per entry
    BodyParts parts_;
    std::uint64_t tests_ = 0;
};

}  // namespace ricochet::octree_motion
