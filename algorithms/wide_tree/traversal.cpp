#include "algorithms/wide_tree/traversal.h"

#include "algorithms/geometry/triangle_triangle.h"
#include "algorithms/wide_tree/closest_search.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/wide_tree/traversal.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which compiles all of these once per target.
#include "algorithms/wide_tree/box_tests-inl.h"
#include "algorithms/wide_tree/leaf_pair-inl.h"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ricochet::wide_tree::HWY_NAMESPACE {

/// Both nodes of a pair are opened if neither's box is this many times longer than the other's.
constexpr float kOpenBothUpTo = 3;
/// Leaf pairs wait until more than this many have accumulated: many if all pairs are requested; if one of
/// them may end or shorten the search, only until eight can be tested at a time.
std::size_t mayWait(const Query& query) {
    const bool isLong =
        query.goal == Goal::intersecting || (query.goal == Goal::close && !Query::mayEndSoon(query.maximum));
    return isLong ? 1024 : kWidth - 1;
}

class Traversal {
public:
    HWY_INLINE Traversal(const Query& query, Work& work)
        : query_(query), treeA_(query.treeA), treeB_(query.treeB), pose_(query.pose), work_(work) {
        if (query.goal == Goal::close || query.goal == Goal::closest) {
            pose_.setQueryDistance(query.pose.queryDistance + query.margin);
        } else {
            pose_.queryDistance += query.margin;
        }
    }

    void run(std::uint64_t batches) {
        const std::size_t mayStay = mayWait(query_);
        while (!work_.open.isEmpty() && batches-- > 0) {
            openEight();
            while (work_.leaves.size() > mayStay) testEightLeaves();
        }
        if (!work_.open.isEmpty()) return;
        while (!work_.leaves.isEmpty()) testEightLeaves();
    }

private:
    /// Up to eight pairs taken from a stack, the last one repeated, and the boxes of both sides.
    struct Batch {
        NodePair pair[kWidth];
        const FrameBox* a[kWidth];
        const FrameBox* b[kWidth];
        int count = 0;

        HWY_INLINE Batch(PairStack& stack, const Tree& treeA, const Tree& treeB) {
            for (int i = 0; i < kWidth; ++i) {
                const bool isNew = !stack.isEmpty();
                pair[i] = isNew ? stack.pop() : pair[i - 1];
                count += isNew;
                a[i] = &treeA.boxOf(pair[i].a);
                b[i] = &treeB.boxOf(pair[i].b);
            }
        }
        std::uint32_t inUse() const { return (1u << count) - 1; }
    };

    HWY_INLINE void openEight() {
        const Batch batch(work_.open, treeA_, treeB_);
        RelativeFrames frames;
        work_.boxTests += static_cast<std::uint64_t>(batch.count);
        work_.open.makeRoomFor(kWidth * kWidth * kWidth);
        work_.leaves.makeRoomFor(kWidth * kWidth * kWidth);
        std::uint32_t live = overlapping(batch.a, batch.b, pose_, frames) & batch.inUse();
        for (; live != 0; live &= live - 1) {
            const int i = std::countr_zero(live);
            open(batch.pair[i], RelativeFrame(frames, i), frames.sizeA[i], frames.sizeB[i]);
        }
    }

    /// Sizes are squares. At least one of the pair is a node.
    HWY_INLINE void open(NodePair pair, const RelativeFrame& frame, float sizeA, float sizeB) {
        constexpr float kRatio2 = kOpenBothUpTo * kOpenBothUpTo;
        const bool areAlike = sizeA < kRatio2 * sizeB && sizeB < kRatio2 * sizeA;
        if (!pair.a.isLeaf() && !pair.b.isLeaf() && areAlike) {
            openBoth(pair, frame);
        } else if (pair.b.isLeaf() || (!pair.a.isLeaf() && sizeA > sizeB)) {
            openA(pair, frame);
        } else {
            openB(pair, frame);
        }
    }

    HWY_NOINLINE void openBoth(NodePair pair, const RelativeFrame& frame) {
        const WideNode& a = treeA_.nodes[pair.a.index()];
        const WideNode& b = treeB_.nodes[pair.b.index()];
        work_.boxTests += std::uint64_t{a.box.count} * b.box.count;
        Intervals intervals;
        projectChildren(a, b, frame, intervals);
        const std::uint32_t inUse = (1u << b.box.count) - 1;
        for (std::uint32_t i = 0; i < a.box.count; ++i) {
            std::uint32_t live = intervals.overlapping(static_cast<int>(i), pose_) & inUse;
            for (; live != 0; live &= live - 1) {
                push(treeA_.child(a, i), childAt(treeB_, b, live));
            }
        }
    }

    HWY_NOINLINE void openA(NodePair pair, const RelativeFrame& f) {
        const WideNode& node = treeA_.nodes[pair.a.index()];
        const float r[3][3] = {{f.r[0][0], f.r[1][0], f.r[2][0]},
                               {f.r[0][1], f.r[1][1], f.r[2][1]},
                               {f.r[0][2], f.r[1][2], f.r[2][2]}};
        const float t[3] = {-f.s[0], -f.s[1], -f.s[2]};
        const float s[3] = {-f.t[0], -f.t[1], -f.t[2]};
        work_.boxTests += node.box.count;
        std::uint32_t live = overlappingChildren(node, treeB_.boxOf(pair.b).half, r, t, s, f.slack, pose_);
        for (live &= (1u << node.box.count) - 1; live != 0; live &= live - 1) {
            push(childAt(treeA_, node, live), pair.b);
        }
    }

    HWY_NOINLINE void openB(NodePair pair, const RelativeFrame& f) {
        const WideNode& node = treeB_.nodes[pair.b.index()];
        work_.boxTests += node.box.count;
        std::uint32_t live =
            overlappingChildren(node, treeA_.boxOf(pair.a).half, f.r, f.t, f.s, f.slack, pose_);
        for (live &= (1u << node.box.count) - 1; live != 0; live &= live - 1) {
            push(pair.a, childAt(treeB_, node, live));
        }
    }

    /// The child of the lowest bit.
    static HWY_INLINE NodeRef childAt(const Tree& tree, const WideNode& node, std::uint32_t live) {
        return tree.child(node, static_cast<unsigned>(std::countr_zero(live)));
    }

    HWY_INLINE void push(NodeRef a, NodeRef b) {
        prefetch(treeA_, a);
        prefetch(treeB_, b);
        (a.isLeaf() && b.isLeaf() ? work_.leaves : work_.open).push({a, b});
    }

    static HWY_INLINE void prefetch(const Tree& tree, NodeRef ref) {
        const auto* lines = reinterpret_cast<const std::uint8_t*>(&tree.boxOf(ref));
        for (int i = 0; i < 5; ++i) hwy::Prefetch(lines + 64 * i);
    }

    HWY_INLINE void testEightLeaves() {
        const Batch batch(work_.leaves, treeA_, treeB_);
        RelativeFrames frames;
        work_.boxTests += static_cast<std::uint64_t>(batch.count);
        std::uint32_t live = overlapping(batch.a, batch.b, pose_, frames) & batch.inUse();
        for (; live != 0; live &= live - 1) {
            const int i = std::countr_zero(live);
            const NodePair pair = batch.pair[i];
            if (query_.margin > 0) {
                work_.front.push_back(pair);
                continue;
            }
            const RelativeFrame frame(frames, i);
            LeafPair(treeA_.leaves[pair.a.index()], treeB_.leaves[pair.b.index()], frame, query_, pose_)
                .test(work_);
            if (!work_.found.empty() && learnsFromPairs()) return;
        }
    }

    /// Evaluates the pairs found; returns whether the query is complete.
    HWY_INLINE bool learnsFromPairs() {
        if (query_.goal == Goal::intersecting) return false;
        if (query_.goal == Goal::close && work_.found.size() <= query_.maximum) return false;
        if (query_.goal == Goal::closest) {
            const float nearest = query_.measure(work_);
            if (nearest > 0) {
                pose_.setQueryDistance(nearest);
                return false;
            }
        }
        work_.open.clear();
        work_.leaves.clear();
        return true;
    }

    const Query& query_;
    const Tree& treeA_;
    const Tree& treeB_;
    PoseConstants pose_;  ///< its distance shrinks in a search for the closest pair
    Work& work_;
};

void traverse(const Query& query, std::uint64_t batches, Work& work) { Traversal(query, work).run(batches); }

}  // namespace ricochet::wide_tree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ricochet::wide_tree {

HWY_EXPORT(traverse);

void traverse(const Query& query, std::uint64_t batches, Work& work) {
    HWY_DYNAMIC_DISPATCH(traverse)(query, batches, work);
}

void begin(const Query& query, Work& work) {
    const NodePair roots = {query.treeA.root, query.treeB.root};
    PairStack& stack = roots.a.isLeaf() && roots.b.isLeaf() ? work.leaves : work.open;
    stack.makeRoomFor(1);
    stack.push(roots);
}

bool Query::intersects(Index faceA, Index faceB) const {
    return ricochet::intersects(a.triangle(faceA), b.triangle(faceB));
}

float Query::measure(Work& work) const {
    for (const FacePair& pair : work.found) keepNearer(*this, pair, work.closest);
    work.found.clear();
    const float nearest = pose.inFrameOfA(std::sqrt(work.closest->points.distanceSquared));
    return std::min(nearest, pose.queryDistance);
}

}  // namespace ricochet::wide_tree
#endif
