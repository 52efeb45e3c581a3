// Fowler, Noll, Vo. FNV-1a, 64 bit.

#include "demos/app/body_state.h"

#include <BulletSoftBody/btSoftBody.h>

#include <cstring>
#include <iomanip>
#include <sstream>

namespace ricochet::app {
namespace {

/// Calls visit(node) for the nodes of a body that has any.
template <class Visit>
void forEachNode(const scenes::SceneBody& body, Visit&& visit) {
    for (int i = 0; body.soft && i < body.soft->m_nodes.size(); ++i) visit(body.soft->m_nodes[i]);
}

class StateHash {
public:
    void add(const btVector3& v) {
        for (int axis = 0; axis < 3; ++axis) add(v[axis]);
    }
    std::uint64_t value() const { return value_; }

private:
    void add(btScalar number) {
        unsigned char bytes[sizeof number];
        std::memcpy(bytes, &number, sizeof number);
        for (unsigned char byte : bytes) value_ = (value_ ^ byte) * 1099511628211ull;
    }

    std::uint64_t value_ = 14695981039346656037ull;
};

}  // namespace

std::uint64_t stateHash(const std::vector<scenes::SceneBody>& bodies) {
    StateHash hash;
    for (const scenes::SceneBody& each : bodies) {
        const btTransform& pose = each.body->getWorldTransform();
        for (int row = 0; row < 3; ++row) hash.add(pose.getBasis()[row]);
        hash.add(pose.getOrigin());
        hash.add(each.body->getLinearVelocity());
        hash.add(each.body->getAngularVelocity());
        forEachNode(each, [&](const btSoftBody::Node& node) {
            hash.add(node.m_x);
            hash.add(node.m_v);
        });
    }
    return hash.value();
}

std::string hexOf(std::uint64_t hash) {
    std::ostringstream text;
    text << std::hex << std::setfill('0') << std::setw(16) << hash;
    return text.str();
}

double kineticEnergy(const std::vector<scenes::SceneBody>& bodies) {
    double energy = 0;
    for (const scenes::SceneBody& each : bodies) {
        forEachNode(each, [&](const btSoftBody::Node& node) {
            if (node.m_im > 0) energy += 0.5 * double(node.m_v.length2() / node.m_im);
        });
        const btRigidBody& body = *each.body;
        if (body.isStaticOrKinematicObject()) continue;
        const btVector3 spin = body.getWorldTransform().getBasis().transpose() * body.getAngularVelocity();
        energy += 0.5 * (body.getMass() * body.getLinearVelocity().length2() +
                         spin.dot(body.getLocalInertia() * spin));
    }
    return energy;
}

}  // namespace ricochet::app
