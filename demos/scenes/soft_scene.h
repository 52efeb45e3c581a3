#pragma once

#include "demos/scenes/mesh_scene.h"
#include "demos/scenes/soft_bodies.h"

namespace ricochet::scenes {

/// A scene with soft bodies; its world must be a btSoftRigidDynamicsWorld.
class SoftScene : public MeshScene {
public:
    ~SoftScene() override;
    void afterStep() override;
    /// What falls below the scene's lowest level is lost.
    Place placeOf(const btRigidBody& body) const override;

protected:
    /// `lowest`: metres.
    SoftScene(btDynamicsWorld& world, const SceneOptions& options, btScalar lowest);

    btSoftBodyWorldInfo& worldInfo() const { return soft_.worldInfo(); }
    /// Takes a body over and adds it to the world, with as many kg.
    btSoftBody& addSoft(btSoftBody* body, btScalar mass);

private:
    SoftBodies soft_;
    const btScalar lowest_;
};

}  // namespace ricochet::scenes
