// Eight floats, as one to eight vectors of the target's width. Compiled once per target.

#if defined(RICOCHET_GEOMETRY_SIMD8_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef RICOCHET_GEOMETRY_SIMD8_INL_H_
#undef RICOCHET_GEOMETRY_SIMD8_INL_H_
#else
#define RICOCHET_GEOMETRY_SIMD8_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace ricochet::simd8::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

inline constexpr int kWidth = 8;

using Lanes = hn::CappedTag<float, kWidth>;
using Vector = hn::Vec<Lanes>;
inline constexpr int kLanes = static_cast<int>(hn::MaxLanes(Lanes()));
inline constexpr int kParts = kWidth / kLanes;

struct F8 {
    Vector part[kParts];
};

HWY_INLINE F8 load(const float* aligned) {
    F8 result;
    for (int i = 0; i < kParts; ++i) result.part[i] = hn::Load(Lanes(), aligned + i * kLanes);
    return result;
}
HWY_INLINE void store(const F8& v, float* aligned) {
    for (int i = 0; i < kParts; ++i) hn::Store(v.part[i], Lanes(), aligned + i * kLanes);
}
HWY_INLINE F8 all(float value) {
    F8 result;
    for (int i = 0; i < kParts; ++i) result.part[i] = hn::Set(Lanes(), value);
    return result;
}

#define RICOCHET_F8_UNARY(name, operation)                                      \
    HWY_INLINE F8 name(const F8& a) {                                           \
        F8 result;                                                              \
        for (int i = 0; i < kParts; ++i) result.part[i] = operation(a.part[i]); \
        return result;                                                          \
    }
#define RICOCHET_F8_BINARY(name, operation)                                                \
    HWY_INLINE F8 name(const F8& a, const F8& b) {                                         \
        F8 result;                                                                         \
        for (int i = 0; i < kParts; ++i) result.part[i] = operation(a.part[i], b.part[i]); \
        return result;                                                                     \
    }
RICOCHET_F8_UNARY(abs, hn::Abs)
RICOCHET_F8_UNARY(operator-, hn::Neg)
RICOCHET_F8_UNARY(sqrt, hn::Sqrt)
RICOCHET_F8_BINARY(operator+, hn::Add)
RICOCHET_F8_BINARY(operator-, hn::Sub)
RICOCHET_F8_BINARY(operator*, hn::Mul)
RICOCHET_F8_BINARY(operator/, hn::Div)
RICOCHET_F8_BINARY(operator|, hn::Or)
RICOCHET_F8_BINARY(operator&, hn::And)
RICOCHET_F8_BINARY(min, hn::Min)
RICOCHET_F8_BINARY(max, hn::Max)
#undef RICOCHET_F8_UNARY
#undef RICOCHET_F8_BINARY

// Rounded twice, also where the target could fuse them: so tests, and counts of them, are the same on every
// processor.
HWY_INLINE F8 mulAdd(const F8& a, const F8& b, const F8& c) { return a * b + c; }
HWY_INLINE F8 mulSub(const F8& a, const F8& b, const F8& c) { return a * b - c; }
HWY_INLINE F8 negMulAdd(const F8& a, const F8& b, const F8& c) { return c - a * b; }

/// `yes` in lanes where `signs` has its sign bit set, else `no`. Highway's own IfNegativeThenElse treats -0
/// as positive on some targets.
HWY_INLINE F8 select(const F8& signs, const F8& yes, const F8& no) {
    const hn::RebindToSigned<Lanes> integers;
    F8 result;
    for (int i = 0; i < kParts; ++i) {
        const auto isSigned = hn::Lt(hn::BitCast(integers, signs.part[i]), hn::Zero(integers));
        result.part[i] = hn::IfThenElse(hn::RebindMask(Lanes(), isSigned), yes.part[i], no.part[i]);
    }
    return result;
}

/// Moves bit kBit of each 32-bit lane to the sign bit.
template <int kBit>
HWY_INLINE F8 bitAsSign(const F8& v) {
    const hn::RebindToUnsigned<Lanes> bits;
    F8 result;
    for (int i = 0; i < kParts; ++i) {
        result.part[i] = hn::BitCast(Lanes(), hn::ShiftLeft<31 - kBit>(hn::BitCast(bits, v.part[i])));
    }
    return result;
}

/// Bit i of the result is the sign bit of lane i; higher bits are zero.
HWY_INLINE std::uint32_t signBits(const F8& v) {
    const hn::RebindToSigned<Lanes> integers;
    std::uint32_t bits = 0;
    for (int i = 0; i < kParts; ++i) {
        const auto asInteger = hn::BitCast(integers, v.part[i]);
        HWY_ALIGN std::uint8_t mask[8] = {};
        hn::StoreMaskBits(integers, hn::Lt(asInteger, hn::Zero(integers)), mask);
        bits |= std::uint32_t{mask[0]} << (i * kLanes);
    }
    return bits;
}

HWY_INLINE F8 dot(const F8 a[3], const F8 b[3]) {
    return mulAdd(a[0], b[0], mulAdd(a[1], b[1], a[2] * b[2]));
}

HWY_INLINE void cross(const F8 a[3], const F8 b[3], F8 result[3]) {
    for (int k = 0; k < 3; ++k) {
        const int k1 = (k + 1) % 3;
        const int k2 = (k + 2) % 3;
        result[k] = mulSub(a[k1], b[k2], a[k2] * b[k1]);
    }
}

// ---- Permutations of eight floats.

#if HWY_TARGET == HWY_SCALAR || HWY_CAP_GE256 == 0
/// For each lane the index of the float that it gets.
struct Picks {
    std::uint8_t index[kWidth];

    explicit HWY_INLINE Picks(const std::uint8_t* eight) { std::copy(eight, eight + kWidth, index); }
    HWY_INLINE F8 of(const float* eight) const {
        HWY_ALIGN float picked[kWidth];
        for (int i = 0; i < kWidth; ++i) picked[i] = eight[index[i]];
        return load(picked);
    }
};
#else
struct Picks {
    decltype(hn::SetTableIndices(Lanes(), static_cast<const std::int32_t*>(nullptr))) index;

    explicit HWY_INLINE Picks(const std::uint8_t* eight)
        : index(hn::IndicesFromVec(Lanes(),
                                   hn::PromoteTo(hn::RebindToUnsigned<Lanes>(),
                                                 hn::LoadU(hn::Rebind<std::uint8_t, Lanes>(), eight)))) {}
    HWY_INLINE F8 of(const float* eight) const {
        return {{hn::TableLookupLanes(hn::Load(Lanes(), eight), index)}};
    }
};
#endif

// ---- Four floats of each of eight rows, transposed into four vectors of eight. A row lies `offset` floats
// after its address, which is read from memory: extracting addresses from vectors would be slow.

#if HWY_TARGET == HWY_SCALAR
HWY_INLINE void gatherRows(const float* const* rows, F8 columns[4], std::size_t offset = 0) {
    for (int c = 0; c < 4; ++c) {
        for (int i = 0; i < kWidth; ++i) columns[c].part[i] = hn::Set(Lanes(), rows[i][offset + c]);
    }
}
#else
/// A 4 x 4 transpose in each block of 128 bits.
HWY_INLINE void transpose(const Vector rows[4], Vector columns[4]) {
    const hn::Repartition<double, Lanes> pairs;
    const auto a = hn::BitCast(pairs, hn::InterleaveLower(Lanes(), rows[0], rows[1]));
    const auto b = hn::BitCast(pairs, hn::InterleaveUpper(Lanes(), rows[0], rows[1]));
    const auto c = hn::BitCast(pairs, hn::InterleaveLower(Lanes(), rows[2], rows[3]));
    const auto d = hn::BitCast(pairs, hn::InterleaveUpper(Lanes(), rows[2], rows[3]));
    columns[0] = hn::BitCast(Lanes(), hn::InterleaveLower(pairs, a, c));
    columns[1] = hn::BitCast(Lanes(), hn::InterleaveUpper(pairs, a, c));
    columns[2] = hn::BitCast(Lanes(), hn::InterleaveLower(pairs, b, d));
    columns[3] = hn::BitCast(Lanes(), hn::InterleaveUpper(pairs, b, d));
}

/// Row i; in a vector of eight lanes, row i + 4 in the upper half.
template <class D>
HWY_INLINE hn::Vec<D> loadRow(D d, const float* const* rows, int i, std::size_t offset) {
    if constexpr (hn::MaxLanes(D()) == 8) {
        const hn::Half<D> four;
        return hn::Combine(d, hn::Load(four, rows[i + 4] + offset), hn::Load(four, rows[i] + offset));
    } else {
        return hn::Load(d, rows[i] + offset);
    }
}

HWY_INLINE void gatherRows(const float* const* rows, F8 columns[4], std::size_t offset = 0) {
    for (int p = 0; p < kParts; ++p) {
        Vector in[4], out[4];
        for (int i = 0; i < 4; ++i) in[i] = loadRow(Lanes(), rows, 4 * p + i, offset);
        transpose(in, out);
        for (int c = 0; c < 4; ++c) columns[c].part[p] = out[c];
    }
}
#endif

}  // namespace ricochet::simd8::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // RICOCHET_GEOMETRY_SIMD8_INL_H_
