#include "demos/scenes/fallen_meshes.h"

#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/mesh_scene.h"

#include <algorithm>

namespace ricochet::scenes {
namespace {

constexpr double kFloorWidth = 20;  // half of it, over the bodies' size
constexpr btScalar kSlack = 1;      // of the bodies' size: a body that far below the ground is lost

double sizeOf(const std::vector<FallingMesh>& meshes) {
    double size = 0;
    for (const FallingMesh& mesh : meshes) size += 2 * boundingRadius(mesh.mesh);
    return size;
}

SceneMesh floorFor(double size) {
    SceneMesh floor = box(kFloorWidth * size, size, kFloorWidth * size);
    translate(floor, btVector3(0, btScalar(-size), 0));
    return floor;
}

class FallenMeshes : public MeshScene {
public:
    FallenMeshes(btDynamicsWorld& world, const SceneOptions& options, const std::vector<FallingMesh>& meshes,
                 const std::optional<SceneMesh>& ground)
        : MeshScene(world, options, btVector3(0, btScalar(-9.81), 0)) {
        const double size = sizeOf(meshes);
        const Surface& standing = this->standing(ground ? *ground : floorFor(size));
        lowest_ = (ground ? bottomOf(*standing.mesh) : 0) - kSlack * btScalar(size);
        add(standing, 0, btTransform::getIdentity());
        const btScalar friction = bodies_.front().body->getFriction();
        for (const FallingMesh& each : meshes) {
            btRigidBody& body = add(moving(each.mesh), each.mass, each.start);
            // Bullet multiplies it by the other body's friction.
            if (friction > 0) body.setRollingFriction(each.rollingFriction / friction);
        }
    }
    Place placeOf(const btRigidBody& body) const override {
        const bool isLost = !body.isStaticObject() && body.getCenterOfMassPosition().y() < lowest_;
        return isLost ? Place::through : Place::inside;
    }

private:
    btScalar lowest_;  ///< metres: y of a body's centre
};

}  // namespace

std::unique_ptr<Scene> makeFallenMeshes(btDynamicsWorld& world, const SceneOptions& options,
                                        const std::vector<FallingMesh>& meshes,
                                        const std::optional<SceneMesh>& ground) {
    return std::make_unique<FallenMeshes>(world, options, meshes, ground);
}

}  // namespace ricochet::scenes
