#pragma once

#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>

#include <vector>

namespace ricochet::bench {

/// Bytes of the heap, of each pair, with what the allocator adds to blocks.
struct PairBytes {
    std::vector<double> touching;  ///< pairs with a contact point
    std::vector<double> apart;     ///< other pairs of overlapping boxes
};

/// Frees all that a world's pairs keep from step to step, pair by pair: what a pair adds to a program. That
/// is neither what shapes and bodies keep, nor Bullet's table of pairs and its pools, in which the algorithm
/// and the manifolds of a pair have their places beforehand. For the GNU C library.
PairBytes freePairs(btCollisionWorld& world);

}  // namespace ricochet::bench
