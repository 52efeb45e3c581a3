#pragma once

#include "demos/scenes/scene.h"

#include <BulletCollision/CollisionShapes/btEmptyShape.h>

#include <memory>
#include <vector>

class btSoftRigidDynamicsWorld;
struct btSoftBodyWorldInfo;

namespace ricochet::scenes {

inline constexpr btScalar kSoftMargin = btScalar(0.02);  ///< metres: of soft bodies
inline constexpr int kSoftIterations = 4;                ///< of Bullet's solver for positions, in a step

/// The soft bodies of a scene: owns them, and takes them out of the world at its end.
class SoftBodies {
public:
    /// The world must be a btSoftRigidDynamicsWorld, and its gravity is set.
    explicit SoftBodies(btDynamicsWorld& world);
    ~SoftBodies();
    SoftBodies(const SoftBodies&) = delete;
    SoftBodies& operator=(const SoftBodies&) = delete;

    btSoftBodyWorldInfo& worldInfo() const;
    /// Takes a body over and adds it to the world, with as many kg, the same for each node. Its nodes collide
    /// with meshes, its faces with other soft bodies.
    btSoftBody& add(btSoftBody* body, btScalar mass);
    /// The shape of the rigid body that stands in the middle of a soft one; destroyed with this.
    btCollisionShape& shapeOfMiddle() { return nothing_; }
    const btCollisionShape& shapeOfMiddle() const { return nothing_; }

    /// Gives a body with soft ones the present surface, and puts its rigid one in the middle. One without
    /// faces is shown by its links.
    static void show(SceneBody& body);

private:
    btSoftRigidDynamicsWorld& world_;
    btEmptyShape nothing_;
    std::vector<std::unique_ptr<btSoftBody>> bodies_;
};

}  // namespace ricochet::scenes
