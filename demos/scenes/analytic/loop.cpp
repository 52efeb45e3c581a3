// A marble that rolls down a ramp into a vertical loop stays on the track if its centre starts at least
// (2 + (1 + I / (m r^2)) / 2) (R - r) above its lowest point: 2.7 (R - r) for a solid sphere. Several balls
// start from heights on both sides of that one, each on a track of its own.

#include "demos/scenes/analytic/analytic_scene.h"
#include "demos/scenes/analytic/analytic_scenes.h"
#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace ricochet::scenes {
namespace {

constexpr double kLoopRadius = 1, kMarbleRadius = 0.5, kCentreRadius = kLoopRadius - kMarbleRadius;  // metres
constexpr double kTrackHalfWidth = 0.5, kTrackSpacing = 1.5, kTrackThickness = 0.2;                  // metres
constexpr int kLoopSegments = 1024;            // of the whole circle
constexpr double kRampAngle = 45 * kPi / 180;  // where it meets the loop, and its slope
// From the lowest point; the loop is open, so that balls pass between its end and the ramp.
constexpr double kLoopEnd = 210 * kPi / 180, kPassed = 200 * kPi / 180;
constexpr int kMarbles = 8, kMarbleSubdivisions = 5;
constexpr double kFirstShare = 0.925, kShareStep = 0.025;  // of the law's height
constexpr double kLoopShare = 0.05;
constexpr double kOffTrack = 0.02;  // of the radius of the centre's path: hops at corners are lower
constexpr double kLoopSeconds = 2.5;
constexpr btScalar kLoopFriction = 1;

/// A track along the loop and, before it, up the ramp; the lowest point is the origin, balls roll towards +x.
SceneMesh loopTrack(double rampLength) {
    SceneMesh mesh;
    int sections = 0;
    const auto addSection = [&](double angle, double back) {
        const double x = std::sin(angle), y = -std::cos(angle);  // outwards
        for (const double radius : {kLoopRadius, kLoopRadius + kTrackThickness}) {
            for (const double z : {-kTrackHalfWidth, kTrackHalfWidth}) {
                mesh.vertices.push_back(
                    vertexAt(radius * x + back * y, kLoopRadius + radius * y - back * x, z));
            }
        }
        ++sections;
    };
    addSection(-kRampAngle, rampLength);
    const double step = kTurn / kLoopSegments;
    for (double angle = -kRampAngle; angle < kLoopEnd; angle += step) addSection(angle, 0);
    const auto addQuad = [&](int a, int b, int c, int d) {
        mesh.faces.push_back({a, b, c});
        mesh.faces.push_back({a, c, d});
    };
    addQuad(0, 1, 3, 2);
    for (int i = 0; i + 1 < sections; ++i) {
        const int a = 4 * i, b = a + 4;
        addQuad(a, b, b + 1, a + 1);          // inside
        addQuad(a + 2, a + 3, b + 3, b + 2);  // outside
        addQuad(a, a + 2, b + 2, b);
        addQuad(a + 1, b + 1, b + 3, a + 3);
    }
    const int last = 4 * (sections - 1);
    addQuad(last, last + 2, last + 3, last + 1);
    return mesh;
}

class Loop : public AnalyticScene {
public:
    Loop(btDynamicsWorld& world, const SceneOptions& options)
        : AnalyticScene(world, options, usualGravity(), kLoopFriction, kLoopSeconds) {
        const Surface& marble = moving(icosphere(kMarbleSubdivisions, kMarbleRadius));
        const btVector3 inertia = options.inertia(*marble.shape, 1);
        expected_ = (2 + (1 + double(inertia.x()) / (kMarbleRadius * kMarbleRadius)) / 2) * kCentreRadius;
        const double highest = kFirstShare + (kMarbles - 1) * kShareStep;
        const Surface& track = standing(loopTrack(distanceUpTheRamp(highest * expected_) + kMarbleRadius));
        for (int i = 0; i < kMarbles; ++i) {
            const auto z = btScalar(i * kTrackSpacing);
            add(track, 0, btTransform(btQuaternion::getIdentity(), {0, 0, z}));
            const double height = (kFirstShare + i * kShareStep) * expected_;
            const double back = distanceUpTheRamp(height), x = -std::sin(kRampAngle),
                         y = -std::cos(kRampAngle);
            const double radius = kCentreRadius - kStartGap;
            const btVector3 at(btScalar(radius * x + back * y), btScalar(kLoopRadius + radius * y - back * x),
                               z);
            marbles_.push_back(
                {height, &add(marble, 1, btTransform(random().rotation(), at)), -kRampAngle, Course::open});
        }
    }

    void afterStep() override {
        for (Marble& marble : marbles_) {
            if (marble.course != Course::open) continue;
            const btVector3 at = marble.body->getCenterOfMassPosition();
            const double x = double(at.x()), y = double(at.y()) - kLoopRadius;
            const double angle = std::atan2(x, -y);
            const double change = std::remainder(angle - marble.angle, kTurn);
            marble.angle += change;
            const bool isOnLoop = marble.angle > -kRampAngle;
            if (isOnLoop && std::hypot(x, y) < (1 - kOffTrack) * kCentreRadius) marble.course = Course::off;
            if (marble.angle > kPassed) marble.course = Course::round;
        }
    }

    std::vector<AnalyticFigure> analyticFigures() const override {
        double least = std::numeric_limits<double>::infinity();
        for (auto marble = marbles_.rbegin(); marble != marbles_.rend() && marble->course == Course::round;
             ++marble) {
            least = marble->height;
        }
        return {figureNear(kLoopShare, "least_start_m", least, expected_)};
    }

private:
    enum class Course { open, round, off };
    struct Marble {
        double height;  ///< metres: of the centre at the start, above its lowest point
        btRigidBody* body;
        double angle;  ///< radians from the lowest point
        Course course;
    };

    /// Metres along the ramp, from where it meets the loop.
    static double distanceUpTheRamp(double height) {
        return (height - kCentreRadius * (1 - std::cos(kRampAngle))) / std::sin(kRampAngle);
    }

    double expected_;  ///< metres
    std::vector<Marble> marbles_;
};

}  // namespace

std::unique_ptr<Scene> makeLoop(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Loop>(world, options);
}

}  // namespace ricochet::scenes
