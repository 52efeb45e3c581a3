// Gottschalk, Lin, Manocha. OBBTree. 1996: if any axis separates two boxes, one of fifteen does.
// Here for eight pairs of boxes at once, each in two frames of its own.

#if defined(RICOCHET_WIDE_TREE_BOX_TESTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef RICOCHET_WIDE_TREE_BOX_TESTS_INL_H_
#undef RICOCHET_WIDE_TREE_BOX_TESTS_INL_H_
#else
#define RICOCHET_WIDE_TREE_BOX_TESTS_INL_H_
#endif

#include "algorithms/geometry/relative_pose.h"
#include "algorithms/geometry/simd8-inl.h"
#include "algorithms/wide_tree/error_bounds.h"
#include "algorithms/wide_tree/wide_model.h"

HWY_BEFORE_NAMESPACE();
namespace ricochet::wide_tree::HWY_NAMESPACE {

using namespace simd8::HWY_NAMESPACE;

/// The poses of eight boxes of B, each in the frame of its box of A; the last index is the pair.
struct RelativeFrames {
    HWY_ALIGN float r[3][3][kWidth];  ///< rotates B's coordinates into A's
    HWY_ALIGN float t[3][kWidth];     ///< B's origin along A's axes
    HWY_ALIGN float s[3][kWidth];     ///< the same along B's axes
    HWY_ALIGN float slack[kWidth];    ///< distance by which boxes must be apart along an axis
    HWY_ALIGN float sizeA[kWidth];    ///< square of the box's half diagonal
    HWY_ALIGN float sizeB[kWidth];
};

/// The relative pose as the tests load it.
struct PoseConstants {
    explicit PoseConstants(const RelativePose& pose)
        : placementError(pose.placementError),
          skew(pose.skew),
          queryDistance(pose.queryDistance),
          faceQueryDistance(pose.queryDistance),
          farthest2(0) {
        for (int i = 0; i < 3; ++i) {
            translation[i] = pose.translation[i];
            for (int j = 0; j < 3; ++j) {
                rotation[i][j] = pose.rotation(i, j);
                floatRotation[i][j] = static_cast<float>(rotation[i][j]);
            }
        }
    }
    double rotation[3][3];
    double translation[3];
    float floatRotation[3][3];
    float placementError;
    float skew;
    float queryDistance;      ///< distance of boxes
    float faceQueryDistance;  ///< distance of faces
    float farthest2;          ///< if positive, distances are compared too, with this square

    /// Searches up to this query distance; compares distances if its square is representable as a float. Axes
    /// are orthogonal up to the skew.
    void setQueryDistance(float distance) {
        constexpr float kLargest = 1e15f;
        queryDistance = faceQueryDistance = distance;
        farthest2 = distance < kLargest ? (1 + 1e-5f + 4 * skew) * distance * distance : 0;
    }
};

/// The boxes of one side of eight pairs: by coordinate of the mesh's frame, and of their own.
struct EightBoxes {
    F8 x[4], y[4], z[4];  ///< of the three axes, and of the origin
    F8 half[4];           ///< the fourth is not a number

    explicit HWY_INLINE EightBoxes(const FrameBox* const* boxes) {
        const float* rows[4][kWidth];
        for (int i = 0; i < kWidth; ++i) {
            rows[0][i] = boxes[i]->x;
            rows[1][i] = boxes[i]->y;
            rows[2][i] = boxes[i]->z;
            rows[3][i] = boxes[i]->half;
        }
        gatherRows(rows[0], x);
        gatherRows(rows[1], y);
        gatherRows(rows[2], z);
        gatherRows(rows[3], half);
    }
};

/// From A's origins to B's, in the frame of mesh A: in double, because distant origins nearly cancel.
HWY_INLINE void originOffsets(const EightBoxes& a, const EightBoxes& b, const PoseConstants& pose,
                              F8 offset[3]) {
    HWY_ALIGN float from[3][kWidth], to[3][kWidth], difference[3][kWidth];
    store(a.x[3], from[0]);
    store(a.y[3], from[1]);
    store(a.z[3], from[2]);
    store(b.x[3], to[0]);
    store(b.y[3], to[1]);
    store(b.z[3], to[2]);
    for (int c = 0; c < 3; ++c) {
        const double* r = pose.rotation[c];
        const double t = pose.translation[c];
        for (int i = 0; i < kWidth; ++i) {
            const double turned = (r[0] * to[0][i] + r[1] * to[1][i]) + r[2] * to[2][i];
            difference[c][i] = static_cast<float>(turned + (t - from[c][i]));
        }
        offset[c] = load(difference[c]);
    }
}

/// R = F_A M transpose(F_B), t = F_A offset.
HWY_INLINE void relativeFrames(const EightBoxes& a, const EightBoxes& b, const PoseConstants& pose,
                               F8 r[3][3], F8 t[3]) {
    F8 turned[3][3];  // B's axes in the frame of mesh A: [coordinate][axis]
    for (int c = 0; c < 3; ++c) {
        const float* m = pose.floatRotation[c];
        for (int j = 0; j < 3; ++j) {
            turned[c][j] = mulAdd(all(m[0]), b.x[j], mulAdd(all(m[1]), b.y[j], all(m[2]) * b.z[j]));
        }
    }
    F8 offset[3];
    originOffsets(a, b, pose, offset);
    for (int k = 0; k < 3; ++k) {
        const F8 axis[3] = {a.x[k], a.y[k], a.z[k]};
        for (int j = 0; j < 3; ++j) {
            const F8 other[3] = {turned[0][j], turned[1][j], turned[2][j]};
            r[k][j] = dot(axis, other);
        }
        t[k] = dot(axis, offset);
    }
}

/// How far boxes overlap along the axes of one frame, including the slack. Gaps along orthogonal axes combine
/// to a distance, which separates boxes near each other's corners better than any single axis. A sign bit of
/// the result means that this exceeds the query distance.
HWY_INLINE F8 nearness(const F8 overlap[3], const PoseConstants& pose) {
    F8 gap2 = all(0);
    for (int k = 0; k < 3; ++k) {
        const F8 gap = max(all(pose.queryDistance) - overlap[k], all(0));
        gap2 = mulAdd(gap, gap, gap2);
    }
    return all(pose.farthest2) - gap2;
}

HWY_INLINE F8 sum(const F8 v[3]) { return v[0] + v[1] + v[2]; }

/// Computes the relative frames of eight pairs of boxes; bit i of the result: pair i may overlap.
inline HWY_NOINLINE std::uint32_t overlapping(const FrameBox* const* boxesA, const FrameBox* const* boxesB,
                                              const PoseConstants& pose, RelativeFrames& out) {
    const EightBoxes a(boxesA);
    const EightBoxes b(boxesB);
    F8 r[3][3], t[3], s[3];
    relativeFrames(a, b, pose, r, t);
    for (int j = 0; j < 3; ++j) {
        const F8 axis[3] = {r[0][j], r[1][j], r[2][j]};
        s[j] = dot(axis, t);
    }

    const F8 absT[3] = {abs(t[0]), abs(t[1]), abs(t[2])};
    const F8 slack =
        mulAdd(all(kBoxError + kBoxSkew * pose.skew), sum(a.half) + sum(b.half),
               mulAdd(all(kBoxOffsetError), sum(absT), all(pose.placementError + pose.queryDistance)));
    for (int k = 0; k < 3; ++k) {
        for (int j = 0; j < 3; ++j) store(r[k][j], out.r[k][j]);
        store(t[k], out.t[k]);
        store(s[k], out.s[k]);
    }
    store(slack, out.slack);
    store(dot(a.half, a.half), out.sizeA);
    store(dot(b.half, b.half), out.sizeB);

    // Six face axes. A lane's sign bit means that an axis separates.
    F8 absR[3][3];
    for (int k = 0; k < 3; ++k) {
        for (int j = 0; j < 3; ++j) absR[k][j] = abs(r[k][j]);
    }
    F8 overlapA[3], overlapB[3];
    for (int k = 0; k < 3; ++k) {
        const F8 columnK[3] = {absR[0][k], absR[1][k], absR[2][k]};
        overlapA[k] = (a.half[k] + slack + dot(absR[k], b.half)) - absT[k];
        overlapB[k] = (b.half[k] + slack + dot(columnK, a.half)) - abs(s[k]);
    }
    F8 gap = overlapA[0] | overlapA[1] | overlapA[2] | overlapB[0] | overlapB[1] | overlapB[2];
    if (pose.farthest2 > 0) gap = gap | nearness(overlapA, pose) | nearness(overlapB, pose);
    if (signBits(gap) == 0xff) return 0;

    // Nine axes edge x edge.
    for (int k = 0; k < 3; ++k) {
        const int k1 = (k + 1) % 3;
        const int k2 = (k + 2) % 3;
        for (int j = 0; j < 3; ++j) {
            const int j1 = (j + 1) % 3;
            const int j2 = (j + 2) % 3;
            const F8 extentA = mulAdd(a.half[k1], absR[k2][j], mulAdd(a.half[k2], absR[k1][j], slack));
            const F8 extentB = mulAdd(b.half[j1], absR[k][j2], b.half[j2] * absR[k][j1]);
            gap = gap | ((extentA + extentB) - abs(mulSub(t[k2], r[k1][j], t[k1] * r[k2][j])));
        }
    }
    return ~signBits(gap) & 0xffu;
}

/// One pair of the eight.
struct RelativeFrame {
    float r[3][3];
    float t[3];
    float s[3];
    float slack;

    HWY_INLINE RelativeFrame(const RelativeFrames& frames, int pair) : slack(frames.slack[pair]) {
        for (int k = 0; k < 3; ++k) {
            for (int j = 0; j < 3; ++j) r[k][j] = frames.r[k][j][pair];
            t[k] = frames.t[k][pair];
            s[k] = frames.s[k][pair];
        }
    }
};

// The children of a pair of nodes, on the six face axes of the two frames only: eight boxes of one node are
// projected once for all eight of the other.

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

#endif  // RICOCHET_WIDE_TREE_BOX_TESTS_INL_H_
