#include "plugin/prediction/mktree_objects.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btAabbUtil2.h>
#include <ricochet/predict_collision.h>

#include <cmath>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

struct Box {
    btVector3 least, most;
};

// Of a body's box: the region of a shape around a body is a grid cell, which extends farther by this factor.
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
        box.least.setMin(place);
        box.most.setMax(place);
    }
    const btVector3 around = btVector3(1, 1, 1) * ((1 + kRadiiAround) * radius);
    return {box.least - around, box.most + around};
}

bool isFinite(const Box& box) {
    const btVector3 sum = box.least + box.most;
    return std::isfinite(sum.x()) && std::isfinite(sum.y()) && std::isfinite(sum.z());
}

Box seenFrom(const btTransform& frame, const Box& box) {
    Box seen;
    btTransformAabb(box.least, box.most, 0, frame.inverse(), seen.least, seen.most);
    return seen;
}

/// In the file's frame.
Box unscaled(const Box& box, const btVector3& scaling) {
    const btVector3 a = box.least / scaling, b = box.most / scaling;
    Box result{a, a};
    result.least.setMin(b);
    result.most.setMax(b);
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
        if (isFinite(box)) part.shape->file()->prefetch(box.least, box.most);
    }
}

}  // namespace

void prefetch(const btCollisionWorld& world, btScalar horizon) {
    const btCollisionObjectArray& objects = world.getCollisionObjectArray();
    for (int i = 0; i < objects.size(); ++i) {
        for (const MkTreePart& part : mktreesOf(*objects[i])) prefetchFor(world, *objects[i], part, horizon);
    }
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
