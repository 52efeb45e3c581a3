#pragma once

#include "demos/scenes/mesh_scene.h"

namespace ricochet::scenes {

/// A scene on a square floor whose top is y = 0; a body whose centre is below it or beside it is lost.
class FloorScene : public MeshScene {
public:
    Place placeOf(const btRigidBody& body) const override;

protected:
    /// The floor extends `half` metres in x and z.
    FloorScene(btDynamicsWorld& world, const SceneOptions& options, double half,
               btScalar usualFriction = btScalar(0.5));
    /// On the scene's own floor.
    FloorScene(btDynamicsWorld& world, const SceneOptions& options, SceneMesh floor, double half,
               btScalar usualFriction = btScalar(0.5));

    btRigidBody& floor() const { return *bodies_.front().body; }

private:
    const double half_;
};

}  // namespace ricochet::scenes
