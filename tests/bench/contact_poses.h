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

/// From outside to the centre of A, from any side; both bodies rotated at random.
Approach inwards(Random& random, Real length);

/// Finds where the moving B first touches A.
class ContactSearch {
public:
    ContactSearch(const SharedMesh& a, const SharedMesh& b);

    bool touches(const PosePair& poses);

    /// The distance after which they first touch, to a billionth: in steps, then by bisection. None if they
    /// touch from the beginning or not at all. A contact shorter than a step may be missed.
    std::optional<Real> firstContact(const Approach& approach);

private:
    WideTree wide_;
    std::shared_ptr<const CollisionModel> a_, b_;
    PairMemory memory_;
    FacePairs pairs_;
};

/// `count` poses, each on a new approach and `depth()` beyond first contact.
std::vector<PosePair> contactPoses(const SharedMesh& a, const SharedMesh& b, int count,
                                   const std::function<Approach()>& approach,
                                   const std::function<Real()>& depth);

}  // namespace ricochet::bench
