#pragma once

#include <cstddef>
#include <cstring>

#ifdef _MSC_VER
#include <xmmintrin.h>
#endif

/// What compilers offer beside the language.
namespace ricochet {

/// Asks the processor to fetch what will be read soon; any address will do.
[[gnu::always_inline]] inline void prefetchLine(const void* at) {
#ifdef _MSC_VER
    _mm_prefetch(static_cast<const char*>(at), _MM_HINT_T0);
#else
    __builtin_prefetch(at);
#endif
}

/// The same for all lines of an object, so that one is not waited for after the other.
inline void prefetchLines(const void* object, std::size_t bytes) {
    constexpr std::size_t kLine = 64;  // bytes, of processors in use; a larger one is asked for twice
    const auto* const begin = static_cast<const unsigned char*>(object);
    for (std::size_t at = 0; at < bytes; at += kLine) prefetchLine(begin + at);
}

/// Four numbers (v0, v1, v2, v3) become (v1, v2, v0, v3).
template <class Scalar>
inline void rotateThree(const Scalar* v, Scalar* rotated) {
#ifdef __GNUC__
    // As four scalars it would take a round trip through memory.
    typedef Scalar Register __attribute__((vector_size(4 * sizeof(Scalar))));
    Register lanes;
    std::memcpy(&lanes, v, sizeof lanes);
    lanes = __builtin_shufflevector(lanes, lanes, 1, 2, 0, 3);
    std::memcpy(rotated, &lanes, sizeof lanes);
#else
    const Scalar lanes[4] = {v[1], v[2], v[0], v[3]};
    std::memcpy(rotated, lanes, sizeof lanes);
#endif
}

}  // namespace ricochet
