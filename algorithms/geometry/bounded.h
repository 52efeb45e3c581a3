#pragma once

#include "algorithms/geometry/types.h"

namespace ricochet {

/// Whether products of a few elements of a vector or matrix stay finite, as for every finite float.
template <class Derived>
bool areBounded(const Eigen::MatrixBase<Derived>& values) {
    constexpr Real kLargest = 1e40;
    return (values.array().abs() < kLargest).all();
}

}  // namespace ricochet
