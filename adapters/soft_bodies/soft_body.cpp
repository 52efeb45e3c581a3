// Bullet's solver of soft bodies gives a node that approaches a rigid body, relative to that body, the motion
//     -(x · normal + m_offset) * m_c4 * normal
// in the step, x its position, and what friction leaves of the motion along the surface. With the surface as
// the plane this throws back fast nodes by as much as they would have passed it, and leaves slow ones inside,
// as m_c4, the hardness, is 0.1 by default for static bodies (`btSoftBody::Config::kKHR`). So the plane is so
// far away that x does not matter, and m_c4 makes the node move by `approach`: it ends its step at the
// margin, however often the solver sweeps. Its solver of deformable bodies lets a node approach by as much as
// a contact says (`m_offset`), in the step.

#include "adapters/soft_bodies/soft_body.h"

#include "adapters/shapes/convert.h"
#include "algorithms/geometry/bounded.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyInternals.h>

#include <algorithm>
#include <new>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

using soft_contacts::NodeContact;

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

btMatrix3x3 diagonal(btScalar value) { return btMatrix3x3(value, 0, 0, 0, value, 0, 0, 0, value); }

/// By which a unit impulse at a point changes its velocity.
btMatrix3x3 responseOf(const btRigidBody& rigid, const btVector3& arm) {
    const btMatrix3x3 cross(0, -arm.z(), arm.y(), arm.z(), 0, -arm.x(), -arm.y(), arm.x(), 0);
    return diagonal(rigid.getInvMass()) - cross * rigid.getInvInertiaTensorWorld() * cross;
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

struct NodePath {
    btVector3 from, to;
};

/// In a step without contacts. Bullet's two solvers predict it in different members of a node.
NodePath pathOf(const btSoftBody& body, const btSoftBody::Node& node) {
    if (isDeformable(body)) return {node.m_x, node.m_x + node.m_v * body.m_sst.sdt};
    return {node.m_q, node.m_x};
}

/// What contacts of one pair have in common.
struct ContactWriter {
    btSoftBody& body;
    const btCollisionObject& object;
    const btTransform& mesh;
    btRigidBody* rigid;                   ///< null: of no mass, or a link
    const btMultiBodyLinkCollider* link;  ///< or null
    btScalar dt, friction;

    ContactWriter(btSoftBody& soft, const btCollisionObjectWrapper& partner)
        : body(soft),
          object(*partner.getCollisionObject()),
          mesh(partner.getWorldTransform()),
          rigid(const_cast<btRigidBody*>(btRigidBody::upcast(&object))),
          link(btMultiBodyLinkCollider::upcast(&object)),
          dt(soft.m_sst.sdt),
          friction(soft.m_cfg.kDF * object.getFriction()) {}

    /// A fast node would end far from where it touches: there the response of a light body cannot be
    /// inverted.
    btVector3 armOf(const NodeContact& contact) const {
        return mesh * toBullet(contact.onMesh) - (rigid ? rigid->getWorldTransform() : mesh).getOrigin();
    }
    /// By which an impulse on both changes the relative velocity at a contact.
    btMatrix3x3 response(const btMatrix3x3& ofNode, const btVector3& arm) const {
        return rigid ? ofNode + responseOf(*rigid, arm) : ofNode;
    }

    void write(btSoftBody::Node& node, const NodeContact& contact) const {
        const btVector3 normal = mesh.getBasis() * toBullet(contact.normal), arm = armOf(contact);
        const btVector3 moving = rigid ? rigid->getVelocityInLocalPoint(arm) : btVector3(0, 0, 0);
        const btVector3 motion = node.m_x - node.m_q - moving * dt;
        const btScalar along = motion.dot(normal);
        const btVector3 sliding = motion - normal * along;

        auto& written = *new (&body.m_rcontacts.expandNonInitializing()) btSoftBody::RContact;
        written.t1 = written.t2 = btVector3(0, 0, 0);
        written.m_cti.m_colObj = &object;
        written.m_cti.m_normal = normal;
        written.m_cti.m_offset = -kFarPlane;
        written.m_node = &node;
        written.m_c0 = response(diagonal(node.m_im), arm).inverse() * (1 / dt);
        written.m_c1 = arm;
        written.m_c2 = node.m_im * dt;
        written.m_c3 = sliding.length2() < along * along * friction * friction ? 0 : 1 - friction;
        written.m_c4 = -static_cast<btScalar>(contact.approach) / kFarPlane;
    }

    void writeDeformable(btSoftBody::Node& node, const NodeContact& contact) const {
        using Contact = btSoftBody::DeformableNodeRigidContact;
        const btVector3 normal = mesh.getBasis() * toBullet(contact.normal), arm = armOf(contact);
        Contact& written = *new (&body.m_nodeRigidContacts.expandNonInitializing()) Contact;
        written.m_cti.m_colObj = &object;
        written.m_cti.m_normal = normal;
        written.m_cti.m_offset = static_cast<btScalar>(contact.approach);
        written.m_cti.m_bary = btVector3(0, 0, 0);
        written.m_node = &node;
        written.m_c0 = response(node.m_effectiveMass_inv, arm);
        if (link) written.m_c0 += addResponseOfLink(arm + mesh.getOrigin(), written);
        written.m_c0 = written.m_c0.inverse();
        written.m_c1 = arm;
        written.m_c2 = node.m_im;
        written.m_c3 = friction;
        written.m_c4 = object.isStaticOrKinematicObject() ? body.m_cfg.kKHR : body.m_cfg.kCHR;
        written.m_c5 = node.m_effectiveMass_inv;
    }

    /// Bullet applies impulses to a link along the normal and two tangents, by these Jacobians.
    btMatrix3x3 addResponseOfLink(const btVector3& point,
                                  btSoftBody::DeformableNodeRigidContact& written) const {
        const btVector3 normal = written.m_cti.m_normal;
        btPlaneSpace1(normal, written.t1, written.t2);
        const std::pair<btMultiBodyJacobianData*, btVector3> directions[] = {
            {&written.jacobianData_normal, normal},
            {&written.jacobianData_t1, written.t1},
            {&written.jacobianData_t2, written.t2}};
        btMatrix3x3 response;
        for (int row = 0; row < 3; ++row)
            findJacobian(link, *directions[row].first, point, directions[row].second);
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 3; ++column) {
                const auto& jacobian = directions[row].first->m_jacobians;
                const auto& change = directions[column].first->m_deltaVelocitiesUnitImpulse;
                response[row][column] = 0;
                for (int i = 0; i < jacobian.size(); ++i) response[row][column] += jacobian[i] * change[i];
            }
        }
        const btMatrix3x3 toContact(normal.x(), normal.y(), normal.z(), written.t1.x(), written.t1.y(),
                                    written.t1.z(), written.t2.x(), written.t2.y(), written.t2.z());
        return toContact.transpose() * response * toContact;
    }
};

}  // namespace

bool isSoftByNodes(const btCollisionShape& shape) {
    if (shape.getShapeType() != SOFTBODY_SHAPE_PROXYTYPE) return false;
    const btSoftBody& body = *static_cast<const btSoftBodyCollisionShape&>(shape).m_body;
    const int detection = body.m_cfg.collisions & btSoftBody::fCollision::RVSmask;
    return detection == btSoftBody::fCollision::SDF_RS || isDeformable(body);
}

bool isDeformable(const btSoftBody& body) {
    const int collisions = body.m_cfg.collisions;
    return (collisions & btSoftBody::fCollision::RVSmask) == btSoftBody::fCollision::SDF_RD &&
           (collisions & btSoftBody::fCollision::RVDFmask) != 0 && !body.m_reducedModel;
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
        const NodePath path = pathOf(body, body.m_nodes[static_cast<int>(i)]);
        const btVector3 end = path.to - velocityAt(rigid, path.to) * body.m_sst.sdt;
        from[i] = toMesh * (toVec3(path.from) - pose.translation);
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
    const ContactWriter writer(body, partner);
    const bool areDeformable = isDeformable(body);
    if (areDeformable) {
        reserveMore(body.m_nodeRigidContacts, static_cast<int>(contacts.size()));
    } else {
        reserveMore(body.m_rcontacts, static_cast<int>(contacts.size()));
    }
    int count = 0;
    for (const soft_contacts::NodeContact& contact : contacts) {
        btSoftBody::Node& node = body.m_nodes[static_cast<int>(contact.node)];
        const btScalar inverseMass = node.m_im + (writer.rigid ? writer.rigid->getInvMass() : 0);
        if (node.m_battach || !(inverseMass > 0)) continue;
        areDeformable ? writer.writeDeformable(node, contact) : writer.write(node, contact);
        ++count;
    }
    if (count > 0 && writer.rigid) writer.rigid->activate();
    return count;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
