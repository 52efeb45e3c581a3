#pragma once

#include "demos/scenes/scene.h"
#include "demos/scenes/soft_world.h"
#include "tests/scenes/mesh_check.h"

#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>

#include <map>
#include <memory>
#include <stdexcept>
#include <string>

namespace ricochet::scenes {

/// Stock Bullet, for scenes with and without soft bodies.
struct StockWorld {
    btSoftBodyRigidBodyCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    std::unique_ptr<btDiscreteDynamicsWorld> owned =
        makeSoftWorld(dispatcher, broadphase, solver, configuration);
    btDiscreteDynamicsWorld& world = *owned;
};

/// Stock shapes, and the inertia of a sphere of 1 m radius.
inline SceneOptions stockOptions(const std::string& variant = {}, unsigned seed = 1) {
    SceneOptions options;
    options.makeShape = [](const SceneMesh&, btStridingMeshInterface& array, bool) {
        return std::make_unique<btBvhTriangleMeshShape>(&array, /*useQuantizedAabbCompression*/ true);
    };
    options.inertia = [](const btCollisionShape&, btScalar mass) {
        return btVector3(1, 1, 1) * (btScalar(0.4) * mass);
    };
    options.centreOfMass = centreOfMassOf;
    options.variant = variant;
    options.seed = seed;
    return options;
}

inline std::unique_ptr<Scene> makeScene(const std::string& name, btDynamicsWorld& world,
                                        const SceneOptions& options) {
    for (const SceneEntry& entry : sceneTable()) {
        if (entry.name == name) return entry.make(world, options);
    }
    throw std::invalid_argument("no scene " + name);
}

/// What the scene has measured of itself, by name.
inline std::map<std::string, double> measuresOf(const Scene& scene) {
    std::map<std::string, double> measures;
    for (const Measure& measure : scene.measures()) measures[measure.name] = measure.value;
    return measures;
}

inline void putAt(btRigidBody& body, double x, double y, double z) {
    btTransform transform = body.getWorldTransform();
    transform.setOrigin(btVector3(btScalar(x), btScalar(y), btScalar(z)));
    body.setCenterOfMassTransform(transform);
}

}  // namespace ricochet::scenes
