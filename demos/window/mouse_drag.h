#pragma once

#include <btBulletDynamicsCommon.h>

#include <memory>

namespace ricochet::window {

/// A body that the mouse holds at a point, by a joint that is in the world only while it is stepped: states
/// that are saved between steps do not know it.
class MouseDrag {
public:
    /// The first moving body that a ray hits; false if there is none.
    bool pick(btDiscreteDynamicsWorld& world, const btVector3& from, const btVector3& direction);
    /// The point that is held goes to where a ray is as far away as it was when it was picked.
    void moveTo(const btVector3& from, const btVector3& direction);
    void release();

    btRigidBody* body() const { return body_; }
    /// Adds the joint to the world, or takes it out again.
    void attach(btDiscreteDynamicsWorld& world);
    void detach(btDiscreteDynamicsWorld& world);
    /// The held point and where it is pulled.
    btVector3 heldPoint() const { return body_->getWorldTransform() * joint_->getPivotInA(); }
    const btVector3& target() const { return joint_->getPivotInB(); }

private:
    btRigidBody* body_ = nullptr;
    btScalar distance_ = 0;  ///< metres, along the ray
    std::unique_ptr<btPoint2PointConstraint> joint_;
};

}  // namespace ricochet::window
