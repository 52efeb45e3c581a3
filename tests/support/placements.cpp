#include "tests/support/placements.h"

#include <algorithm>

namespace ricochet::test {
Pose randomPlacement(Random& random, Real distance) {
    const Matrix3 rotation = randomRotation(random);
    const Vec3 direction = randomRotation(random).col(0);
    return {rotation, uniform(random, 0, distance) * direction};
}

FacePairs sortedPairs(const NarrowPhase& narrowPhase, const MeshInstance& a, const MeshInstance& b,
                      Real queryDistance) {
    PairMemory memory;
    FacePairs pairs = {{kNone, kNone}};  // to see that it is cleared
    narrowPhase.findFacePairs(a, b, queryDistance, memory, pairs);
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

}  // namespace ricochet::test
