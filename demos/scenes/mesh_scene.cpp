#include "demos/scenes/mesh_scene.h"

#include "demos/scenes/mesh_generators.h"

#include <BulletCollision/Gimpact/btGImpactShape.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ricochet::scenes {
namespace {

std::unique_ptr<btTriangleIndexVertexArray> arrayOver(SceneMesh& mesh) {
    return std::make_unique<btTriangleIndexVertexArray>(
        static_cast<int>(mesh.faces.size()), mesh.faces.front().data(),
        static_cast<int>(sizeof(mesh.faces.front())), static_cast<int>(mesh.vertices.size()),
        &mesh.vertices.front()[0], static_cast<int>(sizeof(btVector3)));
}

void setMargin(btCollisionShape& shape, btScalar margin) {
    shape.setMargin(margin);
    // A GImpact shape keeps its old box until it is updated.
    if (shape.getShapeType() == GIMPACT_SHAPE_PROXYTYPE) {
        static_cast<btGImpactShapeInterface&>(shape).updateBound();
    }
}

struct Bounds {
    btVector3 minimum, maximum;
};

Bounds boundsOf(const SceneMesh& mesh) {
    Bounds bounds{mesh.vertices.front(), mesh.vertices.front()};
    for (const btVector3& vertex : mesh.vertices) {
        bounds.minimum.setMin(vertex);
        bounds.maximum.setMax(vertex);
    }
    return bounds;
}

/// After the vertices of its mesh have moved, within the bounds.
void refit(btCollisionShape& shape, const btVector3& minimum, const btVector3& maximum) {
    if (shape.getShapeType() == TRIANGLE_MESH_SHAPE_PROXYTYPE) {
        static_cast<btBvhTriangleMeshShape&>(shape).refitTree(minimum, maximum);
    } else if (shape.getShapeType() == GIMPACT_SHAPE_PROXYTYPE) {
        auto& mesh = static_cast<btGImpactMeshShape&>(shape);
        mesh.postUpdate();
        mesh.updateBound();
    }
}

/// Moves the mesh's origin to its centre of mass, unless it is there already up to rounding.
void centre(SceneMesh& mesh, const btVector3& centreOfMass) {
    constexpr double kRounding = 1e-6;  // of the mesh's size: resolution of float coordinates
    if (double(centreOfMass.length()) > kRounding * boundingRadius(mesh)) translate(mesh, -centreOfMass);
}

}  // namespace

MeshScene::MeshScene(btDynamicsWorld& world, const SceneOptions& options, const btVector3& gravity,
                     btScalar usualFriction)
    : world_(world),
      options_(options),
      friction_(options.friction.value_or(usualFriction)),
      random_(options.seed),
      noise_(~options.seed),
      runner_(world, options.timeStep, gravity) {
    assert(options.makeShape && options.inertia && options.centreOfMass);
    world_.setGravity(gravity);
}

BodyActions& MeshScene::actingOn(const btRigidBody& body) {
    const auto found = std::ranges::find(bodies_, &body, &SceneBody::body);
    return actions_.bodies[static_cast<std::size_t>(found - bodies_.begin())];
}

void MeshScene::removeBodies() {
    for (const OwnedBody& owned : owned_) world_.removeRigidBody(owned.body.get());
    bodies_.clear();
    owned_.clear();
}

MeshScene::Surface& MeshScene::standing(SceneMesh mesh) { return surface(std::move(mesh), false); }

MeshScene::Surface& MeshScene::moving(SceneMesh mesh) {
    centre(mesh, options_.centreOfMass(mesh));
    return surface(std::move(mesh), true);
}

MeshScene::Surface& MeshScene::surface(SceneMesh mesh, bool moves) {
    const auto shared = std::make_shared<SceneMesh>(std::move(mesh));
    auto array = arrayOver(*shared);
    auto shape = options_.makeShape(*shared, *array, moves);
    setMargin(*shape, options_.margin);
    return surfaces_.emplace_back(Surface{shared, std::move(array), std::move(shape)});
}

void MeshScene::setAlgorithm(const btCollisionShape& shape, const std::string& name) const {
    if (options_.setAlgorithm) options_.setAlgorithm(shape, name);
}

btVector3 MeshScene::solidInertia(const btCollisionShape& shape, btScalar mass) const {
    return options_.inertia(shape, mass);
}

void MeshScene::deform(Surface& surface, const SceneMesh& form) {
    assert(form.vertices.size() == surface.mesh->vertices.size());
    const auto [leastBefore, mostBefore] = boundsOf(*surface.mesh);
    std::ranges::copy(form.vertices, surface.mesh->vertices.begin());
    auto [minimum, maximum] = boundsOf(form);
    refit(*surface.shape, minimum, maximum);
    minimum.setMin(leastBefore);
    maximum.setMax(mostBefore);
    if (options_.changed) options_.changed(*surface.shape, minimum, maximum);
}

btRigidBody& MeshScene::add(const Surface& surface, btScalar mass, const btTransform& start) {
    const btVector3 inertia = mass > 0 ? solidInertia(*surface.shape, mass) : btVector3(0, 0, 0);
    return add(*surface.shape, surface.mesh, mass, inertia, start);
}

btRigidBody& MeshScene::add(btCollisionShape& shape, std::shared_ptr<const SceneMesh> mesh, btScalar mass,
                            const btVector3& inertia, const btTransform& start) {
    btTransform placed = start;
    if (mass > 0) placed.getOrigin() += noise_.inDisc(options_.noise);
    auto motion = std::make_unique<btDefaultMotionState>(placed);
    btRigidBody::btRigidBodyConstructionInfo info(mass, motion.get(), &shape, inertia);
    info.m_friction = std::sqrt(friction_);  // Bullet multiplies the two bodies' frictions
    auto body = std::make_unique<btRigidBody>(info);
    if (mass > 0 && !options_.maySleep) body->setActivationState(DISABLE_DEACTIVATION);
    world_.addRigidBody(body.get());
    bodies_.push_back({body.get(), std::move(mesh)});
    return *owned_.emplace_back(OwnedBody{std::move(motion), std::move(body)}).body;
}

void MeshScene::setMutualRestitution(btRigidBody& body, btScalar restitution) {
    body.setRestitution(std::sqrt(restitution));
}

}  // namespace ricochet::scenes
