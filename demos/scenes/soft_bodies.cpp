#include "demos/scenes/soft_bodies.h"

#include "demos/scenes/mesh_generators.h"

#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>

#include <cassert>

namespace ricochet::scenes {
namespace {

constexpr btScalar kShownLink = btScalar(0.012);  // metres: radius of a link's prism

btSoftRigidDynamicsWorld& softWorldOf(btDynamicsWorld& world) {
    assert(world.getWorldType() == BT_SOFT_RIGID_DYNAMICS_WORLD);
    return static_cast<btSoftRigidDynamicsWorld&>(world);
}

btVector3 shownAt(const btVector3& p) { return vertexAt(double(p.x()), double(p.y()), double(p.z())); }

int numberOf(const btSoftBody& body, const btSoftBody::Node* node) {
    return static_cast<int>(node - &body.m_nodes[0]);
}

btVector3 middleOf(const btSoftBody& body) {
    btVector3 sum(0, 0, 0);
    for (int i = 0; i < body.m_nodes.size(); ++i) sum += body.m_nodes[i].m_x;
    return sum / btScalar(body.m_nodes.size());
}

SceneMesh surfaceOf(const btSoftBody& body, const btVector3& middle) {
    SceneMesh mesh;
    for (int i = 0; i < body.m_nodes.size(); ++i)
        mesh.vertices.push_back(shownAt(body.m_nodes[i].m_x - middle));
    for (int f = 0; f < body.m_faces.size(); ++f) {
        const auto& n = body.m_faces[f].m_n;
        mesh.faces.push_back({numberOf(body, n[0]), numberOf(body, n[1]), numberOf(body, n[2])});
    }
    return mesh;
}

/// A prism of three sides.
void addLink(SceneMesh& mesh, const btVector3& from, const btVector3& to) {
    btVector3 u, v;
    btPlaneSpace1((to - from).normalized(), u, v);
    const int first = static_cast<int>(mesh.vertices.size());
    const btVector3 corners[] = {u, u * btScalar(-0.5) + v * btScalar(0.866),
                                 u * btScalar(-0.5) - v * btScalar(0.866)};
    for (const btVector3& end : {from, to}) {
        for (const btVector3& corner : corners) mesh.vertices.push_back(shownAt(end + corner * kShownLink));
    }
    for (int k = 0; k < 3; ++k) {
        const int next = (k + 1) % 3;
        mesh.faces.push_back({first + k, first + next, first + 3 + next});
        mesh.faces.push_back({first + k, first + 3 + next, first + 3 + k});
    }
    mesh.faces.push_back({first, first + 2, first + 1});
    mesh.faces.push_back({first + 3, first + 4, first + 5});
}

SceneMesh linksOf(const btSoftBody& body, const btVector3& middle) {
    SceneMesh mesh;
    for (int l = 0; l < body.m_links.size(); ++l) {
        const auto& n = body.m_links[l].m_n;
        addLink(mesh, n[0]->m_x - middle, n[1]->m_x - middle);
    }
    return mesh;
}

}  // namespace

SoftBodies::SoftBodies(btDynamicsWorld& world) : world_(softWorldOf(world)) {
    worldInfo().m_gravity = world.getGravity();
}

SoftBodies::~SoftBodies() {
    for (const auto& body : bodies_) world_.removeSoftBody(body.get());
}

btSoftBodyWorldInfo& SoftBodies::worldInfo() const { return world_.getWorldInfo(); }

btSoftBody& SoftBodies::add(btSoftBody* body, btScalar mass) {
    bodies_.emplace_back(body);
    body->m_cfg.collisions = btSoftBody::fCollision::SDF_RS | btSoftBody::fCollision::VF_SS;
    body->m_cfg.piterations = kSoftIterations;
    // Bullet's own order ends with the links, which pull nodes into meshes.
    auto& order = body->m_cfg.m_psequence;
    order.resize(0);
    for (const auto stage : {btSoftBody::ePSolver::Linear, btSoftBody::ePSolver::Anchors,
                             btSoftBody::ePSolver::SContacts, btSoftBody::ePSolver::RContacts})
        order.push_back(stage);
    body->getCollisionShape()->setMargin(kSoftMargin);
    body->setTotalMass(mass);
    world_.addSoftBody(body);
    return *body;
}

void SoftBodies::show(SceneBody& body) {
    const btSoftBody& soft = *body.soft;
    const btVector3 middle = middleOf(soft);
    body.mesh = std::make_shared<const SceneMesh>(soft.m_faces.size() > 0 ? surfaceOf(soft, middle)
                                                                          : linksOf(soft, middle));
    body.body->setWorldTransform(btTransform(btQuaternion::getIdentity(), middle));
}

}  // namespace ricochet::scenes
