#pragma once

#include "algorithms/geometry/scratch.h"

#include <algorithm>
#include <numeric>

namespace ricochet {

/// Disjoint sets of numbers. A set's root is its least one.
class Components {
public:
    explicit Components(std::size_t count) : parent_(count) {
        std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    }
    std::size_t rootOf(std::size_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    void join(std::size_t i, std::size_t j) {
        i = rootOf(i), j = rootOf(j);
        parent_[std::max(i, j)] = std::min(i, j);
    }

private:
    ScratchVector<std::size_t> parent_;
};

}  // namespace ricochet
