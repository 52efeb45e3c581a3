// Eight pairs of faces at once: whether their normal cones oppose one another, and where their corners lie
// relative to the other's planes. No multiplication is fused with an addition, so the result is the same on
// every instruction set.

#if defined(RICOCHET_CONTACT_FACE_PAIRS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef RICOCHET_CONTACT_FACE_PAIRS_INL_H_
#undef RICOCHET_CONTACT_FACE_PAIRS_INL_H_
#else
#define RICOCHET_CONTACT_FACE_PAIRS_INL_H_
#endif

#include "algorithms/contact/features/pair_filter.h"
#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/simd8-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ricochet::pair_filter::HWY_NAMESPACE {

using namespace simd8::HWY_NAMESPACE;

HWY_INLINE F8 inner(const F8 a[3], const F8 b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
HWY_INLINE F8 outOf(float value, const F8& v) { return all(value) - v; }
HWY_INLINE F8 minimum(const F8 v[3]) { return min(v[0], min(v[1], v[2])); }
HWY_INLINE F8 maximum(const F8 v[3]) { return max(v[0], max(v[1], v[2])); }

/// Transforms A's directions and points into B's frame.
HWY_INLINE void rotate(const FilterQuery& query, F8 v[3]) {
    const F8 from[3] = {v[0], v[1], v[2]};
    for (int k = 0; k < 3; ++k) {
        const float* row = query.rotation[k];
        v[k] = all(row[0]) * from[0] + all(row[1]) * from[1] + all(row[2]) * from[2];
    }
}
HWY_INLINE void movePoint(const FilterQuery& query, F8 v[3]) {
    rotate(query, v);
    for (int k = 0; k < 3; ++k) v[k] = v[k] + all(query.translation[k]);
}

HWY_INLINE void cross3(const F8 a[3], const F8 b[3], F8 out[3]) {
    for (int k = 0; k < 3; ++k) {
        out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    }
}
HWY_INLINE void subtract(const F8 from[3], const F8 to[3], F8 difference[3]) {
    for (int k = 0; k < 3; ++k) difference[k] = to[k] - from[k];
}
HWY_INLINE F8 norm(const F8 v[3]) { return sqrt(inner(v, v)); }

/// Which of eight faces are backs.
struct EightBacks {
    HWY_ALIGN float sign[kWidth];  ///< -0 for a back, else 0
    bool hasAny = false;

    HWY_INLINE void set(std::size_t i, bool isBack) {
        sign[i] = isBack ? -0.0f : 0.0f;
        hasAny |= isBack;
    }
    HWY_INLINE F8 signs() const { return load(sign); }
};

/// Marks of eight backs, unpacked from those of their fronts.
HWY_INLINE F8 backMarks(const F8& marks) {
    const hn::RebindToUnsigned<Lanes> bits;
    F8 result;
    for (int i = 0; i < kParts; ++i) {
        const auto moved = hn::ShiftRight<PackedFace::kBackMarks>(hn::BitCast(bits, marks.part[i]));
        result.part[i] = hn::BitCast(Lanes(), hn::And(moved, hn::Set(bits, PackedFace::kBackMarkBits)));
    }
    return result;
}
HWY_INLINE F8 backSine(const F8& marks) {
    const hn::RebindToUnsigned<Lanes> bits;
    F8 result;
    for (int i = 0; i < kParts; ++i) {
        const auto sine = hn::And(hn::BitCast(bits, marks.part[i]), hn::Set(bits, PackedFace::kBackSineBits));
        result.part[i] = hn::BitCast(Lanes(), sine);
    }
    return result;
}

/// The faces of one body in eight pairs: [corner or plane][coordinate]. The first plane is the face's own;
/// the others, if any, go through its edges, perpendicular to it, and are computed by `setEdges`.
template <int kPlanes>
struct EightFaces {
    F8 corner[3][4];
    F8 plane[kPlanes][4];
    F8 cone[4];  ///< axis, and the marks
    /// Sine of the cone for vertex contacts: the whole cone of a front; for a back, which owns no vertices,
    /// its own normal alone. Set by `turnOver`.
    F8 planeSine;

    /// `fronts`: the addresses of their packed faces.
    explicit HWY_INLINE EightFaces(const float* const* fronts) {
        for (std::size_t k = 0; k < 3; ++k) gatherRows(fronts, corner[k], 4 * k);
        gatherRows(fronts, plane[0], PackedFace::kPlaneRow);
        gatherRows(fronts, cone, PackedFace::kConeRow);
    }

    /// Replaces fronts by their backs as `backs` says. A vertex touches a back only at the back's own normal.
    HWY_INLINE void turnOver(const EightBacks& backs, const FilterQuery& query) {
        if (query.coneLevel != kAnyCone) planeSine = sine(query.coneLevel);
        if (backs.hasAny) turnOver(backs.signs(), query);
    }

    HWY_INLINE void move(const FilterQuery& query) {
        for (auto& point : corner) movePoint(query, point);
        rotate(query, plane[0]);
        const F8 translation[3] = {all(query.translation[0]), all(query.translation[1]),
                                   all(query.translation[2])};
        plane[0][3] = plane[0][3] - inner(plane[0], translation);
        rotate(query, cone);
    }

    HWY_INLINE F8 distance(int k, const F8 point[3]) const { return inner(plane[k], point) + plane[k][3]; }
    HWY_INLINE const F8& sine(std::size_t level) const { return corner[level][3]; }
    template <int kBit>
    HWY_INLINE std::uint32_t marked() const {
        return signBits(bitAsSign<kBit>(cone[3]));
    }
    /// Bit i: the face of pair i has any of three marks.
    template <int kFirst>
    HWY_INLINE std::uint32_t markedAny() const {
        return signBits(anyMark<kFirst>());
    }

private:
    template <int kFirst>
    HWY_INLINE F8 anyMark() const {
        return bitAsSign<kFirst>(cone[3]) | bitAsSign<kFirst + 1>(cone[3]) | bitAsSign<kFirst + 2>(cone[3]);
    }

    /// The order of corners matters only for the planes through edges.
    HWY_INLINE void turnOver(const F8& backs, const FilterQuery& query) {
        for (F8& c : plane[0]) c = select(backs, -c, c);
        for (int k = 0; k < 3; ++k) cone[k] = select(backs, plane[0][k], cone[k]);
        const F8 packed = cone[3];
        cone[3] = select(backs, backMarks(packed), packed);
        const F8 beyondArc = select(anyMark<PackedFace::kOwnEdges>(), all(query.sineBeyondArc), all(0));
        const F8 sine = backSine(packed) + beyondArc;
        if (query.coneLevel != kAnyCone) planeSine = select(backs, all(query.sineOfNormal), planeSine);
        for (auto& point : corner) point[3] = select(backs, sine, point[3]);
        if constexpr (kPlanes > 1) {
            for (int c = 0; c < 3; ++c) {
                const F8 first = corner[1][c];
                corner[1][c] = select(backs, corner[2][c], first);
                corner[2][c] = select(backs, first, corner[2][c]);
            }
        }
    }
};

/// Sets the planes through the edges of eight faces, with the face on the positive side, for points at most
/// `far` from its corners. Corners have an error of `error`, edges twice that, their directions that over the
/// edge's length. Distances are widened by twice the resulting error at the farthest point, which covers the
/// second order.
HWY_INLINE void setEdges(EightFaces<4>& faces, const F8 (&along)[3][3], const F8 (&length)[3], const F8& far,
                         float error) {
    for (int k = 0; k < 3; ++k) {
        const F8 inverse = all(1) / max(length[k], all(kTolerances.shortestEdge));
        F8* const plane = faces.plane[k + 1];
        cross3(faces.plane[0], along[k], plane);
        for (int c = 0; c < 3; ++c) plane[c] = plane[c] * inverse;
        plane[3] = all(4 * error) * far * inverse - inner(plane, faces.corner[k]);
    }
}

HWY_INLINE void edgeVectors(const EightFaces<4>& faces, F8 (&along)[3][3], F8 (&length)[3]) {
    for (int k = 0; k < 3; ++k) {
        subtract(faces.corner[k], faces.corner[(k + 1) % 3], along[k]);
        length[k] = norm(along[k]);
    }
}

/// The same for both faces of eight pairs, so that each other's corners are covered.
HWY_INLINE void setEdges(EightFaces<4>& a, EightFaces<4>& b, const FilterQuery& query) {
    F8 alongA[3][3], alongB[3][3], lengthA[3], lengthB[3], between[3];
    edgeVectors(a, alongA, lengthA);
    edgeVectors(b, alongB, lengthB);
    subtract(a.corner[0], b.corner[0], between);
    const F8 far = norm(between) + maximum(lengthA) + maximum(lengthB);
    setEdges(a, alongA, lengthA, far, query.error);
    setEdges(b, alongB, lengthB, far, query.error);
}

/// Distances [plane][corner] of one side's corners from the other's planes; upper bounds for the planes
/// through edges.
template <int kPlanes>
HWY_INLINE void cornerDistances(const EightFaces<kPlanes>& planes, const EightFaces<kPlanes>& corners,
                                F8 (&distances)[kPlanes][3]) {
    for (int k = 0; k < kPlanes; ++k) {
        for (int c = 0; c < 3; ++c) distances[k][c] = planes.distance(k, corners.corner[c]);
    }
}

/// Sign bits: some plane proves that the two faces are farther apart than this.
template <int kPlanes>
HWY_INLINE F8 beyond(float distance, const F8 (&distances)[kPlanes][3]) {
    F8 apart = outOf(distance, minimum(distances[0]));
    for (int k = 0; k < kPlanes; ++k) apart = apart | (maximum(distances[k]) + all(distance));
    return apart;
}

/// Bit i: no plane proves that the faces of pair i are farther apart than this.
template <int kPlanes>
HWY_INLINE std::uint32_t nearerThan(float distance, const F8 (&aOverB)[kPlanes][3],
                                    const F8 (&bOverA)[kPlanes][3]) {
    return ~signBits(beyond(distance, aOverB) | beyond(distance, bOverA));
}

/// Bit i: the planes of a face of pair i are unreliable.
template <int kPlanes>
HWY_INLINE std::uint32_t slivers(const EightFaces<kPlanes>& a, const EightFaces<kPlanes>& b) {
    return a.template marked<PackedFace::kSliver>() | b.template marked<PackedFace::kSliver>();
}

/// Bit i: both faces of pair i own edges.
template <int kPlanes>
HWY_INLINE std::uint32_t haveEdges(const EightFaces<kPlanes>& a, const EightFaces<kPlanes>& b) {
    return a.template markedAny<PackedFace::kOwnEdges>() & b.template markedAny<PackedFace::kOwnEdges>();
}

/// Bit i: the normal cones of pair i oppose one another: the angle between one axis and the reverse of the
/// other is at most the sum of the half angles.
HWY_INLINE std::uint32_t opposing(const F8 axisA[3], const F8& sineA, const F8 axisB[3], const F8& sineB) {
    const F8 one = all(1), none = all(0);
    const F8 cosines = sqrt(max(one - sineA * sineA, none)) * sqrt(max(one - sineB * sineB, none));
    return ~signBits(outOf(kTolerances.cosineError, inner(axisA, axisB) + cosines - sineA * sineB)) & 0xffu;
}

/// The same for edge contacts.
template <int kPlanes>
HWY_INLINE std::uint32_t opposingEdges(const EightFaces<kPlanes>& a, const EightFaces<kPlanes>& b,
                                       std::size_t level) {
    return level == kAnyCone ? 0xffu : opposing(a.cone, a.sine(level), b.cone, b.sine(level));
}

/// The same for contacts of vertices with faces. `edges`: for edge contacts.
template <bool kBacks, int kPlanes>
HWY_INLINE std::uint32_t opposingVertices(const EightFaces<kPlanes>& a, const EightFaces<kPlanes>& b,
                                          std::size_t level, std::uint32_t edges) {
    if constexpr (!kBacks) return edges;
    return level == kAnyCone ? 0xffu : opposing(a.cone, a.planeSine, b.cone, b.planeSine);
}

}  // namespace ricochet::pair_filter::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // RICOCHET_CONTACT_FACE_PAIRS_INL_H_
