// Nested thin cups: each rests where its wall meets that of the cup below, one pitch above it.

#include "demos/scenes/analytic/analytic_scene.h"
#include "demos/scenes/analytic/analytic_scenes.h"
#include "demos/scenes/mesh_generators.h"

#include <cmath>
#include <string>
#include <vector>

namespace ricochet::scenes {
namespace {

// Metres.
constexpr double kCupHeight = 0.1, kCupWall = 2.5e-3, kCupPitch = 0.024, kCupRadius = 0.03, kCupBottom = 3e-3;
constexpr double kCupDrop = 4e-3;  // above its place; the first one is `kCupFloorGap` above the floor
constexpr double kCupFloorGap = 1e-3;
constexpr double kCupTolerance = 5e-4;  // of the pitch: 0.05 mm across the wall
constexpr int kCupSides = 32;
constexpr double kCupSeconds = 5;
constexpr btScalar kCupMass = btScalar(0.05);  // kg

/// A frustum that is open at the top.
SceneMesh cupMesh() {
    const double sine = kCupWall / kCupPitch, cosine = std::sqrt(1 - sine * sine), slope = sine / cosine;
    const double across = kCupWall / cosine, mouth = kCupRadius + slope * kCupHeight;
    return revolved({{0, 0},
                     {kCupRadius, 0},
                     {mouth, kCupHeight},
                     {mouth - across, kCupHeight},
                     {kCupRadius + slope * kCupBottom - across, kCupBottom},
                     {0, kCupBottom}},
                    kCupSides);
}

class Cups : public AnalyticScene {
public:
    Cups(btDynamicsWorld& world, const SceneOptions& options)
        : AnalyticScene(world, options, usualGravity(), btScalar(0.5), kCupSeconds) {
        add(standing(flatFloor(-1, 1, 1)), 0, btTransform::getIdentity());
        const Surface& cup = moving(cupMesh());
        const int cups = options.variant.empty() ? 2 : std::stoi(options.variant);
        for (int i = 0; i < cups; ++i) {
            const double height = kCupFloorGap + i * (kCupPitch + kCupDrop);
            const btVector3 at(0, btScalar(height) - bottomOf(*cup.mesh), 0);
            cups_.push_back(&add(cup, kCupMass, btTransform(btQuaternion::getIdentity(), at)));
        }
    }

    std::vector<AnalyticFigure> analyticFigures() const override {
        double worst = kCupPitch;
        for (std::size_t i = 1; i < cups_.size(); ++i) {
            const auto pitch =
                double(cups_[i]->getCenterOfMassPosition().y() - cups_[i - 1]->getCenterOfMassPosition().y());
            if (std::abs(pitch - kCupPitch) > std::abs(worst - kCupPitch)) worst = pitch;
        }
        constexpr double kMillimetres = 1000;
        return {{.name = "worst_pitch_mm",
                 .measured = kMillimetres * worst,
                 .expected = kMillimetres * kCupPitch,
                 .minimum = kMillimetres * (kCupPitch - kCupTolerance),
                 .maximum = kMillimetres * (kCupPitch + kCupTolerance)}};
    }

private:
    std::vector<btRigidBody*> cups_;
};

}  // namespace

std::unique_ptr<Scene> makeCups(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Cups>(world, options);
}

}  // namespace ricochet::scenes
