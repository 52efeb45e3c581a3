#pragma once

#include "algorithms/wide_tree/wide_tree.h"
#include "tests/bench/case.h"
#include "tests/support/random_geometry.h"

namespace ricochet::bench {

/// A straight motion for B; both bodies have rotations of their own.
struct Approach {
    Matrix3 rotationA, rotationB;
    Vec3 from;
    Vec3 direction;  ///< of length 1
    Real length;

    PosePair at(Real distance) const {
        return {{rotationA, Vec3::Zero()}, {rotationB, from + distance * direction}};
    }
};

/// From outside to the middle of A, from any side; both bodies turned at random.
Approach inwards(Random& random, Real length);

/// Where B comes to touch A as it moves.
class ContactSearch {
public:
    ContactSearch(const SharedMesh& a, const SharedMesh& b);

    bool touches(const PosePair& poses);

    /// The distance after which they touch for the first time, to a billionth of the distance: in steps, then
    /// by bisection. None where they touch from the beginning or not at all. A contact thinner than a step
    /// may be passed over.
    std::optional<Real> firstContact(const Approach& approach);

private:
    WideTree wide_;
    std::shared_ptr<const Model> a_, b_;
    PairMemory memory_;
    FacePairs pairs_;
};

/// As many poses as asked for, each on a new approach and `depth()` beyond first contact.
std::vector<PosePair> contactPoses(const SharedMesh& a, const SharedMesh& b, int count,
                                   const std::function<Approach()>& approach,
                                   const std::function<Real()>& depth);

}  // namespace ricochet::bench
