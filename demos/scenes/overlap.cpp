#include "demos/scenes/overlap.h"

#include "demos/scenes/floor_scene.h"
#include "demos/scenes/mesh_generators.h"

#include <algorithm>

namespace ricochet::scenes {
namespace {

constexpr double kOverlapFloorHalf = 6;            // metres
constexpr btScalar kOverlapFree = btScalar(1e-3);  // metres: shallower contacts are resting contacts
constexpr btScalar kOverlapLost = -1;              // metres: of a centre

struct OverlapVariant {
    const char* name;
    bool inTorus;
};
constexpr OverlapVariant kOverlapVariants[] = {{"floor", false}, {"torus", true}};

class Overlap : public FloorScene {
public:
    Overlap(btDynamicsWorld& world, const SceneOptions& options)
        : FloorScene(world, options, kOverlapFloorHalf), world_(world), timeStep_(double(options.timeStep)) {
        const Surface& ring = moving(torus({}));
        const btScalar halfHeight = topOf(*ring.mesh);  // half of the tube
        if (!variantOf(kOverlapVariants, options.variant).inTorus) {
            addRing(ring, btVector3(0, 0, 0));
            return;
        }
        addRing(ring, btVector3(0, halfHeight, 0));
        // Slightly off centre, as if placed by hand.
        addRing(ring, btVector3(btScalar(0.15), 2 * halfHeight, btScalar(0.1)));
    }

    void afterStep() override {
        ++steps_;
        if (deepestContact() > kOverlapFree) stepsDeep_ = steps_;
        for (const btRigidBody* ring : rings_) {
            fastest_ = std::max(fastest_, double(ring->getLinearVelocity().length()));
            highest_ = std::max(highest_, double(ring->getCenterOfMassPosition().y()));
        }
    }

    Place placeOf(const btRigidBody& body) const override {
        return body.getCenterOfMassPosition().y() > kOverlapLost ? Place::inside : Place::through;
    }

    std::vector<Measure> measures() const override {
        return {
            {"free_at_s", stepsDeep_ * timeStep_}, {"fastest_m_per_s", fastest_}, {"highest_m", highest_}};
    }

private:
    void addRing(const Surface& ring, const btVector3& place) {
        rings_.push_back(&add(ring, 1, btTransform(btQuaternion::getIdentity(), place)));
    }

    btScalar deepestContact() const {
        btDispatcher& dispatcher = *world_.getDispatcher();
        btScalar deepest = 0;
        for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
            const btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
            for (int k = 0; k < manifold.getNumContacts(); ++k) {
                deepest = std::max(deepest, -manifold.getContactPoint(k).getDistance());
            }
        }
        return deepest;
    }

    btDynamicsWorld& world_;
    const double timeStep_;
    std::vector<const btRigidBody*> rings_;
    int steps_ = 0, stepsDeep_ = 0;     ///< the second: at the last step with a deep contact
    double fastest_ = 0, highest_ = 0;  ///< m/s, m
};

}  // namespace

std::unique_ptr<Scene> makeOverlap(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Overlap>(world, options);
}

}  // namespace ricochet::scenes
