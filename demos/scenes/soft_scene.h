#pragma once

#include "demos/scenes/mesh_scene.h"

#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>

namespace ricochet::scenes {

inline constexpr btScalar kSoftMargin = btScalar(0.02);  ///< metres: of soft bodies

/// A scene with soft bodies; its world must be a btSoftRigidDynamicsWorld. Owns them, and takes them out of
/// the world at its end.
class SoftScene : public MeshScene {
public:
    ~SoftScene() override;
    void afterStep() override;
    const char* actsBySteps() const override { return "it deforms soft bodies"; }
    /// What falls below the scene's lowest level is lost.
    Place placeOf(const btRigidBody& body) const override;

protected:
    /// `lowest`: metres.
    SoftScene(btDynamicsWorld& world, const SceneOptions& options, btScalar lowest);

    btSoftBodyWorldInfo& worldInfo() const { return softWorld_.getWorldInfo(); }
    /// Takes a body over and adds it to the world, with as many kg. Its nodes collide with meshes, its faces
    /// with other soft bodies. One without faces is shown by its links.
    btSoftBody& addSoft(btSoftBody* body, btScalar mass);

private:
    struct Shown {
        std::unique_ptr<btSoftBody> body;
        std::size_t index;  ///< in `bodies_`
    };
    void show(const Shown& shown);

    btSoftRigidDynamicsWorld& softWorld_;
    const btScalar lowest_;
    btEmptyShape nothing_;
    std::vector<Shown> soft_;
};

}  // namespace ricochet::scenes
