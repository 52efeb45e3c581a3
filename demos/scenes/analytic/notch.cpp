// A beam falls into a notch that is hardly wider: it passes the mouth, lies on the bottom, and never
// penetrates the block by more than the width of the gap.

#include "demos/scenes/analytic/analytic_scene.h"
#include "demos/scenes/analytic/analytic_scenes.h"
#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace ricochet::scenes {
namespace {

// Metres. The beam is square; the notch is open at both ends, and longer than the beam.
constexpr double kBeamHalf = 0.02, kBeamHalfLength = 0.06;
constexpr double kNotchDepth = 0.05, kNotchHalfLength = 0.1, kBlockHalf = 0.08, kBlockBottom = 0.07;
constexpr double kFloorTolerance = 2e-4;       // a two-hundredth of the beam
constexpr btScalar kBeamMass = btScalar(1.5);  // kg: steel
constexpr double kNotchSeconds = 1;

/// Its top is y = 0.
SceneMesh notchedBlock(double half) {
    const double section[8][2] = {
        {-kBlockHalf, -kBlockBottom}, {kBlockHalf, -kBlockBottom}, {kBlockHalf, 0}, {half, 0},
        {half, -kNotchDepth},         {-half, -kNotchDepth},       {-half, 0},      {-kBlockHalf, 0}};
    SceneMesh block;
    for (const double z : {-kNotchHalfLength, kNotchHalfLength}) {
        for (const auto& [x, y] : section) block.vertices.push_back(vertexAt(x, y, z));
    }
    for (int i = 0; i < 8; ++i) {
        const int next = (i + 1) % 8;
        block.faces.push_back({i, next, next + 8});
        block.faces.push_back({i, next + 8, i + 8});
    }
    constexpr int kCap[6][3] = {{0, 5, 6}, {0, 6, 7}, {0, 1, 4}, {0, 4, 5}, {1, 2, 3}, {1, 3, 4}};
    for (const auto& [a, b, c] : kCap) {
        block.faces.push_back({a, c, b});
        block.faces.push_back({a + 8, b + 8, c + 8});
    }
    return block;
}

class Notch : public AnalyticScene {
public:
    Notch(btDynamicsWorld& world, const SceneOptions& options)
        : AnalyticScene(world, options, usualGravity(), btScalar(0.5), kNotchSeconds),
          gap_(2 * kBeamHalf * (options.variant.empty() ? 0.5 : std::stod(options.variant)) / 100),
          notchHalf_(kBeamHalf + gap_ / 2) {
        add(standing(notchedBlock(notchHalf_)), 0, btTransform::getIdentity());
        // Together they take up less than the gap.
        const double lean = random().between(-1, 1) / 3 * gap_ / (2 * kBeamHalf);  // radians
        const double aside = random().between(-0.3, 0.3) * gap_;
        const double drop = random().between(0.1, 1) * kBeamHalf;
        beam_ = &add(moving(box(kBeamHalf, kBeamHalf, kBeamHalfLength)), kBeamMass,
                     btTransform(btQuaternion(btVector3(0, 0, 1), btScalar(lean)),
                                 btVector3(btScalar(aside), btScalar(drop + kBeamHalf), 0)));
    }

    void afterStep() override { deepest_ = std::max(deepest_, depth()); }

    std::vector<AnalyticFigure> analyticFigures() const override {
        constexpr double kMillimetres = 1000, kBar = kMillimetres * kFloorTolerance;
        return {
            {.name = "above_floor_mm",
             .measured = kMillimetres * (lowest() + kNotchDepth),
             .expected = 0,
             .minimum = -kBar,
             .maximum = kBar},
            {.name = "deepest_gaps", .measured = deepest_ / gap_, .expected = 0, .minimum = 0, .maximum = 1}};
    }

private:
    /// The corner of the beam in the world; i: 0 to 7.
    btVector3 corner(int i) const {
        const btVector3 local(btScalar(i & 1 ? kBeamHalf : -kBeamHalf),
                              btScalar(i & 2 ? kBeamHalf : -kBeamHalf),
                              btScalar(i & 4 ? kBeamHalfLength : -kBeamHalfLength));
        return beam_->getCenterOfMassTransform() * local;
    }

    double lowest() const {
        double lowest = double(corner(0).y());
        for (int i = 1; i < 8; ++i) lowest = std::min(lowest, double(corner(i).y()));
        return lowest;
    }

    /// Metres: of the beam's corners in the block, and of the notch's mouth in the beam.
    double depth() const {
        double deepest = -kNotchDepth - lowest();
        for (int i = 0; i < 8; ++i) {
            const btVector3 at = corner(i);
            const auto beside = std::abs(double(at.x())) - notchHalf_;
            if (at.y() < 0) deepest = std::max(deepest, std::min(beside, -double(at.y())));
        }
        const btTransform toBeam = beam_->getCenterOfMassTransform().inverse();
        for (const double side : {-1.0, 1.0}) {
            for (const double end : {-1.0, 0.0, 1.0}) {
                const btVector3 at =
                    toBeam * btVector3(btScalar(side * notchHalf_), 0, btScalar(end * kBeamHalfLength));
                const double inside =
                    std::min({kBeamHalf - std::abs(double(at.x())), kBeamHalf - std::abs(double(at.y())),
                              kBeamHalfLength - std::abs(double(at.z()))});
                deepest = std::max(deepest, inside);
            }
        }
        return deepest;
    }

    const double gap_, notchHalf_;  ///< metres: both sides of the beam together; half the notch's width
    btRigidBody* beam_;
    double deepest_ = 0;  ///< metres
};

}  // namespace

std::unique_ptr<Scene> makeNotch(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Notch>(world, options);
}

}  // namespace ricochet::scenes
