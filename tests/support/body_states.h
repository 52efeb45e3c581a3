#pragma once

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <vector>

namespace ricochet::test {

/// The position and angular velocity of each body, to compare two runs bit by bit.
template <class Bodies>
std::vector<btScalar> statesOf(const Bodies& bodies) {
    std::vector<btScalar> numbers;
    for (const btRigidBody* body : bodies) {
        const btVector3 at = body->getWorldTransform().getOrigin(), v = body->getAngularVelocity();
        numbers.insert(numbers.end(), {at.x(), at.y(), at.z(), v.x(), v.y(), v.z()});
    }
    return numbers;
}

}  // namespace ricochet::test
