// The triangles of two leaves. First their intervals on the six face axes of the two frames, each of A in
// turn against eight of B; the remaining pairs are tested eight at a time (triangle_pairs-inl.h), and
// uncertain ones by the exact test. In float, with the bounds of error_bounds.h.

#if defined(RICOCHET_WIDE_TREE_LEAF_PAIR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef RICOCHET_WIDE_TREE_LEAF_PAIR_INL_H_
#undef RICOCHET_WIDE_TREE_LEAF_PAIR_INL_H_
#else
#define RICOCHET_WIDE_TREE_LEAF_PAIR_INL_H_
#endif

#include "algorithms/wide_tree/box_tests-inl.h"
#include "algorithms/wide_tree/traversal.h"
#include "algorithms/wide_tree/triangle_pairs-inl.h"

#include <bit>

HWY_BEFORE_NAMESPACE();
namespace ricochet::wide_tree::HWY_NAMESPACE {

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
        bounds_.interval += pose.faceQueryDistance;
        bounds_.plane += pose.faceQueryDistance;
    }

    HWY_INLINE void test(Work& work) {
        if (!overlappingIntervals()) return;
        work.triangleTests += near_.count();
        if (query_.goal == Goal::close) {
            takeAll(work);
            return;
        }
        near_.end();
        for (std::uint32_t first = 0; first < near_.count(); first += kWidth) testEight(first, work);
    }

private:
    static HWY_INLINE float radius(const FrameBox& box) {
        return std::sqrt(box.half[0] * box.half[0] + box.half[1] * box.half[1] + box.half[2] * box.half[2]);
    }

    /// Lists the pairs whose intervals overlap on all axes; returns whether there are any.
    HWY_INLINE bool overlappingIntervals() {
        Intervals intervals;
        const F8 error = all(bounds_.interval);
        F8 outside = all(0);
        // A's axes; B's triangles must also extend into A's own box.
        for (int k = 0; k < 3; ++k) {
            F8 cornersA[3], cornersB[3];
            const F8 offset = all(f_.t[k] - origin_[k]);
            for (int c = 0; c < 3; ++c) {
                cornersA[c] = load(a_.corner[c][k]) - all(origin_[k]);
                cornersB[c] = mulAdd(all(f_.r[k][0]), load(b_.corner[c][0]),
                                     mulAdd(all(f_.r[k][1]), load(b_.corner[c][1]),
                                            mulAdd(all(f_.r[k][2]), load(b_.corner[c][2]), offset)));
                store(cornersA[c], cornerA_[c][k]);
                store(cornersB[c], cornerB_[c][k]);
            }
            intervals.lowB[k] = minimum(cornersB);
            intervals.highB[k] = maximum(cornersB);
            store(minimum(cornersA) - error, intervals.lowA[k]);
            store(maximum(cornersA) + error, intervals.highA[k]);
            const float extent = a_.box.half[k] + bounds_.interval;
            outside = outside | (intervals.highB[k] + all(extent + origin_[k])) |
                      (all(extent - origin_[k]) - intervals.lowB[k]);
        }
        const std::uint32_t columns = ~signBits(outside) & ((1u << b_.box.count) - 1);
        if (columns == 0) return false;

        // B's axes; A's triangles must also extend into B's own box.
        outside = all(0);
        for (int j = 0; j < 3; ++j) {
            F8 cornersA[3], cornersB[3];
            for (int c = 0; c < 3; ++c) {
                cornersB[c] = load(b_.corner[c][j]);
                cornersA[c] = mulAdd(all(f_.r[0][j]), load(a_.corner[c][0]),
                                     mulAdd(all(f_.r[1][j]), load(a_.corner[c][1]),
                                            mulSub(all(f_.r[2][j]), load(a_.corner[c][2]), all(f_.s[j]))));
            }
            intervals.lowB[3 + j] = minimum(cornersB);
            intervals.highB[3 + j] = maximum(cornersB);
            const F8 low = minimum(cornersA) - error;
            const F8 high = maximum(cornersA) + error;
            store(low, intervals.lowA[3 + j]);
            store(high, intervals.highA[3 + j]);
            const F8 extent = all(b_.box.half[j]);
            outside = outside | (high + extent) | (extent - low);
        }
        std::uint32_t live = ~signBits(outside) & ((1u << a_.box.count) - 1);
        for (; live != 0; live &= live - 1) {
            const int i = std::countr_zero(live);
            near_.add(static_cast<std::uint32_t>(i), intervals.overlapping(i, pose_) & columns);
        }
        return near_.count() > 0;
    }

    HWY_INLINE EightPairs eightFrom(std::uint32_t first) const {
        return EightPairs({Picks(near_.ofA(first)), cornerA_, a_.longestEdge, a_.shortProduct},
                          {Picks(near_.ofB(first)), cornerB_, b_.longestEdge, b_.shortProduct}, bounds_);
    }
    std::uint32_t inUse(std::uint32_t first) const {
        return (1u << std::min<std::uint32_t>(near_.count() - first, kWidth)) - 1;
    }

    /// A superset is requested: planes would reject few, at a cost above that of a pair that is returned.
    HWY_NOINLINE void takeAll(Work& work) const {
        const Mesh &meshA = query_.a.mesh(), &meshB = query_.b.mesh();
        const std::size_t before = work.found.size(),
                          sides = (meshA.isTwoSided() ? 2u : 1u) * (meshB.isTwoSided() ? 2u : 1u);
        work.found.resize(before + sides * near_.count());
        FacePair* const fronts = work.found.data() + before;
        FacePair* backs = fronts + near_.count();
        for (std::uint32_t i = 0; i < near_.count(); ++i) {
            fronts[i] = {a_.face[near_.ofA(i)[0]], b_.face[near_.ofB(i)[0]]};
            const Index backA = meshA.frontCount() + fronts[i].faceA,
                        backB = meshB.frontCount() + fronts[i].faceB;
            if (meshB.isTwoSided()) *backs++ = {fronts[i].faceA, backB};
            if (meshA.isTwoSided()) *backs++ = {backA, fronts[i].faceB};
            if (sides > 2) *backs++ = {backA, backB};
        }
    }

    HWY_NOINLINE void testEight(std::uint32_t first, Work& work) {
        const EightPairs pairs = eightFrom(first);
        const std::uint32_t crossing = pairs.crossPlanes() & inUse(first);
        if (crossing == 0) return;
        const LaneMasks mask = query_.findsIntersecting() ? pairs.decide(bounds_) : LaneMasks{0xffu, 0xffu};
        for (std::uint32_t left = crossing & mask.possible; left != 0; left &= left - 1) {
            const int i = std::countr_zero(left);
            const FacePair pair = {a_.face[near_.ofA(first)[i]], b_.face[near_.ofB(first)[i]]};
            if ((mask.certain >> i & 1u) || query_.intersects(pair.faceA, pair.faceB)) {
                work.found.push_back(pair);
                if (query_.hasBacks) addBacks(pair, work.found);
            }
        }
    }

    /// Also adds the pairs with the backs of two faces that were found.
    HWY_NOINLINE void addBacks(const FacePair& fronts, FacePairs& found) const {
        forEachSide(query_.a.mesh(), fronts.faceA, [&](Index faceA) {
            forEachSide(query_.b.mesh(), fronts.faceB, [&](Index faceB) {
                if (FacePair{faceA, faceB} != fronts) found.push_back({faceA, faceB});
            });
        });
    }

    const WideLeaf& a_;
    const WideLeaf& b_;
    const RelativeFrame& f_;
    const Query& query_;
    const PoseConstants& pose_;
    LeafPairBounds bounds_;

    float origin_[3];                        ///< in A's frame: the centre of the smaller leaf
    HWY_ALIGN float cornerA_[3][3][kWidth];  ///< along A's axes, about that origin
    HWY_ALIGN float cornerB_[3][3][kWidth];
    PairList near_;
};

}  // namespace ricochet::wide_tree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // RICOCHET_WIDE_TREE_LEAF_PAIR_INL_H_
