// Tests eight pairs of triangles at once: the planes of the triangles, and the sides on which edges pass one
// another (Plücker coordinates). In float with the bounds of error_bounds.h, so that the result is *yes*,
// *no* or *uncertain*.

#if defined(RICOCHET_WIDE_TREE_TRIANGLE_PAIRS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef RICOCHET_WIDE_TREE_TRIANGLE_PAIRS_INL_H_
#undef RICOCHET_WIDE_TREE_TRIANGLE_PAIRS_INL_H_
#else
#define RICOCHET_WIDE_TREE_TRIANGLE_PAIRS_INL_H_
#endif

#include "algorithms/geometry/simd8-inl.h"
#include "algorithms/wide_tree/error_bounds.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace ricochet::wide_tree::HWY_NAMESPACE {

using namespace simd8::HWY_NAMESPACE;

/// For every byte value the positions of its set bits, ascending, one per byte of the entry from the lowest
/// memory address on; the rest is zero.
constexpr std::array<std::array<std::uint8_t, 8>, 256> kPlacesOfBits = [] {
    std::array<std::array<std::uint8_t, 8>, 256> table = {};
    for (unsigned byte = 0; byte < 256; ++byte) {
        unsigned count = 0;
        for (std::uint8_t bit = 0; bit < 8; ++bit) {
            if (byte >> bit & 1u) table[byte][count++] = bit;
        }
    }
    return table;
}();

/// Pairs of triangles of two leaves, by their positions there. Lists are written eight bytes at a time
/// whatever their length: the number of bits in a mask is unpredictable, so no branch depends on it.
class PairList {
public:
    std::uint32_t count() const { return count_; }
    /// Adds triangle a of A with each triangle of B whose bit is set.
    HWY_INLINE void add(std::uint32_t a, std::uint32_t bits) {
        constexpr std::uint64_t kEachByte = 0x0101010101010101;
        const std::uint64_t eightOfA = a * kEachByte;
        std::memcpy(&a_[count_], &eightOfA, kWidth);
        std::memcpy(&b_[count_], &kPlacesOfBits[bits], kWidth);
        count_ += static_cast<std::uint32_t>(std::popcount(bits));
    }
    /// Call it after all are added: pads the list with valid positions, since it is read eight at a time.
    HWY_INLINE void end() {
        std::memset(&a_[count_], 0, kWidth);
        std::memset(&b_[count_], 0, kWidth);
    }
    const std::uint8_t* ofA(std::uint32_t first) const { return &a_[first]; }
    const std::uint8_t* ofB(std::uint32_t first) const { return &b_[first]; }

private:
    /// Eight more than the greatest number of pairs, since the last are read and written eight at a time.
    std::uint8_t a_[(kWidth + 1) * kWidth];
    std::uint8_t b_[(kWidth + 1) * kWidth];
    std::uint32_t count_ = 0;
};

/// Bits of the eight pairs that may intersect, and of those that certainly do.
struct LaneMasks {
    std::uint32_t possible, certain;
};

HWY_INLINE F8 minimum(const F8 v[3]) { return min(v[0], min(v[1], v[2])); }
HWY_INLINE F8 maximum(const F8 v[3]) { return max(v[0], max(v[1], v[2])); }

/// Sources of eight of a leaf's triangles.
struct TriangleSource {
    Picks picks;
    const float (&corner)[3][3][kWidth];
    const float (&longestEdge)[kWidth];
    const float (&shortProduct)[kWidth];
};

/// One side of eight pairs: [corner or edge][coordinate].
struct EightTriangles {
    F8 corner[3][3];
    F8 normal[3];  ///< of the plane: normal . x = offset
    F8 offset;
    F8 longestEdge;
    F8 planeError;  ///< of heights over the plane

    HWY_INLINE EightTriangles(const TriangleSource& from, const LeafPairBounds& bounds) {
        for (int c = 0; c < 3; ++c) {
            for (int k = 0; k < 3; ++k) corner[c][k] = from.picks.of(from.corner[c][k]);
        }
        F8 left[3], right[3];
        for (int k = 0; k < 3; ++k) {
            left[k] = corner[1][k] - corner[0][k];
            right[k] = corner[2][k] - corner[0][k];
        }
        cross(left, right, normal);
        offset = dot(normal, corner[0]);
        longestEdge = from.picks.of(from.longestEdge);
        planeError = mulAdd(from.picks.of(from.shortProduct), all(bounds.plane), all(bounds.minimum));
    }

    HWY_INLINE F8 height(const F8 p[3]) const {
        return mulAdd(normal[0], p[0], mulAdd(normal[1], p[1], mulSub(normal[2], p[2], offset)));
    }

    /// Edge e leads from corner e to the next: its direction, and its moment about the origin.
    HWY_INLINE void edge(int e, F8 direction[3], F8 moment[3]) const {
        for (int k = 0; k < 3; ++k) direction[k] = corner[(e + 1) % 3][k] - corner[e][k];
        cross(corner[e], direction, moment);
    }
};

class EightPairs {
public:
    HWY_INLINE EightPairs(const TriangleSource& a, const TriangleSource& b, const LeafPairBounds& bounds)
        : a_(a, bounds), b_(b, bounds) {
        for (int c = 0; c < 3; ++c) {
            heightA_[c] = b_.height(a_.corner[c]);
            heightB_[c] = a_.height(b_.corner[c]);
        }
    }

    /// Bit i: neither plane of pair i has the other triangle entirely on one side.
    HWY_INLINE std::uint32_t crossPlanes() const {
        const F8 apart = (a_.planeError - minimum(heightB_)) | (a_.planeError + maximum(heightB_)) |
                         (b_.planeError - minimum(heightA_)) | (b_.planeError + maximum(heightA_));
        return ~signBits(apart) & 0xffu;
    }

    ///   yes: an edge passes all edges of the other triangle on the same side, and its ends lie on opposite
    ///        sides of the other's plane;
    ///   no:  every edge of both passes two edges of the other triangle on different sides, or has both its
    ///        ends on one side of the other's plane; because of two intersecting triangles, one has an edge
    ///        that intersects the other.
    HWY_INLINE LaneMasks decide(const LeafPairBounds& bounds) const {
        F8 side[3][3];  // [edge of A][edge of B]
        F8 momentA, momentB;
        computeSides(side, momentA, momentB);
        const F8 error = sideError(momentA, momentB, bounds);
        F8 yes = all(0);
        F8 no = all(-1);
        for (int e = 0; e < 3; ++e) {
            const int next = (e + 1) % 3;
            const F8 sidesOfA[3] = {side[e][0], side[e][1], side[e][2]};
            const F8 sidesOfB[3] = {side[0][e], side[1][e], side[2][e]};
            classify(sidesOfA, heightA_[e], heightA_[next], error, b_.planeError, yes, no);
            classify(sidesOfB, heightB_[e], heightB_[next], error, a_.planeError, yes, no);
        }
        return {~signBits(no) & 0xffu, signBits(yes)};
    }

private:
    /// Side products, and the longest moments of both.
    HWY_INLINE void computeSides(F8 side[3][3], F8& momentA, F8& momentB) const {
        F8 directionB[3][3], ofB[3][3];
        for (int g = 0; g < 3; ++g) b_.edge(g, directionB[g], ofB[g]);
        F8 lengthA[3], lengthB[3];
        for (int e = 0; e < 3; ++e) {
            F8 direction[3], moment[3];
            a_.edge(e, direction, moment);
            for (int g = 0; g < 3; ++g) {
                F8 value = dot(moment, directionB[g]);
                for (int k = 3; k-- > 0;) value = mulAdd(direction[k], ofB[g][k], value);
                side[e][g] = value;
            }
            lengthA[e] = dot(moment, moment);
            lengthB[e] = dot(ofB[e], ofB[e]);
        }
        momentA = sqrt(maximum(lengthA));
        momentB = sqrt(maximum(lengthB));
    }

    HWY_INLINE F8 sideError(const F8& momentA, const F8& momentB, const LeafPairBounds& bounds) const {
        const F8& edgeA = a_.longestEdge;
        const F8& edgeB = b_.longestEdge;
        const F8 moments = all(bounds.moments);
        F8 error = mulAdd(edgeA, mulAdd(edgeB, all(bounds.edges), all(bounds.edgeOfA)), all(bounds.minimum));
        error = mulAdd(edgeB, all(bounds.edgeOfB), error);
        error = mulAdd(momentA, mulAdd(edgeB, moments, all(bounds.momentOfA)), error);
        return mulAdd(momentB, mulAdd(edgeA + edgeA, moments, all(bounds.momentOfB)), error);
    }

    /// One edge of each pair against the other triangle; sign bits of yes and no are set and cleared.
    static HWY_INLINE void classify(const F8 side[3], const F8& begin, const F8& end, const F8& sideError,
                                    const F8& heightError, F8& yes, F8& no) {
        const F8 low = minimum(side);
        const F8 high = maximum(side);
        const F8 lowEnd = min(begin, end);
        const F8 highEnd = max(begin, end);
        const F8 sameSide = sideError - max(low, -high);
        const F8 oppositeEnds = heightError - min(highEnd, -lowEnd);
        yes = yes | (sameSide & oppositeEnds);
        const F8 differentSides = sideError - min(high, -low);
        const F8 sameEnds = heightError - max(lowEnd, -highEnd);
        no = no & (differentSides | sameEnds);
    }

    EightTriangles a_, b_;
    F8 heightA_[3];  ///< of A's corners over B's plane
    F8 heightB_[3];
};

}  // namespace ricochet::wide_tree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // RICOCHET_WIDE_TREE_TRIANGLE_PAIRS_INL_H_
