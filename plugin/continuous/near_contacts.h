#pragma once

#include "algorithms/geometry/types.h"

#include <BulletCollision/BroadphaseCollision/btDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <ricochet/precision.h>

#include <limits>
#include <map>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Distance and normal of two objects, from this step's manifolds.
struct NearContact {
    Real distance = std::numeric_limits<Real>::infinity();  ///< metres beyond the rest gap; negative inside
    Vec3 normal = Vec3::Zero();  ///< sum of unit normals, from the second to the first
};

/// The least distance of every two objects with contacts, and the normals of all contacts within `near`, at
/// the poses for which the dispatcher found them.
class NearContacts {
public:
    explicit NearContacts(btDispatcher& dispatcher) : dispatcher_(dispatcher) {}
    NearContact between(const btCollisionObject& a, const btCollisionObject& b, Real near);

private:
    using Key = std::pair<const btCollisionObject*, const btCollisionObject*>;
    void read();

    btDispatcher& dispatcher_;
    bool isRead_ = false;
    std::multimap<Key, const btPersistentManifold*> manifolds_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
