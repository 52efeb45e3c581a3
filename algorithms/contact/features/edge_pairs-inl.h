// Eight pairs of edges at once: the distance of their lines, the closest points, and the normal. With edges u
// and v, and w from the start of one to the start of the other, the lines are w·(u x v) / |u x v| apart, at
// the fraction (w x v)·(u x v) / |u x v|² of u. Corners have an error of `error`, so u, v and w have twice
// that. Bounds are widened by the first-order error of the products, plus half of it for the second order.

#if defined(RICOCHET_CONTACT_EDGE_PAIRS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef RICOCHET_CONTACT_EDGE_PAIRS_INL_H_
#undef RICOCHET_CONTACT_EDGE_PAIRS_INL_H_
#else
#define RICOCHET_CONTACT_EDGE_PAIRS_INL_H_
#endif

#include "algorithms/contact/features/face_pairs-inl.h"
#include "algorithms/contact/tolerances.h"

HWY_BEFORE_NAMESPACE();
namespace ricochet::pair_filter::HWY_NAMESPACE {

/// Sources of eight edges: rows of their packed faces.
struct EdgeRows {
    const float* begin[kWidth];
    const float* end[kWidth];
    const float* normal[kWidth];       ///< of the front; zero: it does not bound the contact normal
    const float* otherNormal[kWidth];  ///< the same for the adjacent face
    EightBacks backs;                  ///< their normals are reversed
};

/// The edges of one body in eight pairs.
struct EightEdges {
    F8 begin[4], along[4];
    F8 normal[4], otherNormal[4];

    explicit HWY_INLINE EightEdges(const EdgeRows& rows) {
        gatherRows(rows.begin, begin);
        gatherRows(rows.end, along);
        gatherRows(rows.normal, normal);
        gatherRows(rows.otherNormal, otherNormal);
    }
    HWY_INLINE void turnOver(const EightBacks& backs) {
        if (!backs.hasAny) return;
        const F8 signs = backs.signs();
        for (F8& c : normal) c = select(signs, -c, c);
        for (F8& c : otherNormal) c = select(signs, -c, c);
    }
    HWY_INLINE void move(const FilterQuery& query) {
        movePoint(query, begin);
        movePoint(query, along);
        rotate(query, normal);
        rotate(query, otherNormal);
    }
    /// Replaces end points by the vectors from `begin` to them.
    HWY_INLINE void endsToVectors() {
        for (int k = 0; k < 3; ++k) along[k] = along[k] - begin[k];
    }
};

/// Bounds are margins: a pair passes if none is negative.
class EightEdgePairs {
public:
    HWY_INLINE EightEdgePairs(const EightEdges& a, const EightEdges& b, const FilterQuery& query)
        : a_(a), b_(b), q_(query) {
        for (int k = 0; k < 3; ++k) w_[k] = b.begin[k] - a.begin[k];
        cross3(a.along, b.along, cross_);
        lengthU_ = norm(a.along);
        lengthV_ = norm(b.along);
        far_ = norm(w_);
        size_ = norm(cross_);
        apart_ = inner(w_, cross_);
    }

    /// Bit i: the edges of pair i may touch.
    HWY_INLINE std::uint32_t mayTouch() const {
        return ~signBits(max(skew(), max(parallel(), tiny()))) & 0xffu;
    }

private:
    HWY_INLINE F8 skew() const {
        F8 wv[3], wu[3];
        cross3(w_, b_.along, wv);
        cross3(w_, a_.along, wu);
        const F8 lines = mostApart(std::max(q_.above, q_.below)) - abs(apart_);
        const F8 ends = min(endMargin(inner(wv, cross_), lengthU_), endMargin(inner(wu, cross_), lengthV_));
        return min(lines, min(ends, min(normal(), notParallel())));
    }

    /// Nearly parallel edges have other contacts, in the exact test and here.
    HWY_INLINE F8 notParallel() const {
        const F8 parallel = all(static_cast<float>(0.9 * kTolerances.parallelSine)) * lengthU_ * lengthV_;
        return size_ + all(4 * q_.error) * (lengthU_ + lengthV_) - parallel;
    }

    HWY_INLINE F8 mostApart(float gap) const {
        const float maximum = gap + 2 * q_.error;
        return all(maximum) * size_ + all(3 * q_.error) * (lengthU_ + lengthV_) * (all(maximum) + far_);
    }

    /// Whether a closest point lies on its edge, or past an end by no more than allowed.
    HWY_INLINE F8 endMargin(const F8& share, const F8& length) const {
        const F8 overrun = all(q_.extension), half = all(0.5f);
        const F8 extent = lengthU_ + lengthV_ + far_ + overrun;
        const F8 error = all(8 * q_.error) * extent * (extent * size_ + lengthU_ * lengthV_ * far_);
        const F8 size2 = size_ * size_;
        return (half * length + overrun) * size2 + error - abs(length * (share - half * size2));
    }

    /// Whether the cross product or its reverse lies on the right side of all four tangents, and the edges
    /// are not too deep along it.
    HWY_INLINE F8 normal() const {
        const F8 deepest = mostApart(q_.below);
        const F8 cone = all(q_.coneTolerance + kTolerances.cosineError) * size_ +
                        all(4 * q_.error) * (lengthU_ + lengthV_);
        // Perpendicular to u, the tangent of a face with normal n is n x u / |u|; its product with u x v is
        // -n·v |u|.
        const F8 ofA[2] = {outOf(0, lengthU_ * inner(a_.normal, b_.along)),
                           lengthU_ * inner(a_.otherNormal, b_.along)};
        const F8 ofB[2] = {lengthV_ * inner(b_.normal, a_.along),
                           outOf(0, lengthV_ * inner(b_.otherNormal, a_.along))};
        const F8 lowest = min(min(ofA[0], ofA[1]), outOf(0, max(ofB[0], ofB[1])));
        const F8 highest = max(max(ofA[0], ofA[1]), outOf(0, min(ofB[0], ofB[1])));
        const F8 forth = min(deepest - apart_, cone + lowest);
        const F8 back = min(deepest + apart_, cone - highest);
        return max(forth, back);
    }

    /// For nearly parallel edges: how far the start of B's edge lies beside A's line. A contact lies within
    /// both edges, where they come nearer by at most |u x v| / |u|.
    HWY_INLINE F8 parallel() const {
        F8 wu[3];
        cross3(w_, a_.along, wu);
        const float farthest = std::max(q_.above, q_.below) + q_.linearSlop + 2 * q_.error;
        const F8 rounding = all(6 * q_.error) * (lengthU_ + lengthV_ + far_);
        const F8 beside = lengthU_ * all(farthest) + size_ + rounding - norm(wu);
        return min(all(0.9f * kTolerances.parallelFilter) * lengthU_ * lengthV_ - size_, beside);
    }

    /// For edges so short that rounding may decide whether they are parallel.
    HWY_INLINE F8 tiny() const {
        const F8 errors = all(kTolerances.crossErrors * q_.error) * (lengthU_ + lengthV_);
        return errors - max(size_, all(static_cast<float>(kTolerances.parallelSine)) * lengthU_ * lengthV_);
    }

    const EightEdges& a_;
    const EightEdges& b_;
    const FilterQuery& q_;
    F8 w_[3], cross_[3];
    F8 lengthU_, lengthV_, far_, size_, apart_;
};

}  // namespace ricochet::pair_filter::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // RICOCHET_CONTACT_EDGE_PAIRS_INL_H_
