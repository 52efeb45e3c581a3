// Bullet's contact of soft bodies moves a node n and the nodes f of a face so that, for weights w that sum to
// one,
//     normal · (n - sum of w_i f_i) = m_margin,
// n by m_cfm[0] and f_i by -m_cfm[1] w_i of what is missing. Bullet's own detection chooses m_cfm so that it
// corrects too little, as the three nodes of a face share its part. Here all that is missing is corrected,
// and momentum is preserved. Two edges, (1 - s) a + s b and (1 - t) c + t d, are written likewise: divided by
// the weight of a, the nodes b, c and d are a face whose weights sum to one.

#include "adapters/soft_bodies/soft_layers.h"

#include "adapters/shapes/convert.h"
#include "algorithms/geometry/bounded.h"

#include <BulletSoftBody/btSoftBodyInternals.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

using soft_contacts::LayerContact;
using SoftNode = btSoftBody::Node;

int kindOfSoftContacts(const btSoftBody& body) {
    return body.m_cfg.collisions &
           (btSoftBody::fCollision::VF_SS | btSoftBody::fCollision::CL_SS | btSoftBody::fCollision::VF_DD);
}

const btSoftBody* bodyOf(const btCollisionShape& shape) {
    return shape.getShapeType() == SOFTBODY_SHAPE_PROXYTYPE
               ? static_cast<const btSoftBodyCollisionShape&>(shape).m_body
               : nullptr;
}

/// A node of a contact, and how a shift of it changes the gap.
struct LayerNode {
    SoftNode* node;
    Real inverseMass;  ///< 1/kg; zero: fixed
    Real weight;
};

/// Which of the nodes is Bullet's node. Of two edges it is one of the lighter edge: so no node moves against
/// the correction, whatever the masses.
std::size_t leadingNode(FeatureKind kind, const std::array<LayerNode, 4>& nodes) {
    if (kind == FeatureKind::vertexFace) return 0;
    const Real ofFirst = nodes[0].inverseMass + nodes[1].inverseMass,
               ofSecond = nodes[2].inverseMass + nodes[3].inverseMass;
    const std::size_t edge = ofFirst >= ofSecond ? 0 : 2;
    return std::abs(nodes[edge].weight) >= std::abs(nodes[edge + 1].weight) ? edge : edge + 1;
}

/// `face` receives the other nodes. Nothing if no node can move.
std::optional<btSoftBody::SContact> contactOf(const LayerContact& contact,
                                              const std::array<LayerNode, 4>& nodes, btSoftBody::Face& face) {
    const std::size_t leader = leadingNode(contact.pair.kind, nodes);
    const Real leading = nodes[leader].weight, ofNode = nodes[leader].inverseMass;
    btSoftBody::SContact written{};
    Real squares = 0, masses = 0;
    bool isFaceFixed = false;
    for (std::size_t i = 0, k = 0; i < 4; ++i) {
        if (i == leader) continue;
        const Real weight = -nodes[i].weight / leading;
        face.m_n[k] = nodes[i].node;
        written.m_weights[static_cast<int>(k++)] = static_cast<btScalar>(weight);
        squares += weight * weight;
        isFaceFixed = isFaceFixed || !(nodes[i].inverseMass > 0);
        if (!isFaceFixed) masses += weight / nodes[i].inverseMass;
    }
    // Shifts times masses add up to zero.
    const Real sharing = isFaceFixed ? 0 : ofNode > 0 ? std::max(ofNode * masses, Real{0}) : 0;
    const Real response = isFaceFixed ? (ofNode > 0 ? 1 : 0) : sharing + squares;
    if (!(response > 0)) return std::nullopt;
    written.m_node = nodes[leader].node;
    written.m_face = &face;
    written.m_cfm[0] = static_cast<btScalar>(isFaceFixed ? 1 : sharing / response);
    written.m_cfm[1] = static_cast<btScalar>(isFaceFixed ? 0 : 1 / response);
    written.m_normal = normalToBullet(leading > 0 ? contact.contact.normal : Vec3(-contact.contact.normal));
    written.m_margin = static_cast<btScalar>(contact.contact.least / std::abs(leading));
    return written;
}

}  // namespace

bool areSoftByFaces(const btCollisionShape& shape0, const btCollisionShape& shape1) {
    const btSoftBody *const a = bodyOf(shape0), *const b = bodyOf(shape1);
    if (!a || !b) return false;
    return kindOfSoftContacts(*a) == btSoftBody::fCollision::VF_SS &&
           kindOfSoftContacts(*b) == btSoftBody::fCollision::VF_SS;
}

bool collidesWithItself(const btSoftBody& body) {
    return kindOfSoftContacts(body) == btSoftBody::fCollision::VF_SS && body.m_useSelfCollision;
}

Real layerThickness(const btSoftBody& a, const btSoftBody& b) {
    return static_cast<Real>(a.getCollisionShape()->getMargin()) +
           static_cast<Real>(b.getCollisionShape()->getMargin());
}

bool SoftBodyEnds::update(const btSoftBody& body) {
    const auto count = static_cast<std::size_t>(body.m_nodes.size());
    from.resize(count);
    to.resize(count);
    bool areFinite = true;
    for (std::size_t i = 0; i < count; ++i) {
        const SoftNode& node = body.m_nodes[static_cast<int>(i)];
        to[i] = toVec3(node.m_x);
        from[i] = body.isActive() ? toVec3(node.m_q) : to[i];
        areFinite = areFinite && areBounded(from[i]) && areBounded(to[i]);
    }
    return areFinite;
}

void LayerContactWriter::write(btSoftBody& a, btSoftBody& b, std::span<const LayerContact> contacts) {
    faces_.clear();
    faces_.reserve(contacts.size());  // contacts point to them
    const auto ofA = static_cast<Index>(a.m_nodes.size());
    const btScalar hardness = btMin(a.m_cfg.kSHR, b.m_cfg.kSHR);
    for (const LayerContact& contact : contacts) {
        std::array<LayerNode, 4> nodes;
        for (std::size_t i = 0; i < 4; ++i) {
            const Index number = contact.pair.nodes[i];
            btSoftBody& body = number < ofA ? a : b;
            SoftNode& node = body.m_nodes[static_cast<int>(number < ofA ? number : number - ofA)];
            const Real inverseMass = body.isActive() ? static_cast<Real>(node.m_im) : 0;
            nodes[i] = {&node, inverseMass, contact.contact.weights[i]};
        }
        auto written = contactOf(contact, nodes, faces_.emplace_back());
        if (!written) continue;
        written->m_friction = btMax(a.m_cfg.kDF, b.m_cfg.kDF);
        for (btScalar& share : written->m_cfm) share *= hardness;
        a.m_scontacts.push_back(*written);
        if (&a != &b) b.m_scontacts.push_back(*written);
    }
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
