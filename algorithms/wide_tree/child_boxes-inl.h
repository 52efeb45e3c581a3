// Tests the children of a pair of nodes on the six face axes of the two frames only: eight boxes of one node
// are projected once for all eight of the other.

#if defined(RICOCHET_WIDE_TREE_CHILD_BOXES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef RICOCHET_WIDE_TREE_CHILD_BOXES_INL_H_
#undef RICOCHET_WIDE_TREE_CHILD_BOXES_INL_H_
#else
#define RICOCHET_WIDE_TREE_CHILD_BOXES_INL_H_
#endif

#include "algorithms/wide_tree/box_tests-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ricochet::wide_tree::HWY_NAMESPACE {

/// Intervals of eight items of A and eight of B on the six face axes. A's are read one by one.
struct Intervals {
    HWY_ALIGN float lowA[6][kWidth];
    HWY_ALIGN float highA[6][kWidth];
    F8 lowB[6], highB[6];

    /// Bit j: on every axis, item j of B overlaps item i of A.
    HWY_INLINE std::uint32_t overlapping(int i, const PoseConstants& pose) const {
        F8 gap = all(0);
        for (int axis = 0; axis < 6; ++axis) {
            gap = gap | (highB[axis] - all(lowA[axis][i])) | (all(highA[axis][i]) - lowB[axis]);
        }
        if (pose.farthest2 > 0) gap = gap | nearness(i, 0, pose) | nearness(i, 3, pose);
        return ~signBits(gap) & 0xffu;
    }

private:
    HWY_INLINE F8 nearness(int i, int firstAxis, const PoseConstants& pose) const {
        F8 overlap[3];
        for (int k = 0; k < 3; ++k) {
            const int axis = firstAxis + k;
            overlap[k] = min(highB[axis] - all(lowA[axis][i]), all(highA[axis][i]) - lowB[axis]);
        }
        return HWY_NAMESPACE::nearness(overlap, pose);
    }
};

/// All children of a against all of b.
HWY_INLINE void projectChildren(const WideNode& a, const WideNode& b, const RelativeFrame& f,
                                Intervals& out) {
    const F8 slack = all(f.slack);
    F8 centreA[3], halfA[3], centreB[3], halfB[3];
    for (int k = 0; k < 3; ++k) {
        centreA[k] = load(a.centre[k]);
        halfA[k] = load(a.half[k]);
        centreB[k] = load(b.centre[k]);
        halfB[k] = load(b.half[k]);
    }
    F8 r[3][3];
    for (int k = 0; k < 3; ++k) {
        for (int j = 0; j < 3; ++j) r[k][j] = all(f.r[k][j]);
    }
    for (int k = 0; k < 3; ++k) {
        // A's axis k.
        store(centreA[k] - halfA[k], out.lowA[k]);
        store(centreA[k] + halfA[k], out.highA[k]);
        const F8 middle = mulAdd(r[k][0], centreB[0],
                                 mulAdd(r[k][1], centreB[1], mulAdd(r[k][2], centreB[2], all(f.t[k]))));
        const F8 extent = mulAdd(abs(r[k][0]), halfB[0],
                                 mulAdd(abs(r[k][1]), halfB[1], mulAdd(abs(r[k][2]), halfB[2], slack)));
        out.lowB[k] = middle - extent;
        out.highB[k] = middle + extent;
    }
    for (int j = 0; j < 3; ++j) {
        // B's axis j, seen from B's origin.
        const F8 middle = mulAdd(r[0][j], centreA[0],
                                 mulAdd(r[1][j], centreA[1], mulSub(r[2][j], centreA[2], all(f.s[j]))));
        const F8 extent = mulAdd(abs(r[0][j]), halfA[0],
                                 mulAdd(abs(r[1][j]), halfA[1], mulAdd(abs(r[2][j]), halfA[2], slack)));
        store(middle - extent, out.lowA[3 + j]);
        store(middle + extent, out.highA[3 + j]);
        out.lowB[3 + j] = centreB[j] - halfB[j];
        out.highB[3 + j] = centreB[j] + halfB[j];
    }
}

/// The children of a node against one box. In the box's frame the node's origin is at t and its axes are the
/// columns of r; s is t along the node's axes. Bit i: child i may overlap the box.
HWY_INLINE std::uint32_t overlappingChildren(const WideNode& node, const float half[3], const float r[3][3],
                                             const float t[3], const float s[3], float slack,
                                             const PoseConstants& pose) {
    F8 centre[3], extent[3];
    for (int k = 0; k < 3; ++k) {
        centre[k] = load(node.centre[k]);
        extent[k] = load(node.half[k]);
    }
    F8 overlapBox[3], overlapNode[3];
    for (int k = 0; k < 3; ++k) {
        const F8 r0 = all(r[k][0]), r1 = all(r[k][1]), r2 = all(r[k][2]);
        const F8 distance = mulAdd(r0, centre[0], mulAdd(r1, centre[1], mulAdd(r2, centre[2], all(t[k]))));
        const F8 sum = mulAdd(abs(r0), extent[0],
                              mulAdd(abs(r1), extent[1], mulAdd(abs(r2), extent[2], all(half[k] + slack))));
        overlapBox[k] = sum - abs(distance);

        const float boxExtent =
            std::abs(r[0][k]) * half[0] + std::abs(r[1][k]) * half[1] + std::abs(r[2][k]) * half[2];
        overlapNode[k] = extent[k] + all(boxExtent + slack) - abs(centre[k] + all(s[k]));
    }
    F8 gap = overlapBox[0] | overlapBox[1] | overlapBox[2] | overlapNode[0] | overlapNode[1] | overlapNode[2];
    if (pose.farthest2 > 0) gap = gap | nearness(overlapBox, pose) | nearness(overlapNode, pose);
    return ~signBits(gap) & 0xffu;
}

}  // namespace ricochet::wide_tree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // RICOCHET_WIDE_TREE_CHILD_BOXES_INL_H_
