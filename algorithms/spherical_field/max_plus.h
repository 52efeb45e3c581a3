#pragma once

#include <cstdint>
#include <span>

namespace ricochet::spherical_field {

// The paper's filter bank: approximation by maximum (or minimum) instead of mean, detail by difference. In
// integers, because differences of floats are not reversible: c + (d rounded) is too small in one case out of
// thirteen.

/// The one of two samples that bounds both.
enum class Bound { lower, upper };

/// A sample or a detail coefficient. Radii have 14 bits, so that differences of differences fit.
using Coefficient = std::int16_t;
inline constexpr Coefficient kLargestRadius = (1 << 14) - 1;

/// Nonstandard decomposition of a square of `size` x `size` (a power of two), row by row: a step along the
/// rows, one along the columns, then on with the quarter of the approximations, down to a single one. A step
/// writes max(c_2k, c_2k+1) to the first half of a row and c_2k - c_2k+1 to the second.
void decomposeSquare(Bound bound, std::span<Coefficient> square, std::uint32_t size);

/// One step of reconstruction: from approximations of `size` / 2 to those of `size`, in the first `size` x
/// `size` entries of rows that are `stride` apart.
void composeStep(Bound bound, std::span<Coefficient> square, std::uint32_t stride, std::uint32_t size);

}  // namespace ricochet::spherical_field
