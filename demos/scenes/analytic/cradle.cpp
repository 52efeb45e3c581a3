// Equal bodies in a row that bounce without loss pass on the speed of the first: if they are apart, the last
// one leaves with it, and the others are at rest. If they touch, rigid bodies leave open what happens: either
// the contacts bounce one after another, with the same result, or all at once: by Newton's law of restitution
// the others share the speed, and the first one rebounds.

#include "demos/scenes/analytic/analytic_scene.h"
#include "demos/scenes/analytic/analytic_scenes.h"
#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ricochet::scenes {
namespace {

constexpr int kCradleBodies = 5;
constexpr double kCradleSpeed = 1;    // m/s
constexpr double kFacesApart = 1e-6;  // metres: coordinates are rounded to float
constexpr double kCradleGap = 0.05;   // metres between two, and before the first
constexpr double kCradleSeconds = 1;
constexpr double kCradleShare = 1e-3;       // of the speed, or of the energy
constexpr double kCradleTouchShare = 0.02;  // of the speed: ten iterations do not go through the row

/// A body whose faces perpendicular to x are opposite those of the next one in the row.
struct CradleBody {
    SceneMesh mesh;
    btQuaternion turn;
    double radius;  ///< metres: distance of those faces from its centre
};

CradleBody cradleTorus() {
    const TorusSize size{32, 16, 0.4, 0.12, 0.5};
    return {torus(size), btQuaternion(btVector3(0, 1, 0), btScalar(kPi / size.segments)),
            (size.ringRadius + size.tubeRadius * std::cos(kPi / size.sides)) * std::cos(kPi / size.segments)};
}

/// Its first face is turned to +x; by symmetry another one faces -x.
CradleBody cradleSphere() {
    CradleBody sphere{icosphere(4, 0.5), btQuaternion::getIdentity(), 0};
    const auto& face = sphere.mesh.faces.front();
    const btVector3 a = sphere.mesh.vertices[std::size_t(face[0])];
    const btVector3 normal = (sphere.mesh.vertices[std::size_t(face[1])] - a)
                                 .cross(sphere.mesh.vertices[std::size_t(face[2])] - a)
                                 .normalized();
    sphere.turn = shortestArcQuat(normal, btVector3(1, 0, 0));
    sphere.radius = double(a.dot(normal)) + kFacesApart;
    return sphere;
}

struct CradleVariant {
    const char* name;
    bool touch;
    CradleBody (*make)();
};
constexpr CradleVariant kCradleVariants[] = {{"apart", false, cradleTorus},
                                             {"touching", true, cradleTorus},
                                             {"spheres-apart", false, cradleSphere},
                                             {"spheres-touching", true, cradleSphere}};

class Cradle : public AnalyticScene {
public:
    Cradle(btDynamicsWorld& world, const SceneOptions& options)
        : AnalyticScene(world, options, btVector3(0, 0, 0), 0, kCradleSeconds),
          touch_(variantOf(kCradleVariants, options.variant).touch) {
        CradleBody each = variantOf(kCradleVariants, options.variant).make();
        const Surface& surface = moving(std::move(each.mesh));
        for (int i = 0; i < kCradleBodies; ++i) {
            const double before = !touch_ ? i * kCradleGap : i > 0 ? kCradleGap : 0;
            const btVector3 at(btScalar(i * 2 * each.radius + before), 0, 0);
            bodies_.push_back(&add(surface, 1, btTransform(each.turn, at)));
            setMutualRestitution(*bodies_.back(), 1);
        }
        bodies_.front()->setLinearVelocity(btVector3(btScalar(kCradleSpeed), 0, 0));
    }

    void afterStep() override {
        double sum = 0;
        for (const btRigidBody* body : bodies_) sum += energyOf(*body);
        mostEnergy_ = std::max(mostEnergy_, 2 * sum / (kCradleSpeed * kCradleSpeed));
    }

    std::vector<AnalyticFigure> analyticFigures() const override {
        return touch_ ? touchingFigures() : apartFigures();
    }

private:
    std::vector<AnalyticFigure> touchingFigures() const {
        const auto firstSpeed = double(bodies_.front()->getLinearVelocity().x());
        const bool atOnce = firstSpeed < -0.1 * kCradleSpeed;
        const double first = atOnce ? 1 - 2 * double(kCradleBodies - 1) / kCradleBodies : 0;
        const double last = atOnce ? 2.0 / kCradleBodies : kCradleSpeed;
        const auto above = [](double expected) { return expected + kCradleTouchShare * kCradleSpeed; };
        const auto below = [](double expected) { return expected - kCradleTouchShare * kCradleSpeed; };
        return {{.name = "most_energy",
                 .measured = mostEnergy_,
                 .expected = 1,
                 .minimum = 0,
                 .maximum = 1 + kCradleShare},
                {.name = "first_speed_m_per_s",
                 .measured = firstSpeed,
                 .expected = first,
                 .minimum = below(first),
                 .maximum = above(first)},
                {.name = "last_speed_m_per_s",
                 .measured = double(bodies_.back()->getLinearVelocity().x()),
                 .expected = last,
                 .minimum = below(last),
                 .maximum = above(last)}};
    }

    std::vector<AnalyticFigure> apartFigures() const {
        double others = 0;
        for (int i = 0; i + 1 < kCradleBodies; ++i) {
            others = std::max(others, double(bodies_[std::size_t(i)]->getLinearVelocity().length()));
        }
        const auto last = double(bodies_.back()->getLinearVelocity().x());
        return {figureNear(kCradleShare, "last_speed_m_per_s", last, kCradleSpeed),
                {.name = "others_speed_m_per_s",
                 .measured = others,
                 .expected = 0,
                 .minimum = 0,
                 .maximum = kCradleShare * kCradleSpeed}};
    }

    const bool touch_;
    std::vector<btRigidBody*> bodies_;
    double mostEnergy_ = 0;  ///< of that at the start
};

}  // namespace

std::unique_ptr<Scene> makeCradle(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Cradle>(world, options);
}

}  // namespace ricochet::scenes
