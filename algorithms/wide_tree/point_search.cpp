// Roussopoulos, Kelley, Vincent. Nearest Neighbor Queries. 1995: depth first, the nearest child first; nodes
// farther than the best face are skipped. Here distances to boxes are rounded down, so that of several faces
// at one distance the first is found.

#include "algorithms/wide_tree/point_search.h"

#include "algorithms/wide_tree/eight_boxes.h"

#include <algorithm>

namespace ricochet::wide_tree {
namespace {

using Lanes = EightBoxes::Lanes;

/// Metres in the world: lower bound of the distance of a box's points.
Lanes distancesTo(const EightBoxes& boxes, const Vec3& point, const SeenPoint& seen) {
    Lanes squared = Lanes::Zero();
    for (int k = 0; k < 3; ++k) {
        squared += ((boxes.centre[k] - point[k]).abs() - boxes.half[k] - seen.error).max(0).square();
    }
    return squared.sqrt() / seen.stretch;
}

class PointSearch {
public:
    PointSearch(const Tree& tree, const MeshInstance& placed, const PointQuery& query)
        : tree_(tree), placed_(placed), query_(query), seen_(tree, placed.pose, query.point) {}

    std::optional<ClosestFace> run() {
        open_.assign(1, {0, tree_.root});
        while (!open_.empty()) {
            const Open next = open_.back();
            open_.pop_back();
            if (isTooFar(next.distance)) continue;
            if (next.ref.isLeaf()) {
                measure(tree_.leaves[next.ref.index()]);
            } else {
                openNode(tree_.nodes[next.ref.index()]);
            }
        }
        return best_;
    }

private:
    struct Open {
        Real distance;  ///< metres in the world: lower bound of the distance of its faces
        NodeRef ref;
    };

    bool isTooFar(Real distance) const { return distance > (best_ ? best_->distance : query_.upTo); }

    void openNode(const WideNode& node) {
        const Lanes distances = distancesTo(boxesOfChildren(node), seenFrom(node.box, seen_.point), seen_);
        const auto first = static_cast<std::ptrdiff_t>(open_.size());
        for (std::uint32_t i = 0; i < node.box.count; ++i) {
            if (!isTooFar(distances[i])) open_.push_back({distances[i], node.child[i]});
        }
        std::stable_sort(open_.begin() + first, open_.end(),
                         [](const Open& a, const Open& b) { return a.distance > b.distance; });
    }

    void measure(const WideLeaf& leaf) {
        const EightBoxes boxes = boxesOfTriangles(leaf, placed_.mesh(), tree_.centre);
        const Lanes distances = distancesTo(boxes, seen_.point, seen_);
        for (std::uint32_t i = 0; i < boxes.count; ++i) {
            if (isTooFar(distances[i])) continue;
            forEachSide(placed_.mesh(), leaf.face[i],
                        [this](Index side) { keepNearer(placed_, query_, side, best_); });
        }
    }

    const Tree& tree_;
    const MeshInstance& placed_;
    const PointQuery& query_;
    const SeenPoint seen_;
    std::vector<Open> open_;
    std::optional<ClosestFace> best_;
};

}  // namespace

std::optional<ClosestFace> closestFace(const Tree& tree, const MeshInstance& placed,
                                       const PointQuery& query) {
    if (!query.point.allFinite()) return std::nullopt;
    return PointSearch(tree, placed, query).run();
}

}  // namespace ricochet::wide_tree
