#include "demos/scenes/soft_scene.h"

#include <BulletSoftBody/btSoftBody.h>

namespace ricochet::scenes {

SoftScene::SoftScene(btDynamicsWorld& world, const SceneOptions& options, btScalar lowest)
    : MeshScene(world, options, btVector3(0, btScalar(-9.81), 0)), soft_(world), lowest_(lowest) {}

SoftScene::~SoftScene() { removeBodies(); }

btSoftBody& SoftScene::addSoft(btSoftBody* body, btScalar mass) {
    btSoftBody& added = soft_.add(body, mass);
    add(soft_.shapeOfMiddle(), nullptr, 0, btVector3(0, 0, 0), btTransform::getIdentity());
    bodies_.back().soft = &added;
    SoftBodies::show(bodies_.back());
    return added;
}

void SoftScene::afterStep() {
    for (SceneBody& each : bodies_) {
        if (each.soft) SoftBodies::show(each);
    }
}

Place SoftScene::placeOf(const btRigidBody& body) const {
    return body.getCenterOfMassPosition().y() > lowest_ ? Place::inside : Place::through;
}

}  // namespace ricochet::scenes
