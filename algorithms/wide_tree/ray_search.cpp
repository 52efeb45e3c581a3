// Tests a segment against eight boxes at a time on six axes: those of the boxes, and their cross products
// with the segment (Ericson. Real-Time Collision Detection. 2005, section 5.3.3). Here with a margin for
// rounding; the remaining faces get the exact test.

#include "algorithms/wide_tree/ray_search.h"

#include "algorithms/wide_tree/eight_boxes.h"

namespace ricochet::wide_tree {
namespace {

using Lanes = EightBoxes::Lanes;

/// The segment from `middle - half` to `middle + half`, in one frame.
struct Segment {
    Vec3 middle, half;
};

/// Calls visit(place) for each box that may contain a point of the segment.
template <class Visit>
void forEachMet(const Segment& segment, const EightBoxes& boxes, Real error, Visit&& visit) {
    Lanes offset[3], extent[3];
    Lanes gap = Lanes::Constant(-1);
    for (int k = 0; k < 3; ++k) {
        offset[k] = boxes.centre[k] - segment.middle[k];
        extent[k] = boxes.half[k] + error;
        gap = gap.max(offset[k].abs() - extent[k] - std::abs(segment.half[k]));
    }
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const Real along = segment.half[i], across = segment.half[j];
        gap = gap.max((offset[i] * across - offset[j] * along).abs() -
                      (extent[i] * std::abs(across) + extent[j] * std::abs(along)));
    }
    for (std::uint32_t place = 0; place < boxes.count; ++place) {
        if (!(gap[place] > 0)) visit(place);
    }
}

}  // namespace

void castRay(const Tree& tree, const MeshInstance& placed, const Ray& ray, std::vector<Index>& out) {
    out.clear();
    if (!ray.from.allFinite() || !ray.to.allFinite()) return;
    const SeenPoint from(tree, placed.pose, ray.from), to(tree, placed.pose, ray.to);
    const Real error = from.error + to.error;
    const Segment whole = {0.5 * (from.point + to.point), 0.5 * (to.point - from.point)};
    thread_local std::vector<NodeRef> open;
    open.assign(1, tree.root);
    while (!open.empty()) {
        const NodeRef ref = open.back();
        open.pop_back();
        if (ref.isLeaf()) {
            const WideLeaf& leaf = tree.leaves[ref.index()];
            forEachMet(
                whole, boxesOfTriangles(leaf, placed.mesh(), tree.centre), error, [&](std::uint32_t place) {
                    if (!meets(placed, leaf.face[place], ray)) return;
                    forEachSide(placed.mesh(), leaf.face[place], [&out](Index side) { out.push_back(side); });
                });
        } else {
            const WideNode& node = tree.nodes[ref.index()];
            const Segment inFrame = {seenFrom(node.box, whole.middle),
                                     node.box.frame().cast<Real>() * whole.half};
            forEachMet(inFrame, boxesOfChildren(node), error,
                       [&](std::uint32_t place) { open.push_back(node.child[place]); });
        }
    }
}

}  // namespace ricochet::wide_tree
