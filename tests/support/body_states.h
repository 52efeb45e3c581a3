#pragma once

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <vector>

namespace ricochet::test {

/// Where each body is and how it turns, to compare two runs bit by bit.
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
