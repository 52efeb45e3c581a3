#include "adapters/shapes/convert.h"
#include "adapters/shapes/mktree_shape.h"
#include "adapters/shapes/placed_shape.h"
#include "adapters/shapes/regions.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <ricochet/mktree_shape.h>
#include <ricochet/predict_collision.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

// The region of a shape around a body is a grid cell, which extends farther than the body's box by this
// factor.
constexpr Real kRadiiAround = 4;

/// The box that a body may enter, however it rotates: of its bounding sphere at both ends of its motion, plus
/// a surrounding margin.
Aabb boxAhead(const btRigidBody& body, btScalar horizon) {
    btVector3 centre;
    btScalar radius;
    body.getCollisionShape()->getBoundingSphere(centre, radius);
    radius += centre.length();
    const btVector3 begin = body.getWorldTransform().getOrigin(),
                    displacement = horizon * body.getLinearVelocity(),
                    fall = btScalar(0.5) * horizon * horizon * body.getGravity();
    Aabb box;
    for (const btVector3& point : {begin, begin + displacement, begin + displacement + fall})
        box.include(toVec3(point));
    return grown(box, (1 + kRadiiAround) * Real(radius));
}

void prefetchFor(const btCollisionWorld& world, const btCollisionObject& ground, const PlacedShape& tree,
                 btScalar horizon) {
    const btCollisionObjectArray& objects = world.getCollisionObjectArray();
    for (int i = 0; i < objects.size(); ++i) {
        const btRigidBody* const body = btRigidBody::upcast(objects[i]);
        if (!body || body->isStaticObject() || !body->isActive() || body == &ground) continue;
        const Aabb box = boxSeenFrom(toPose(tree.pose), boxAhead(*body, horizon));
        if (box.min.allFinite() && box.max.allFinite()) prefetchMkTree(*tree.shape, box);
    }
}

}  // namespace

void prefetch(const btCollisionWorld& world, btScalar horizon) {
    const btCollisionObjectArray& objects = world.getCollisionObjectArray();
    for (int i = 0; i < objects.size(); ++i) {
        for (const PlacedShape& part : placedShapes(*objects[i], objects[i]->getWorldTransform())) {
            if (isMkTreeShape(*part.shape)) prefetchFor(world, *objects[i], part, horizon);
        }
    }
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
