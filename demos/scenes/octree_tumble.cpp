#include "demos/scenes/octree_tumble.h"

#include "demos/scenes/collision_models.h"
#include "demos/scenes/floor_scene.h"
#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/scene_description.h"

namespace ricochet::scenes {
namespace {

constexpr double kTumbleFloorHalf = 6;  // metres
const btVector3 kTumbleStart(btScalar(-1.4), 3, 0);
const btVector3 kBeside(btScalar(2.8), 0, 0);  // from the body to its octree

/// A body that falls and tumbles; its present octree is shown beside it and does not collide.
class OctreeTumble : public FloorScene {
public:
    OctreeTumble(btDynamicsWorld& world, const SceneOptions& options)
        : FloorScene(world, options, kTumbleFloorHalf), movedOctree_(options.movedOctree) {
        const Surface& surface = moving(options.variant == "head" ? venusHead() : spaceShuttle());
        mesh_ = surface.mesh;
        body_ = &add(surface, 1, btTransform(btQuaternion(btVector3(1, 2, 0).normalized(), 1), kTumbleStart));
        body_->setAngularVelocity(btVector3(3, 1, 2));
        if (!movedOctree_) return;
        add(nothing_, octree(), 0, btVector3(0, 0, 0), besideBody());
        twin_ = bodies_.size() - 1;
    }
    ~OctreeTumble() override { removeBodies(); }

    bool describeShape(std::size_t body, SceneDescription&, DescribedShape& shape) const override {
        if (twin_ == 0 || body != twin_) return false;
        shape.kind = ShapeKind::octree;
        shape.of = twin_ - 1;
        shape.beside = kBeside;
        return true;
    }
    void afterStep() override {
        if (twin_ == 0) return;
        bodies_[twin_].mesh = octree();
        bodies_[twin_].body->setWorldTransform(besideBody());
    }

private:
    btTransform besideBody() const {
        return btTransform(btQuaternion::getIdentity(), body_->getWorldTransform().getOrigin() + kBeside);
    }
    std::shared_ptr<const SceneMesh> octree() const {
        return std::make_shared<const SceneMesh>(movedOctree_(mesh_, body_->getWorldTransform()));
    }

    decltype(SceneOptions::movedOctree) movedOctree_;
    btEmptyShape nothing_;
    std::shared_ptr<const SceneMesh> mesh_;
    btRigidBody* body_ = nullptr;
    std::size_t twin_ = 0;  ///< its index in `bodies_`; 0: none
};

}  // namespace

std::unique_ptr<Scene> makeOctreeTumble(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<OctreeTumble>(world, options);
}

}  // namespace ricochet::scenes
