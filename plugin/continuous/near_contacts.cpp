#include "plugin/continuous/near_contacts.h"

#include "adapters/shapes/convert.h"

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>

#include <algorithm>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

void NearContacts::read() {
    isRead_ = true;
    for (int i = 0; i < dispatcher_.getNumManifolds(); ++i) {
        const btPersistentManifold* const manifold = dispatcher_.getManifoldByIndexInternal(i);
        manifolds_.insert({{manifold->getBody0(), manifold->getBody1()}, manifold});
    }
}

NearContact NearContacts::between(const btCollisionObject& a, const btCollisionObject& b, Real near) {
    if (!isRead_) read();
    NearContact found;
    const auto add = [&](const Key& key, Real sign) {
        const auto [begin, end] = manifolds_.equal_range(key);
        for (auto entry = begin; entry != end; ++entry) {
            for (int i = 0; i < entry->second->getNumContacts(); ++i) {
                const btManifoldPoint& point = entry->second->getContactPoint(i);
                found.distance = std::min(found.distance, Real(point.getDistance()));
                if (point.getDistance() <= near) found.normal += sign * toVec3(point.m_normalWorldOnB);
            }
        }
    };
    add({&a, &b}, 1);
    add({&b, &a}, -1);
    return found;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
