#include "plugin/prediction/mktree_objects.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btAabbUtil2.h>
#include <ricochet/predict_collision.h>

#include <cmath>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

struct Box {
    btVector3 minimum, maximum;
};

// The region of a shape around a body is a grid cell, which extends farther than the body's box by this
// factor.
constexpr btScalar kRadiiAround = 4;

/// The box that a body may enter, however it rotates: of its bounding sphere at both ends of its motion, plus
/// a surrounding margin.
Box boxAhead(const btRigidBody& body, btScalar horizon) {
    btVector3 centre;
    btScalar radius;
    body.getCollisionShape()->getBoundingSphere(centre, radius);
    radius += centre.length();
    const btVector3 begin = body.getWorldTransform().getOrigin(),
                    displacement = horizon * body.getLinearVelocity(),
                    fall = btScalar(0.5) * horizon * horizon * body.getGravity();
    Box box{begin, begin};
    for (const btVector3& place : {begin + displacement, begin + displacement + fall}) {
        box.minimum.setMin(place);
        box.maximum.setMax(place);
    }
    const btVector3 around = btVector3(1, 1, 1) * ((1 + kRadiiAround) * radius);
    return {box.minimum - around, box.maximum + around};
}

bool isFinite(const Box& box) {
    const btVector3 sum = box.minimum + box.maximum;
    return std::isfinite(sum.x()) && std::isfinite(sum.y()) && std::isfinite(sum.z());
}

Box seenFrom(const btTransform& frame, const Box& box) {
    Box seen;
    btTransformAabb(box.minimum, box.maximum, 0, frame.inverse(), seen.minimum, seen.maximum);
    return seen;
}

/// In the file's frame.
Box unscaled(const Box& box, const btVector3& scaling) {
    const btVector3 a = box.minimum / scaling, b = box.maximum / scaling;
    Box result{a, a};
    result.minimum.setMin(b);
    result.maximum.setMax(b);
    return result;
}

void prefetchFor(const btCollisionWorld& world, const btCollisionObject& ground, const MkTreePart& part,
                 btScalar horizon) {
    const btTransform toWorld = ground.getWorldTransform() * part.toObject;
    const btCollisionObjectArray& objects = world.getCollisionObjectArray();
    for (int i = 0; i < objects.size(); ++i) {
        const btRigidBody* const body = btRigidBody::upcast(objects[i]);
        if (!body || body->isStaticObject() || !body->isActive() || body == &ground) continue;
        const Box box = unscaled(seenFrom(toWorld, boxAhead(*body, horizon)), part.shape->getLocalScaling());
        if (isFinite(box)) part.shape->file()->prefetch(box.minimum, box.maximum);
    }
}

}  // namespace

void prefetch(const btCollisionWorld& world, btScalar horizon) {
    const btCollisionObjectArray& objects = world.getCollisionObjectArray();
    for (int i = 0; i < objects.size(); ++i) {
        for (const MkTreePart& part : mktreeParts(*objects[i]))
            prefetchFor(world, *objects[i], part, horizon);
    }
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
