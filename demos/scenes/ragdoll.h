#pragma once

#include <btBulletDynamicsCommon.h>

#include <array>
#include <memory>

namespace ricochet::scenes {

/// A limb, trunk or head: a capsule in the doll's own axes, y up and x to its left.
struct RagdollPart {
    double radius, height;  ///< metres; the height is that of the capsule's middle part
    btVector3 centre;       ///< metres, in the doll
    bool liesAlongX;        ///< else along y

    btTransform inDoll() const;
};

/// A cone-twist constraint between two parts.
struct RagdollJoint {
    int partA, partB;
    btVector3 at;  ///< metres, in the doll

    btTransform inDoll() const;
};

/// Pelvis, chest, head, and four limbs of two parts each.
const std::array<RagdollPart, 11>& ragdollParts();
const std::array<RagdollJoint, 10>& ragdollJoints();

std::unique_ptr<btTypedConstraint> jointBetween(btRigidBody& a, btRigidBody& b, const btTransform& joint);

}  // namespace ricochet::scenes
