// "A vibratory parts feeder can contain up to hundreds of mechanical parts moving simultaneously under
// periodical force impulses in a vibratory bowl": Lin, Manocha, Cohen, Gottschalk, 1996, section 3.

#include "demos/scenes/parts_feeder.h"

#include "demos/scenes/feeder_mesh.h"
#include "demos/scenes/lipped_scene.h"
#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <cmath>

namespace ricochet::scenes {
namespace {

constexpr int kUsualParts = 300;         // the bowl grows with their number
constexpr double kFeederSpacing = 0.52;  // metres between places where parts start: they extend 0.25 m
constexpr double kFrequency = 8;         // 1/s, of the bowl
constexpr double kOffset = 0.012;        // metres: vertical amplitude
constexpr double kFeederTwist =
    0.012;  // radians: angular amplitude, in phase with the vertical one, so parts climb
constexpr double kPartMass = 0.2;  // kg

/// The present place of a part, given its last one.
Place placeAfterIn(double scale, Place before, const btVector3& position) {
    const double radius = std::hypot(double(position.x()), double(position.z())) / scale;
    const double height = double(position.y()) / scale;
    if (radius < kFeederRadius) {
        const double floor = feederHeight(radius, std::atan2(-double(position.z()), double(position.x())));
        const double slack = radius < kFeederRadius - 0.3 ? 0.1 : 0.3;  // a part may lean on the lip
        if (height > floor - slack) return Place::inside;
    }
    if (before != Place::inside) return before;
    return radius >= kFeederRadius ? Place::over : Place::through;
}

class PartsFeeder : public LippedScene {
public:
    PartsFeeder(btDynamicsWorld& world, const SceneOptions& options)
        : LippedScene(world, options, btVector3(0, btScalar(-9.81), 0)),
          scale_(std::cbrt(options.bodies.value_or(kUsualParts) / double(kUsualParts))) {
        scale_ = std::max(scale_, 0.5);  // no narrower than parts need on the track
        addBowl();
        addParts(options.bodies.value_or(kUsualParts));
    }

    std::vector<Measure> measures() const override {
        const auto isOnTrack = [this](const auto& entry) {
            const btVector3& at = entry.first->getCenterOfMassPosition();
            const double radius = std::hypot(double(at.x()), double(at.z())) / scale_;
            return entry.second == Place::inside && radius > kFeederFloor;
        };
        return {{"parts_on_track", double(std::count_if(places().begin(), places().end(), isOnTrack))}};
    }

private:
    Place placeAfter(Place before, const btVector3& position) const override {
        return placeAfterIn(scale_, before, position);
    }

    /// Kinematic: Bullet computes its surface's velocity from two poses.
    void addBowl() {
        SceneMesh mesh = feederBowl();
        scale(mesh, scale_);
        btRigidBody& bowl = add(standing(std::move(mesh)), 0, btTransform::getIdentity());
        makeKinematic(bowl);
        actingOn(bowl).vibration = Vibration{
            .frequency = kFrequency, .offset = {0, kOffset, 0}, .axis = {0, 1, 0}, .angle = kFeederTwist};
    }

    /// Layer by layer over the floor, each part in a place of its own.
    void addParts(int count) {
        const Surface* const kinds[] = {&moving(hexagonalNut()), &moving(bolt()), &moving(bracket())};
        const double halfSpan = kFeederFloor * scale_ - 0.3, floor = feederHeight(0, 0) * scale_;
        const int rows = static_cast<int>(halfSpan / kFeederSpacing);
        for (int made = 0, layer = 0; made < count; ++layer) {
            for (int x = -rows; x <= rows; ++x) {
                for (int z = -rows; z <= rows && made < count; ++z) {
                    if (kFeederSpacing * std::hypot(x, z) > halfSpan) continue;
                    const btVector3 at(btScalar(kFeederSpacing * x),
                                       btScalar(floor + kFeederSpacing * (layer + 0.6)),
                                       btScalar(kFeederSpacing * z));
                    const btTransform start(random().rotation(), at);
                    watch(add(*kinds[made++ % 3], btScalar(kPartMass), start));
                }
            }
        }
    }

    double scale_;  // of the bowl
};

}  // namespace

std::unique_ptr<Scene> makePartsFeeder(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<PartsFeeder>(world, options);
}

}  // namespace ricochet::scenes
