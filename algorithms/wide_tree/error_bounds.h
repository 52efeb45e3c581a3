#pragma once

#include <cmath>

namespace ricochet::wide_tree {

// Error bounds of the float filter, relative to the exact test on the placed doubles, expressed in the frame
// of a node or leaf of A (any affine map will do, see geometry/relative_pose.cpp):
//     p* = F_A (x - o_A),        w* = L q* + t*,       q* = F_B (y - o_B),
//     L = F_A M inverse(F_B),    t* = F_A (T + M o_B - o_A).
// Computed are p, q = p*, q* rounded to float, and w = R q + t with R ~ F_A M transpose(F_B) in float,
// T + M o_B - o_A in double, rounded and turned in float. Let u = 2^-24, rA, rB the radii of the two boxes,
// d = |t|, eta the placement error, and kappa bound the skew of M. Norms are Euclidean.
//
// Linear part.  Rounding M: u; two products of three terms: 3 u each; each relative to |F_A| |M| |F_B|, whose
//     norm is below 5.2 (three factors of sqrt 3):  7 * 5.2 u.  transpose for inverse of F_B, whose rows are
//     rounded unit vectors: 6 u.                                       |R - L| <= 42 u, entry by entry 19 u
// Translation.  Rounding: u d; product of three terms: 3 sqrt(3) u d.             |t - t*| <= 6.2 u d + eta
// Both errors are common to all corners of B. The errors that differ from corner to corner depend on the
// choice of the origin (see the kernel): the centre of the smaller leaf, so that its corners are the most
// accurate.
//     In A's:  A: rounding of p.                                                    u rA + eta =: i_A
//              B: rounding of q, and four roundings of R q + t:      8 u rB + 4 u d + eta =: i_B
//     In B's:  A: rounding of p and of p - t.                        2 u rA + u d + eta =: i_A
//              B: rounding of q, and three roundings of R q:                  8 u rB + eta =: i_B
// No corner is farther from the origin than rA + d or rB + d, and the sum of two is below rA + rB + d.

inline constexpr float kU = 0x1p-24f;

/// Keeps bounds above zero if products of lengths underflow, also with flush to zero: such a product loses
/// less than 2^-125, and at most four of them, times a length, enter one value.
inline constexpr float kUnderflow = 1e-35f;

/// Boxes. A separating axis n is any vector: the computed axis counts as exact, and only the extent of the
/// box of B along it has an error, of |R^T L - 1|, |n L_l - R| and the like. For the face axes that is below
/// 33 u + 12 u + kappa. For edge x edge axes, R's cofactors replace R, which costs another 2.5 (78 u +
/// kappa). All of it is below 256 u + 4 kappa, relative to the boxes' half sizes; projections of t and of
/// centres cost less than 32 u of t.
inline constexpr float kBoxError = 256 * kU;
inline constexpr float kBoxSkew = 4;
inline constexpr float kBoxOffsetError = 32 * kU;

struct LeafPairBounds {
    float interval;  ///< of a difference of projections on a face axis of either frame
    float plane;     ///< of a corner's height over a plane, times the product of the plane's two edges
    /// Bound for a side product of edges e of A and f of B with moments m and k about the origin:
    /// |e||f| edges + |f| edgeOfB + |e| edgeOfA + |m| (|f| moments + momentOfA) + |k| (2 |e| moments +
    /// momentOfB)
    float edges, edgeOfA, edgeOfB, moments, momentOfA, momentOfB;
    float minimum;  ///< added to all but the first
};

/// Intervals. On A's axes: common + i_A + i_B. On B's axes, R_j p against q_j + R_j t: the above 45 u + kappa
/// of the half sizes of B (norm 1 <= sqrt 3 rB) and 10 u (d + rA) for the products.
///
/// Planes. n = f1 x f2 of float corners is taken as an exact direction: it need not be the true normal, as
/// long as it separates. Then what counts is |n| (i_A + i_B + common); n (v_i - v_0), which is 0 but for
/// rounding, 4 u |f1||f2| longest edge (<= 2 r); and evaluating n x - n v_0, 11 u |n| (rA + rB + d).
/// |n| <= |f1||f2|. Sum: u (69 rB + 22 d + 21 rA) + 2 eta.
///
/// Edges. The side product of edges e of A, from p, and f of B, from w, is S = e . (g x f) with g = w - p, or
/// m . f + k . e with the moments m = p x e and k = w x f about the origin; any points of the two *lines* do
/// for p and w. So an edge may be long, if only its line passes near the origin, |m|/|e| away: slivers need
/// that. PA and PB bound the distances of corners from the origin, c is d where that is A's and 0 where it is
/// B's.
///     a corner of A:       dS = displacement . (other corner of A - w) x f, for both corners:
///                          i_A (2 PA |f| + 2 |k|)
///     a corner of B:       i_B (2 PB |e| + 2 |m|)
///     translation:         (6.2 u d + eta) |e||f|
///     linear part E:       takes the line of f from its point x nearest to the origin, |k|/|f| away, to
///                          x + E (x - c): e . (x - p) x E f + e . E (x - c) x f, at most
///                          42 u (|m||f| + 2 |k||e| + c |e||f|)
///     differences e, f:    u |e| (PA |f| + |k|) + u |f| (PB |e| + |m|)
///     moments:             3 u (PA + PB) |e||f|
///     sum of six products: 6 u (|m||f| + |k||e|)
inline LeafPairBounds leafPairBounds(float rA, float rB, float d, float eta, float kappa, bool originInB) {
    const float cornerOfA = originInB ? kU * (2 * rA + d) + eta : kU * rA + eta;
    const float cornerOfB = originInB ? 8 * kU * rB + eta : kU * (8 * rB + 4 * d) + eta;
    LeafPairBounds bounds;
    bounds.interval = kU * (96 * rB + 24 * d + 16 * rA) + 2 * kappa * rB + 4 * eta;
    bounds.plane = kU * (72 * rB + 24 * d + 24 * rA) + 4 * eta;
    // Slightly more than derived, for the rounding of the bounds themselves and of computed moments.
    const float pA = originInB ? rA + d : rA;
    const float pB = originInB ? rB : rB + d;
    bounds.edges = kU * (7 * d + 4.1f * (pA + pB) + (originInB ? 0 : 43 * d)) + 1.02f * eta;
    bounds.edgeOfB = 2.05f * cornerOfA * pA;
    bounds.edgeOfA = 2.05f * cornerOfB * pB;
    bounds.moments = 50 * kU;
    bounds.momentOfA = 2.05f * cornerOfB;
    bounds.momentOfB = 2.05f * cornerOfA;
    bounds.minimum = kUnderflow * (1 + rA + rB + d);
    return bounds;
}

}  // namespace ricochet::wide_tree
