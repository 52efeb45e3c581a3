#include "demos/scenes/soft_shape.h"

#include "demos/scenes/argument_of.h"

#include <BulletSoftBody/btSoftBody.h>

#include <algorithm>
#include <set>

namespace ricochet::scenes {
namespace {

/// 1/kg, as Bullet computes it where the nodes had 1 kg each.
btScalar inverseNodeMass(btScalar mass, int nodes) { return 1 / (1 / btScalar(nodes) * mass); }

/// Of nodes that are not held.
const btSoftBody::Node* firstFree(const btSoftBody& body) {
    for (int i = 0; i < body.m_nodes.size(); ++i) {
        if (body.m_nodes[i].m_im > 0) return &body.m_nodes[i];
    }
    return nullptr;
}

std::string unexpressedOf(const btSoftBody& body, const btSoftBody::Node& free) {
    const auto& config = body.m_cfg;
    for (int i = 0; i < body.m_nodes.size(); ++i) {
        const btSoftBody::Node& node = body.m_nodes[i];
        if (node.m_im == 0) continue;
        if (node.m_im != free.m_im) return "nodes of different masses in a soft body";
        if (node.m_v != free.m_v) return "nodes of different velocities in a soft body";
    }
    if (body.m_materials.size() > 1) return "several materials in a soft body";
    if (body.m_anchors.size() > 0 || body.m_joints.size() > 0) return "what holds a soft body at others";
    if (config.kPR != 0 || config.kVC != 0 || config.kMT != 0) return "pressure and shape of a soft body";
    if ((config.kLF > 0 || config.kDG > 0) && config.aeromodel != btSoftBody::eAeroModel::V_TwoSided)
        return "a model of air other than V_TwoSided";
    return "";
}

}  // namespace

btSoftBody* makeSoft(btSoftBodyWorldInfo& info, const SoftShape& shape, const btTransform& pose) {
    const bool isMoved = !(pose == btTransform::getIdentity());  // an identity leaves every bit as it is
    std::vector<btVector3> nodes = shape.nodes;
    for (btVector3& node : nodes) {
        if (isMoved) node = pose * node;
    }
    auto* const body = new btSoftBody(&info, static_cast<int>(nodes.size()), nodes.data(), nullptr);
    body->m_materials[0]->m_kLST = shape.stiffness;
    for (const auto& [a, b] : shape.links) body->appendLink(a, b);
    for (const auto& [a, b, c] : shape.faces) body->appendFace(a, b, c);
    return body;
}

void finishSoft(btSoftBody& body, const SoftShape& shape, btScalar friction, const btVector3& velocity) {
    auto& config = body.m_cfg;
    config.piterations = shape.iterations;
    config.kDF = friction;
    config.kDP = shape.damping;
    config.kDG = shape.drag;
    config.kLF = shape.crossForce;
    if (shape.drag > 0 || shape.crossForce > 0) config.aeromodel = btSoftBody::eAeroModel::V_TwoSided;
    body.setWindVelocity(shape.wind);
    for (const int node : shape.held) body.setMass(node, 0);
    body.setVelocity(velocity);
}

DescribedSoft describeSoft(const btSoftBody& body) {
    DescribedSoft described;
    SoftShape& shape = described.shape;
    const auto number = [&](const btSoftBody::Node* node) {
        return static_cast<int>(node - &body.m_nodes[0]);
    };
    for (int i = 0; i < body.m_nodes.size(); ++i) {
        shape.nodes.push_back(body.m_nodes[i].m_x);
        if (body.m_nodes[i].m_im == 0) shape.held.push_back(i);
    }
    for (int i = 0; i < body.m_links.size(); ++i) {
        const auto& n = body.m_links[i].m_n;
        shape.links.push_back({number(n[0]), number(n[1])});
    }
    for (int i = 0; i < body.m_faces.size(); ++i) {
        const auto& n = body.m_faces[i].m_n;
        shape.faces.push_back({number(n[0]), number(n[1]), number(n[2])});
    }
    shape.stiffness = body.m_materials[0]->m_kLST;
    shape.damping = body.m_cfg.kDP;
    shape.drag = body.m_cfg.kDG;
    shape.crossForce = body.m_cfg.kLF;
    shape.wind = body.m_windVelocity;
    shape.iterations = body.m_cfg.piterations;
    described.friction = body.m_cfg.kDF;
    described.mass = 1;  // has no effect where all nodes are held
    const btSoftBody::Node* const free = firstFree(body);
    if (!free) return described;
    const int nodes = body.m_nodes.size();
    described.velocity = free->m_v;
    described.mass = argumentOf([&](btScalar mass) { return inverseNodeMass(mass, nodes); }, free->m_im,
                                btScalar(nodes) / free->m_im);
    described.unexpressed = unexpressedOf(body, *free);
    return described;
}

std::vector<std::array<int, 2>> edgesOf(const std::vector<std::array<int, 3>>& faces) {
    std::vector<std::array<int, 2>> edges;
    std::set<std::array<int, 2>> known;
    for (const auto& [a, b, c] : faces) {
        for (const auto& [from, to] : {std::array{a, b}, std::array{b, c}, std::array{c, a}}) {
            const std::array<int, 2> edge = {std::min(from, to), std::max(from, to)};
            if (known.insert(edge).second) edges.push_back(edge);
        }
    }
    return edges;
}

}  // namespace ricochet::scenes
