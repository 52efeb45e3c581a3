// Bullet's solver of soft bodies gives a node that approaches a rigid body, relative to that body, the motion
//     -(x · normal + m_offset) * m_c4 * normal
// in the step, x its position, and what friction leaves of the motion along the surface. With the surface as
// the plane this throws back fast nodes by as much as they would have passed it, and leaves slow ones inside,
// as m_c4, the hardness, is 0.1 by default for static bodies (`btSoftBody::Config::kKHR`). So the plane is so
// far away that x does not matter, and m_c4 makes the node move by `approach`: it ends its step at the
// margin, however often the solver sweeps.

#include "adapters/soft_bodies/soft_body.h"

#include "adapters/shapes/convert.h"
#include "algorithms/geometry/bounded.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyInternals.h>

#include <algorithm>
#include <new>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

constexpr btScalar kFarPlane = 1 << 20;  // metres

template <class Node>
Index numberOf(const btSoftBody& body, const Node* node) {
    return static_cast<Index>(node - &body.m_nodes[0]);
}

void addEdges(soft_contacts::SoftTopology& topology) {
    for (const Face& face : topology.faces) {
        for (std::size_t k = 0; k < 3; ++k) {
            const auto [first, last] = std::minmax(face[k], face[(k + 1) % 3]);
            topology.edges.push_back({first, last});
        }
    }
    std::ranges::sort(topology.edges);
    topology.edges.erase(std::unique(topology.edges.begin(), topology.edges.end()), topology.edges.end());
}

soft_contacts::SoftTopology read(const btSoftBody& body) {
    soft_contacts::SoftTopology topology;
    topology.nodes = static_cast<Index>(body.m_nodes.size());
    for (int f = 0; f < body.m_faces.size(); ++f) {
        const auto& n = body.m_faces[f].m_n;
        topology.faces.push_back({numberOf(body, n[0]), numberOf(body, n[1]), numberOf(body, n[2])});
    }
    if (!topology.faces.empty()) {
        addEdges(topology);
        return topology;
    }
    for (int l = 0; l < body.m_links.size(); ++l) {
        const auto& n = body.m_links[l].m_n;
        topology.edges.push_back({numberOf(body, n[0]), numberOf(body, n[1])});
    }
    return topology;
}

/// By which an impulse at a point of a rigid body and one at a node change their relative velocity.
btMatrix3x3 impulseMatrix(btScalar inverseMassOfNode, const btRigidBody* rigid, const btVector3& arm) {
    btScalar inverseMass = inverseMassOfNode;
    btMatrix3x3 response;
    response.setZero();
    if (rigid) {
        inverseMass += rigid->getInvMass();
        const btMatrix3x3 cross(0, -arm.z(), arm.y(), arm.z(), 0, -arm.x(), -arm.y(), arm.x(), 0);
        response = cross * rigid->getInvInertiaTensorWorld() * cross * btScalar(-1);
    }
    for (int i = 0; i < 3; ++i) response[i][i] += inverseMass;
    return response.inverse();
}

/// Bullet's arrays grow to the size asked for, and fill what they allocate with zeros: a contact has 792
/// bytes.
template <class Entry>
void reserveMore(btAlignedObjectArray<Entry>& array, int count) {
    const int needed = array.size() + count;
    if (needed > array.capacity()) array.reserve(std::max(needed, 2 * array.capacity()));
}

btVector3 velocityAt(const btRigidBody* rigid, const btVector3& point) {
    if (!rigid) return btVector3(0, 0, 0);
    return rigid->getVelocityInLocalPoint(point - rigid->getWorldTransform().getOrigin());
}

}  // namespace

bool isSoftByNodes(const btCollisionShape& shape) {
    if (shape.getShapeType() != SOFTBODY_SHAPE_PROXYTYPE) return false;
    const btSoftBody& body = *static_cast<const btSoftBodyCollisionShape&>(shape).m_body;
    return (body.m_cfg.collisions & btSoftBody::fCollision::RVSmask) == btSoftBody::fCollision::SDF_RS;
}

void SoftBodyFeatures::update(const btSoftBody& body) {
    const bool isSame = static_cast<Index>(body.m_nodes.size()) == topology_.nodes &&
                        static_cast<std::size_t>(body.m_faces.size()) == topology_.faces.size() &&
                        body.m_links.size() == links_;
    if (isSame) return;
    topology_ = read(body);
    links_ = body.m_links.size();
    std::vector<Vec3> positions(topology_.nodes);
    for (Index i = 0; i < topology_.nodes; ++i) positions[i] = toVec3(body.m_nodes[static_cast<int>(i)].m_x);
    parts_ = divide(topology_, positions);
    elements_ = elementsOf(topology_, parts_, positions);
}

bool SoftBodyPaths::update(const btSoftBody& body, const btCollisionObjectWrapper& partner) {
    const auto count = static_cast<std::size_t>(body.m_nodes.size());
    const Pose pose = toPose(partner.getWorldTransform());
    const Matrix3 toMesh = pose.rotation.transpose();
    const btRigidBody* const rigid = btRigidBody::upcast(partner.getCollisionObject());
    bool areFinite = true;
    from.resize(count);
    to.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const btSoftBody::Node& node = body.m_nodes[static_cast<int>(i)];
        const btVector3 end = node.m_x - velocityAt(rigid, node.m_x) * body.m_sst.sdt;
        from[i] = toMesh * (toVec3(node.m_q) - pose.translation);
        to[i] = toMesh * (toVec3(end) - pose.translation);
        areFinite = areFinite && areBounded(from[i]) && areBounded(to[i]);
    }
    return areFinite;
}

bool SoftBodyPaths::updateEnds(const btSoftBody& body, const btTransform& mesh) {
    const Pose pose = toPose(mesh);
    const Matrix3 toMesh = pose.rotation.transpose();
    if (static_cast<std::size_t>(body.m_nodes.size()) != to.size()) return false;
    bool areFinite = true;
    for (std::size_t i = 0; i < to.size(); ++i) {
        to[i] = toMesh * (toVec3(body.m_nodes[static_cast<int>(i)].m_x) - pose.translation);
        areFinite = areFinite && areBounded(to[i]);
    }
    return areFinite;
}

void moveNodes(btSoftBody& body, const btTransform& mesh, std::span<const soft_contacts::HeldNode> held) {
    for (const soft_contacts::HeldNode& each : held) {
        btSoftBody::Node& node = body.m_nodes[static_cast<int>(each.node)];
        if (node.m_im > 0 && !node.m_battach) node.m_x = mesh * toBullet(each.end);
    }
}

int writeContacts(btSoftBody& body, const btCollisionObjectWrapper& partner,
                  const std::vector<soft_contacts::NodeContact>& contacts) {
    const btCollisionObject& object = *partner.getCollisionObject();
    btRigidBody* const rigid = const_cast<btRigidBody*>(btRigidBody::upcast(&object));
    const btMatrix3x3& basis = partner.getWorldTransform().getBasis();
    const btVector3 origin =
        rigid ? rigid->getWorldTransform().getOrigin() : partner.getWorldTransform().getOrigin();
    const btScalar dt = body.m_sst.sdt, friction = body.m_cfg.kDF * object.getFriction();
    reserveMore(body.m_rcontacts, static_cast<int>(contacts.size()));
    int count = 0;
    for (const soft_contacts::NodeContact& contact : contacts) {
        btSoftBody::Node& node = body.m_nodes[static_cast<int>(contact.node)];
        const btScalar inverseMass = node.m_im;
        if (node.m_battach || !(inverseMass + (rigid ? rigid->getInvMass() : 0) > 0)) continue;
        const btVector3 normal = basis * toBullet(contact.normal);
        // A fast node would end far from where it touches: there the response of a light body cannot be
        // inverted.
        const btVector3 touched = partner.getWorldTransform() * toBullet(contact.onMesh),
                        arm = touched - origin;
        const btVector3 motion = node.m_x - node.m_q - velocityAt(rigid, touched) * dt;
        const btScalar along = motion.dot(normal);
        const btVector3 sliding = motion - normal * along;
        const auto approach = static_cast<btScalar>(contact.approach);

        btSoftBody::RContact& written = *new (&body.m_rcontacts.expandNonInitializing()) btSoftBody::RContact;
        written.t1 = written.t2 = btVector3(0, 0, 0);
        written.m_cti.m_colObj = &object;
        written.m_cti.m_normal = normal;
        written.m_cti.m_offset = -kFarPlane;
        written.m_node = &node;
        written.m_c0 = impulseMatrix(inverseMass, rigid, arm) * (1 / dt);
        written.m_c1 = arm;
        written.m_c2 = inverseMass * dt;
        written.m_c3 = sliding.length2() < along * along * friction * friction ? 0 : 1 - friction;
        written.m_c4 = -approach / kFarPlane;
        ++count;
    }
    if (count > 0 && rigid) rigid->activate();
    return count;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
