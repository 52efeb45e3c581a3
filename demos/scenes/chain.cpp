#include "demos/scenes/chain.h"

#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/mesh_scene.h"

namespace ricochet::scenes {
namespace {

constexpr int kLinks = 10;
constexpr btScalar kChainSpacing = btScalar(1.3999);  // metres; without margins the links would touch at 1.4

struct ChainVariant {
    const char* name;
    double phase;
    btScalar endMass;  // kg
};
constexpr ChainVariant kChainVariants[] = {{"flat", 0.5, 1}, {"ridge", 0, 1}, {"heavy", 0.5, 100}};

/// Links hang upright, their axes along z and x in turn. The matrices are quarter turns without rounding.
btMatrix3x3 turnOf(int link) {
    return link % 2 == 0 ? btMatrix3x3(1, 0, 0, 0, 0, -1, 0, 1, 0) : btMatrix3x3(0, 1, 0, -1, 0, 0, 0, 0, 1);
}

class Chain : public MeshScene {
public:
    Chain(btDynamicsWorld& world, const SceneOptions& options)
        : MeshScene(world, options, btVector3(0, btScalar(-9.81), 0)) {
        const ChainVariant& variant = variantOf(kChainVariants, options.variant);
        spacing_ = kChainSpacing - 2 * options.margin;
        const Surface& ring = moving(torus({.phase = variant.phase}));
        for (int i = 0; i < kLinks; ++i) {
            const btScalar mass = i == 0 ? 0 : i == kLinks - 1 ? variant.endMass : 1;
            add(ring, mass, btTransform(turnOf(i), btVector3(0, -i * spacing_, 0)));
        }
    }

    /// A loose link falls below the last one's position.
    Place placeOf(const btRigidBody& body) const override {
        const btScalar slack = 1;  // metres
        const btScalar lowest = -(kLinks - 1) * spacing_ - slack;
        return body.getCenterOfMassPosition().y() > lowest ? Place::inside : Place::through;
    }

private:
    btScalar spacing_;  ///< metres, between the links' centres
};

}  // namespace

std::unique_ptr<Scene> makeChain(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Chain>(world, options);
}

}  // namespace ricochet::scenes
