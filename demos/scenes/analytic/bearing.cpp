// Eight spheres of triangles carry a light race that turns on them about the vertical. By pure rolling they
// orbit at half its rate; what they lose is what the same polyhedra lose that roll alone.

#include "demos/scenes/analytic/analytic_scene.h"
#include "demos/scenes/analytic/analytic_scenes.h"
#include "demos/scenes/analytic/rolling_polyhedron.h"
#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace ricochet::scenes {
namespace {

constexpr int kSpheres = 8, kSphereSubdivisions = 4, kRaceSegments = 64, kGrooveFacets = 3;
constexpr double kOrbit = 0.2, kSphereRadius = 0.03, kRaceHalfWidth = 0.05, kRaceHeight = 0.05;  // metres
constexpr double kGrooveRadius = 1.2 * kSphereRadius;  // of the circle that the facets touch
constexpr double kGrooveHalfAngle = 40 * kPi / 180;
constexpr double kUsualSpin = 2.5;  // rad/s
constexpr btScalar kSphereMass = btScalar(0.9),
                   kRaceMass = btScalar(0.4);  // kg: steel; a sphere carries 50 g
constexpr double kBearingSeconds = 1;
constexpr double kBearingShare = 0.9;   // of the law
constexpr double kRollingShare = 0.02;  // of the rate

/// A race about y, below y = 0: spheres in its groove have their centres at y = 0. They roll on a level
/// facet.
SceneMesh race() {
    const double axis = kGrooveRadius - kSphereRadius;  // y of the groove's circle
    const double corner = kGrooveRadius / std::cos(kGrooveHalfAngle / kGrooveFacets);
    const double top = axis - corner * std::cos(kGrooveHalfAngle), bottom = -kSphereRadius - kRaceHeight;
    std::vector<ProfilePoint> outline = {{kOrbit - kRaceHalfWidth, top},
                                         {kOrbit - kRaceHalfWidth, bottom},
                                         {kOrbit + kRaceHalfWidth, bottom},
                                         {kOrbit + kRaceHalfWidth, top}};
    for (int i = 0; i <= kGrooveFacets; ++i) {
        const double angle = kGrooveHalfAngle * (1 - 2.0 * i / kGrooveFacets);
        outline.push_back({kOrbit + corner * std::sin(angle), axis - corner * std::cos(angle)});
    }
    return revolved(outline, kRaceSegments);
}

class Bearing : public AnalyticScene {
public:
    Bearing(btDynamicsWorld& world, const SceneOptions& options)
        : AnalyticScene(world, options, usualGravity(), btScalar(0.5), kBearingSeconds),
          spin_(options.variant.empty() ? kUsualSpin : std::stod(options.variant)) {
        add(standing(race()), 0, btTransform::getIdentity());
        addSpheres();
        SceneMesh upper = race();
        turnAboutX(upper, kPi);
        const btScalar lowest = bottomOf(upper);
        const Surface& surface = moving(std::move(upper));
        const btScalar height = lowest - bottomOf(*surface.mesh) + btScalar(2 * kStartGap);
        race_ = &add(surface, kRaceMass, btTransform(btQuaternion::getIdentity(), {0, height, 0}));
        race_->setAngularVelocity({0, btScalar(spin_), 0});
    }

    std::vector<AnalyticFigure> analyticFigures() const override {
        const double start = spin_ / 2 * kOrbit, spin = double(race_->getAngularVelocity().y());
        const double inertia =
            double(spheres_.front()->getInvMass()) / double(spheres_.front()->getInvInertiaDiagLocal().x());
        const double expected = speedOfRollingSphere(icosphere(kSphereSubdivisions, kSphereRadius),
                                                     kSphereRadius, inertia, start, kBearingSeconds) /
                                start;
        return {{.name = "spin_left",
                 .measured = spin / spin_,
                 .expected = expected,
                 .minimum = kBearingShare * expected,
                 .maximum = 1},
                {.name = "orbit_per_half_spin",
                 .measured = orbit() / (spin / 2),
                 .expected = 1,
                 .minimum = 1 - kRollingShare,
                 .maximum = 1 + kRollingShare}};
    }

private:
    void addSpheres() {
        const Surface& surface = moving(icosphere(kSphereSubdivisions, kSphereRadius));
        for (int i = 0; i < kSpheres; ++i) {
            const double angle = kTurn * i / kSpheres;
            const btVector3 at(btScalar(kOrbit * std::cos(angle)), btScalar(kStartGap),
                               btScalar(-kOrbit * std::sin(angle)));
            btRigidBody& sphere = add(surface, kSphereMass, btTransform(btQuaternion::getIdentity(), at));
            const btVector3 up(0, 1, 0), velocity = up.cross(at) * btScalar(spin_ / 2);
            sphere.setLinearVelocity(velocity);
            sphere.setAngularVelocity(up.cross(velocity) / btScalar(kSphereRadius));
            spheres_.push_back(&sphere);
        }
    }

    /// rad/s about the axis, in the mean.
    double orbit() const {
        double sum = 0;
        for (const btRigidBody* sphere : spheres_) {
            const btVector3 at = sphere->getCenterOfMassPosition();
            sum += double(at.cross(sphere->getLinearVelocity()).y() / (at.x() * at.x() + at.z() * at.z()));
        }
        return sum / kSpheres;
    }

    const double spin_;  ///< rad/s of the upper race, at the start
    std::vector<btRigidBody*> spheres_;
    btRigidBody* race_;
};

}  // namespace

std::unique_ptr<Scene> makeBearing(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Bearing>(world, options);
}

}  // namespace ricochet::scenes
