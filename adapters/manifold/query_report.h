#pragma once

#include "adapters/manifold/contact_side.h"
#include "algorithms/contact/contact_types.h"

#include <BulletCollision/CollisionDispatch/btManifoldResult.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Passes contacts of at most `farthest` (metres) to a query's result (contactTest, contactPairTest), or
/// through it into a manifold of another owner. `manifold` null: the result gets a temporary one.
int reportContacts(const ContactSide& a, const ContactSide& b, const PersistentContacts& contacts,
                   btScalar farthest, btPersistentManifold* manifold, btManifoldResult& result);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
