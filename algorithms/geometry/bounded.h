#pragma once

#include "algorithms/geometry/types.h"

namespace ricochet {

/// Whether all of a vector or matrix are numbers of which products of a few are finite: every finite float
/// is.
template <class Derived>
bool areBounded(const Eigen::MatrixBase<Derived>& values) {
    constexpr Real kLargest = 1e40;
    return (values.array().abs() < kLargest).all();
}

}  // namespace ricochet
