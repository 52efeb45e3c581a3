#include "demos/scenes/ragdoll.h"

namespace ricochet::scenes {
namespace {

constexpr btScalar kJointSwing = btScalar(0.8), kJointTwist = btScalar(0.5);  // radians, to each side

btVector3 at(double x, double y) { return {btScalar(x), btScalar(y), 0}; }

}  // namespace

const std::array<RagdollPart, 11>& ragdollParts() {
    // The round ends of two parts connected by a joint are slightly apart.
    static const std::array<RagdollPart, 11> parts = {{
        // radius, height, centre, liesAlongX
        {0.15, 0.1, at(0, 0), true},           // 0 pelvis
        {0.14, 0.2, at(0, 0.41), false},       // 1 chest
        {0.1, 0.05, at(0, 0.79), false},       // 2 head
        {0.06, 0.24, at(0.35, 0.5), true},     // 3 left upper arm
        {0.05, 0.22, at(0.71, 0.5), true},     // 4 left lower arm
        {0.06, 0.24, at(-0.35, 0.5), true},    // 5 right upper arm
        {0.05, 0.22, at(-0.71, 0.5), true},    // 6 right lower arm
        {0.07, 0.3, at(0.12, -0.38), false},   // 7 left thigh
        {0.06, 0.3, at(0.12, -0.83), false},   // 8 left shin
        {0.07, 0.3, at(-0.12, -0.38), false},  // 9 right thigh
        {0.06, 0.3, at(-0.12, -0.83), false},  // 10 right shin
    }};
    return parts;
}

const std::array<RagdollJoint, 10>& ragdollJoints() {
    static const std::array<RagdollJoint, 10> joints = {{
        {0, 1, at(0, 0.16)},
        {1, 2, at(0, 0.66)},
        {1, 3, at(0.16, 0.5)},
        {3, 4, at(0.54, 0.5)},
        {1, 5, at(-0.16, 0.5)},
        {5, 6, at(-0.54, 0.5)},
        {0, 7, at(0.12, -0.16)},
        {7, 8, at(0.12, -0.61)},
        {0, 9, at(-0.12, -0.16)},
        {9, 10, at(-0.12, -0.61)},
    }};
    return joints;
}

btTransform RagdollPart::inDoll() const {
    const btQuaternion quarter(btVector3(0, 0, 1), SIMD_HALF_PI);
    return btTransform(liesAlongX ? quarter : btQuaternion::getIdentity(), centre);
}

btTransform RagdollJoint::inDoll() const { return btTransform(btQuaternion::getIdentity(), at); }

std::unique_ptr<btTypedConstraint> jointBetween(btRigidBody& a, btRigidBody& b, const btTransform& joint) {
    auto cone = std::make_unique<btConeTwistConstraint>(a, b, a.getWorldTransform().inverse() * joint,
                                                        b.getWorldTransform().inverse() * joint);
    cone->setLimit(kJointSwing, kJointSwing, kJointTwist);
    return cone;
}

}  // namespace ricochet::scenes
