#pragma once

#include "algorithms/mktree/leaf.h"

namespace ricochet::mktree {

/// A triangle of the world, with its name.
struct StandingTriangle {
    Triangle corners;
    unsigned owned;  ///< see ownedFeatures
    Index part, number;
};

inline StandingTriangle standingTriangle(const Leaf& leaf, Index triangle) {
    const Leaf::Triangle& t = leaf.triangles[triangle];
    return {leaf.triangle(triangle), t.owned, leaf.partOf(triangle), t.number};
}

}  // namespace ricochet::mktree
