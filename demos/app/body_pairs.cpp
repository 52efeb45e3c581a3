#include "demos/app/body_pairs.h"

namespace ricochet::app {
namespace {

bool boxesOverlap(const btRigidBody& a, const btRigidBody& b) {
    btVector3 minA, maxA, minB, maxB;
    a.getAabb(minA, maxA);
    b.getAabb(minB, maxB);
    return TestAabbAgainstAabb2(minA, maxA, minB, maxB);
}

}  // namespace

Pose poseOf(const btRigidBody& body) {
    const btTransform& transform = body.getWorldTransform();
    Pose pose;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            pose.rotation(row, column) = transform.getBasis()[row][column];
        }
        pose.translation[row] = transform.getOrigin()[row];
    }
    return pose;
}

bool mayCollide(const scenes::SceneBody& a, const scenes::SceneBody& b) {
    if ((a.body->isStaticObject() && b.body->isStaticObject()) || a.soft || b.soft) return false;
    return a.mesh && b.mesh && boxesOverlap(*a.body, *b.body);
}

}  // namespace ricochet::app
