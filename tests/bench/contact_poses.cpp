#include "tests/bench/contact_poses.h"

namespace ricochet::bench {

Approach inwards(Random& random, Real length) {
    const Matrix3 rotationA = randomRotation(random), rotationB = randomRotation(random);
    const Vec3 direction = randomRotation(random).col(0);
    return {rotationA, rotationB, -length * direction, direction, length};
}

ContactSearch::ContactSearch(const SharedMesh& a, const SharedMesh& b)
    : a_(wide_.build(a)), b_(a == b ? a_ : wide_.build(b)) {}

bool ContactSearch::touches(const PosePair& poses) {
    wide_.findFacePairs({a_.get(), poses.a}, {b_.get(), poses.b}, 0, memory_, pairs_);
    return !pairs_.empty();
}

std::optional<Real> ContactSearch::firstContact(const Approach& approach) {
    constexpr int kSteps = 256, kHalvings = 22;
    const Real step = approach.length / kSteps;
    if (touches(approach.at(0))) return std::nullopt;
    Real touching = step;
    while (!touches(approach.at(touching))) {
        touching += step;
        if (touching > approach.length) return std::nullopt;
    }
    Real apart = touching - step;
    for (int i = 0; i < kHalvings; ++i) {
        const Real middle = 0.5 * (apart + touching);
        (touches(approach.at(middle)) ? touching : apart) = middle;
    }
    return touching;
}

std::vector<PosePair> contactPoses(const SharedMesh& a, const SharedMesh& b, int count,
                                   const std::function<Approach()>& approach,
                                   const std::function<Real()>& depth) {
    ContactSearch search(a, b);
    std::vector<PosePair> poses;
    while (poses.size() < static_cast<std::size_t>(count)) {
        const Approach next = approach();
        if (const auto contact = search.firstContact(next)) poses.push_back(next.at(*contact + depth()));
    }
    return poses;
}

}  // namespace ricochet::bench
