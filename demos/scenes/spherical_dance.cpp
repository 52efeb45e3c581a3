// The pairs of figure 12 of Fuenfzig, Ullrich, Fellner: Hierarchical Spherical Distance Fields for Collision
// Detection. 2006. There one model turns at fixed distances from the other; here both move by their impulses.

#include "demos/scenes/spherical_dance.h"

#include "demos/scenes/figure12_models.h"
#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/mesh_scene.h"
#include "demos/scenes/placing.h"

#include <algorithm>
#include <limits>

namespace ricochet::scenes {
namespace {

constexpr double kDancerSize = 2;        // metres: the largest side of a body's box
constexpr double kDancerDistance = 1.3;  // metres from the common centre, at the start
constexpr btScalar kDancerSpin = 1;      // rad/s about z at the start, as in the paper's runs
constexpr double kDancerRestitution = 0.8;
constexpr double kDrive = 1;          // 1/s: how fast the drive returns energy that impacts have taken
constexpr btScalar kDancerRoom = 10;  // metres: a body farther from the centre is lost
/// 1/s²: acceleration towards the centre, by the distance from it.
const Attraction kDanceField = {{0, 0, 0}, /*acceleration*/ 1 * kDancerRoom, kDancerRoom};

SceneMesh closedTree() { return treeModel(Leaves::closed); }

struct DanceVariant {
    const char* name;
    SceneMesh (*first)();
    SceneMesh (*second)();
};
constexpr DanceVariant kDanceVariants[] = {{"ant-spider", antModel, spiderModel},
                                           {"tree-car", closedTree, carModel},
                                           {"statue-tower", shellStatueModel, walledTowerModel}};

void scaleToSide(SceneMesh& mesh, double side) {
    btVector3 min = mesh.vertices.front(), max = min;
    for (const btVector3& vertex : mesh.vertices) {
        min.setMin(vertex);
        max.setMax(vertex);
    }
    const btVector3 size = max - min;
    scale(mesh, side / double(size[size.maxAxis()]));
}

/// Two bodies without weight, attracted by one point, that bounce off one another.
class SphericalDance : public MeshScene {
public:
    SphericalDance(btDynamicsWorld& world, const SceneOptions& options)
        : MeshScene(world, options, btVector3(0, 0, 0)) {
        const DanceVariant& variant = variantOf(kDanceVariants, options.variant);
        addDancer(variant.first(), -kDancerDistance, kDancerSpin);
        addDancer(variant.second(), kDancerDistance, -kDancerSpin);
        acting().attraction = kDanceField;
        acting().thermostat = kDrive;
        startEnergy_ = energy();
    }

    void afterStep() override {
        ++steps_;
        const bool isTouching = hasContact();
        touching_ += isTouching;
        impacts_ += isTouching && !wasTouching_;
        wasTouching_ = isTouching;
        const btVector3 apart =
            bodies_[1].body->getCenterOfMassPosition() - bodies_[0].body->getCenterOfMassPosition();
        closest_ = std::min(closest_, double(apart.length()));
        mostEnergy_ = std::max(mostEnergy_, energy() / startEnergy_);
    }

    std::vector<Measure> measures() const override {
        return {{"impacts", impacts_},
                {"share_of_steps_in_contact", steps_ > 0 ? touching_ / steps_ : 0},
                {"centres_closest_m", closest_},
                {"energy_most", mostEnergy_}};
    }

    Place placeOf(const btRigidBody& body) const override {
        return body.getCenterOfMassPosition().length() < kDancerRoom ? Place::inside : Place::through;
    }

private:
    void addDancer(SceneMesh mesh, double x, btScalar spin) {
        scaleToSide(mesh, kDancerSize);
        btRigidBody& body = add(moving(std::move(mesh)), 1, standingAt(vectorAt(x, 0, 0)));
        body.setAngularVelocity(btVector3(0, 0, spin));
        setMutualRestitution(body, btScalar(kDancerRestitution));
    }

    double energy() const { return energyOf(bodies_, kDanceField); }  ///< J

    bool hasContact() {
        btDispatcher& dispatcher = *world().getDispatcher();
        for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
            const btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
            for (int k = 0; k < manifold.getNumContacts(); ++k) {
                if (manifold.getContactPoint(k).getAppliedImpulse() > 0) return true;
            }
        }
        return false;
    }

    double startEnergy_ = 0;  ///< J
    double steps_ = 0, touching_ = 0, impacts_ = 0;
    bool wasTouching_ = false;
    double closest_ = std::numeric_limits<double>::infinity();  ///< metres
    double mostEnergy_ = 0;                                     ///< of the initial one
};

}  // namespace

std::unique_ptr<Scene> makeSphericalDance(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<SphericalDance>(world, options);
}

}  // namespace ricochet::scenes
