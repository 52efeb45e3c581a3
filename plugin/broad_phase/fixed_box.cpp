// Lin, Manocha, Cohen, Gottschalk. Collision Detection: Algorithms and Applications. 1996, section 3: fixed
// and dynamic boxes. Here the margin and the motion that Bullet's box contains remain inside.

#include "plugin/broad_phase/fixed_box.h"

#include "algorithms/sweep_and_prune/object_boxes.h"

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionShapes/btCollisionShape.h>
#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

bool hasFixedForm(const btCollisionObject& object) {
    return !object.isStaticObject() && object.getInternalType() != btCollisionObject::CO_SOFT_BODY;
}

}  // namespace

void widenToFixedBox(const btCollisionObject& object, btVector3& aabbMin, btVector3& aabbMax) {
    if (!hasFixedForm(object)) return;
    btVector3 centre;
    btScalar radius = 0;
    object.getCollisionShape()->getBoundingSphere(centre, radius);
    if (!(radius < BT_LARGE_FLOAT)) return;  // a plane
    const btVector3 at = object.getWorldTransform() * centre;
    const SweepBox box = fixedBox({at.x(), at.y(), at.z()}, radius + gContactBreakingThreshold);
    aabbMin.setMin(btVector3(btScalar(box.min[0]), btScalar(box.min[1]), btScalar(box.min[2])));
    aabbMax.setMax(btVector3(btScalar(box.max[0]), btScalar(box.max[1]), btScalar(box.max[2])));
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
