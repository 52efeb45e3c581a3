// Fowler, Noll, Vo. FNV-1a, 64 bit.

#include "demos/app/body_state.h"

#include <cstring>
#include <iomanip>
#include <sstream>

namespace ricochet::app {
namespace {

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
        const btRigidBody& body = *each.body;
        if (body.isStaticOrKinematicObject()) continue;
        const btVector3 spin = body.getWorldTransform().getBasis().transpose() * body.getAngularVelocity();
        energy += 0.5 * (body.getMass() * body.getLinearVelocity().length2() +
                         spin.dot(body.getLocalInertia() * spin));
    }
    return energy;
}

}  // namespace ricochet::app
