// The triangles of two leaves, each of A in turn against eight of B. Three sieves: intervals on the six face
// axes of the two frames; the planes of the triangles; the sides on which edges pass one another (Pluecker).
// All in float with the bounds of error_bounds.h, so that a pair comes out as *yes*, *no* or *uncertain*, and
// what is uncertain goes to the exact test.

#if defined(RICOCHET_WIDE_TREE_LEAF_PAIR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef RICOCHET_WIDE_TREE_LEAF_PAIR_INL_H_
#undef RICOCHET_WIDE_TREE_LEAF_PAIR_INL_H_
#else
#define RICOCHET_WIDE_TREE_LEAF_PAIR_INL_H_
#endif

#include "algorithms/wide_tree/box_tests-inl.h"
#include "algorithms/wide_tree/traversal.h"

#include <bit>

HWY_BEFORE_NAMESPACE();
namespace ricochet::wide_tree::HWY_NAMESPACE {

/// Something of eight triangles: [corner or edge][coordinate].
using OfTriangles = F8[3][3];

/// The same, to be read triangle by triangle.
struct Stored {
    HWY_ALIGN float value[3][3][kWidth];

    HWY_INLINE void operator=(const OfTriangles& v) {
        for (int c = 0; c < 3; ++c) {
            for (int k = 0; k < 3; ++k) store(v[c][k], value[c][k]);
        }
    }
};

/// A triangle's plane: normal . x = offset.
struct Planes {
    F8 normal[3];
    F8 offset;

    explicit HWY_INLINE Planes(const OfTriangles& corner) {
        F8 left[3], right[3];
        for (int k = 0; k < 3; ++k) {
            left[k] = corner[1][k] - corner[0][k];
            right[k] = corner[2][k] - corner[0][k];
        }
        cross(left, right, normal);
        offset = dot(normal, corner[0]);
    }
    HWY_INLINE F8 height(const F8& x, const F8& y, const F8& z) const {
        return mulAdd(normal[0], x, mulAdd(normal[1], y, mulSub(normal[2], z, offset)));
    }
};

/// Edge k leads from corner k to the next: its direction, and its moment about the origin.
struct Edges {
    OfTriangles direction, moment;

    HWY_INLINE void compute(const OfTriangles& corner) {
        for (int e = 0; e < 3; ++e) {
            for (int k = 0; k < 3; ++k) direction[e][k] = corner[(e + 1) % 3][k] - corner[e][k];
            cross(corner[e], direction[e], moment[e]);
        }
    }
};

HWY_INLINE F8 least(const F8 v[3]) { return min(v[0], min(v[1], v[2])); }
HWY_INLINE F8 most(const F8 v[3]) { return max(v[0], max(v[1], v[2])); }

class LeafPair {
public:
    HWY_INLINE LeafPair(const WideLeaf& a, const WideLeaf& b, const RelativeFrame& frame, const Query& query,
                        const PoseConstants& pose)
        : a_(a), b_(b), f_(frame), query_(query), pose_(pose) {
        const float rA = radius(a.box);
        const float rB = radius(b.box);
        const float d = std::sqrt(f_.t[0] * f_.t[0] + f_.t[1] * f_.t[1] + f_.t[2] * f_.t[2]);
        const bool originInB = rB < rA;
        bounds_ = leafPairBounds(rA, rB, d, query.pose.placementError, query.pose.skew, originInB);
        for (int k = 0; k < 3; ++k) origin_[k] = originInB ? f_.t[k] : 0;
        bounds_.interval += pose.facesWithin;
        bounds_.plane += pose.facesWithin;
    }

    HWY_INLINE void test(Work& work) {
        std::uint32_t rows[kWidth];
        if (!overlappingIntervals(rows)) return;
        computePlanes();
        bool hasEdges = false;
        for (std::uint32_t i = 0; i < a_.box.count; ++i) {
            if (rows[i] == 0) continue;
            work.triangleTests += std::popcount(rows[i]);
            Heights heights;
            const std::uint32_t near = rows[i] & crossingPlanes(i, heights);
            if (near == 0) continue;
            if (!query_.asksForIntersecting()) {
                report(i, near, near, work);
                continue;
            }
            if (!hasEdges) computeEdges();
            hasEdges = true;
            decide(i, near, heights, work);
        }
    }

private:
    /// Of the corners over the other triangle's plane.
    struct Heights {
        F8 ofA[3];  ///< one triangle of A over eight planes of B
        F8 ofB[3];
        F8 errorA;  ///< of ofA
        F8 errorB;
    };

    static HWY_INLINE float radius(const FrameBox& box) {
        return std::sqrt(box.half[0] * box.half[0] + box.half[1] * box.half[1] + box.half[2] * box.half[2]);
    }

    /// rows[i] gets a bit for each triangle of B whose intervals overlap those of triangle i of A.
    HWY_INLINE bool overlappingIntervals(std::uint32_t rows[kWidth]) {
        Intervals intervals;
        const F8 error = all(bounds_.interval);
        F8 outside = all(0);
        // A's axes, where B's triangles must also reach into A's own box.
        for (int k = 0; k < 3; ++k) {
            F8 cornersA[3], cornersB[3];
            const F8 offset = all(f_.t[k] - origin_[k]);
            for (int c = 0; c < 3; ++c) {
                cornersA[c] = load(a_.corner[c][k]) - all(origin_[k]);
                cornersB[c] = mulAdd(all(f_.r[k][0]), load(b_.corner[c][0]),
                                     mulAdd(all(f_.r[k][1]), load(b_.corner[c][1]),
                                            mulAdd(all(f_.r[k][2]), load(b_.corner[c][2]), offset)));
                cornerA_[c][k] = cornersA[c];
                cornerB_[c][k] = cornersB[c];
            }
            intervals.lowB[k] = least(cornersB);
            intervals.highB[k] = most(cornersB);
            store(least(cornersA) - error, intervals.lowA[k]);
            store(most(cornersA) + error, intervals.highA[k]);
            const float reach = a_.box.half[k] + bounds_.interval;
            outside = outside | (intervals.highB[k] + all(reach + origin_[k])) |
                      (all(reach - origin_[k]) - intervals.lowB[k]);
        }
        const std::uint32_t columns = ~signBits(outside) & ((1u << b_.box.count) - 1);
        if (columns == 0) return false;

        // B's axes, where A's triangles must also reach into B's own box.
        outside = all(0);
        for (int j = 0; j < 3; ++j) {
            F8 cornersA[3], cornersB[3];
            for (int c = 0; c < 3; ++c) {
                cornersB[c] = load(b_.corner[c][j]);
                cornersA[c] = mulAdd(all(f_.r[0][j]), load(a_.corner[c][0]),
                                     mulAdd(all(f_.r[1][j]), load(a_.corner[c][1]),
                                            mulSub(all(f_.r[2][j]), load(a_.corner[c][2]), all(f_.s[j]))));
            }
            intervals.lowB[3 + j] = least(cornersB);
            intervals.highB[3 + j] = most(cornersB);
            const F8 low = least(cornersA) - error;
            const F8 high = most(cornersA) + error;
            store(low, intervals.lowA[3 + j]);
            store(high, intervals.highA[3 + j]);
            const F8 reach = all(b_.box.half[j]);
            outside = outside | (high + reach) | (reach - low);
        }
        const std::uint32_t live = ~signBits(outside) & ((1u << a_.box.count) - 1);
        std::uint32_t any = 0;
        for (std::uint32_t i = 0; i < kWidth; ++i) {
            rows[i] = (live >> i & 1u) ? intervals.overlapping(static_cast<int>(i), pose_) & columns : 0;
            any |= rows[i];
        }
        return any != 0;
    }

    HWY_INLINE void computePlanes() {
        storedA_ = cornerA_;
        const Planes planes(cornerA_);
        for (int k = 0; k < 3; ++k) store(planes.normal[k], planeA_[k]);
        store(planes.offset, planeA_[3]);
        const Planes planesB(cornerB_);
        for (int k = 0; k < 3; ++k) normalB_[k] = planesB.normal[k];
        offsetB_ = planesB.offset;
        const F8 factor = all(bounds_.plane);
        const F8 floor = all(bounds_.least);
        store(mulAdd(load(a_.shortProduct), factor, floor), planeErrorA_);
        planeErrorB_ = mulAdd(load(b_.shortProduct), factor, floor);
    }

    /// Bit j: neither plane, of triangle i of A and j of B, has the other triangle wholly on one side.
    HWY_INLINE std::uint32_t crossingPlanes(std::uint32_t i, Heights& h) const {
        const F8 n0 = all(planeA_[0][i]), n1 = all(planeA_[1][i]), n2 = all(planeA_[2][i]);
        const F8 offset = all(planeA_[3][i]);
        for (int c = 0; c < 3; ++c) {
            h.ofB[c] =
                mulAdd(n0, cornerB_[c][0], mulAdd(n1, cornerB_[c][1], mulSub(n2, cornerB_[c][2], offset)));
            h.ofA[c] = mulAdd(normalB_[0], all(storedA_.value[c][0][i]),
                              mulAdd(normalB_[1], all(storedA_.value[c][1][i]),
                                     mulSub(normalB_[2], all(storedA_.value[c][2][i]), offsetB_)));
        }
        h.errorB = all(planeErrorA_[i]);
        h.errorA = planeErrorB_;
        const F8 apart = (h.errorB - least(h.ofB)) | (h.errorB + most(h.ofB)) | (h.errorA - least(h.ofA)) |
                         (h.errorA + most(h.ofA));
        return ~signBits(apart) & 0xffu;
    }

    HWY_INLINE void computeEdges() {
        Edges edges;
        edges.compute(cornerA_);
        directionA_ = edges.direction;
        momentA_ = edges.moment;
        edgesB_.compute(cornerB_);
    }

    /// Triangle i of A against those of B that `near` names.
    ///   yes: an edge passes all edges of the other triangle on the same side, and its ends lie on opposite
    ///        sides of the other's plane;
    ///   no:  every edge of both passes two edges of the other triangle on different sides, or has both its
    ///        ends on one side of the other's plane. For two triangles that meet have an edge, of one of
    ///        them, that meets the other triangle.
    HWY_NOINLINE void decide(std::uint32_t i, std::uint32_t near, const Heights& h, Work& work) {
        F8 side[3][3];  // [edge of A][edge of B]
        for (int e = 0; e < 3; ++e) {
            for (int g = 0; g < 3; ++g) {
                F8 value = all(momentA_.value[e][2][i]) * edgesB_.direction[g][2];
                value = mulAdd(all(momentA_.value[e][1][i]), edgesB_.direction[g][1], value);
                value = mulAdd(all(momentA_.value[e][0][i]), edgesB_.direction[g][0], value);
                for (int k = 3; k-- > 0;)
                    value = mulAdd(all(directionA_.value[e][k][i]), edgesB_.moment[g][k], value);
                side[e][g] = value;
            }
        }
        const F8 error = sideError(load(b_.longestEdge), a_.longestEdge[i]);

        F8 yes = all(0);
        F8 no = all(-1);
        for (int e = 0; e < 3; ++e) {
            const int next = (e + 1) % 3;
            const F8 sidesOfA[3] = {side[e][0], side[e][1], side[e][2]};
            const F8 sidesOfB[3] = {side[0][e], side[1][e], side[2][e]};
            judge(sidesOfA, h.ofA[e], h.ofA[next], error, h.errorA, yes, no);
            judge(sidesOfB, h.ofB[e], h.ofB[next], error, h.errorB, yes, no);
        }
        report(i, near & ~signBits(no), signBits(yes), work);
    }

    HWY_INLINE F8 sideError(const F8& edgeB, float edgeA) const {
        const F8 sum = edgeB + all(edgeA + 2 * bounds_.interval);
        const F8 corners = mulAdd(edgeB, all(bounds_.cornersOfA), all(edgeA * bounds_.cornersOfB));
        const F8 both = mulAdd(sum, all(bounds_.turn), all(bounds_.common));
        return mulAdd(sum, corners, mulAdd(edgeB * all(edgeA), both, all(bounds_.least)));
    }

    /// One edge of each pair against the other triangle; sign bits of yes and no are set and cleared.
    static HWY_INLINE void judge(const F8 side[3], const F8& begin, const F8& end, const F8& sideError,
                                 const F8& heightError, F8& yes, F8& no) {
        const F8 low = least(side);
        const F8 high = most(side);
        const F8 lowEnd = min(begin, end);
        const F8 highEnd = max(begin, end);
        const F8 sameSide = sideError - max(low, -high);
        const F8 oppositeEnds = heightError - min(highEnd, -lowEnd);
        yes = yes | (sameSide & oppositeEnds);
        const F8 differentSides = sideError - min(high, -low);
        const F8 sameEnds = heightError - max(lowEnd, -highEnd);
        no = no & (differentSides | sameEnds);
    }

    /// Hands out the candidates: those that are certain, and of the others those that the exact test
    /// confirms.
    HWY_INLINE void report(std::uint32_t i, std::uint32_t candidates, std::uint32_t certain, Work& work) {
        for (; candidates != 0; candidates &= candidates - 1) {
            const int j = std::countr_zero(candidates);
            const FacePair pair = {a_.face[i], b_.face[j]};
            if ((certain >> j & 1u) || query_.intersects(pair.faceA, pair.faceB)) work.found.push_back(pair);
        }
    }

    const WideLeaf& a_;
    const WideLeaf& b_;
    const RelativeFrame& f_;
    const Query& query_;
    const PoseConstants& pose_;
    LeafPairBounds bounds_;

    float origin_[3];                ///< in A's frame: the centre of the smaller leaf
    OfTriangles cornerA_, cornerB_;  ///< along A's axes, about that origin
    Stored storedA_;
    HWY_ALIGN float planeA_[4][kWidth];  ///< normals and offset
    F8 normalB_[3];
    F8 offsetB_;
    HWY_ALIGN float planeErrorA_[kWidth];
    F8 planeErrorB_;
    Stored directionA_, momentA_;
    Edges edgesB_;
};

}  // namespace ricochet::wide_tree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // RICOCHET_WIDE_TREE_LEAF_PAIR_INL_H_
