#include "demos/scenes/fine_bodies.h"

#include "demos/scenes/angles.h"
#include "demos/scenes/bowl_scene.h"
#include "demos/scenes/floor_scene.h"
#include "demos/scenes/landscape.h"
#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <cmath>

namespace ricochet::scenes {
namespace {

constexpr btScalar kFineBodyGap = btScalar(0.01);  // metres: between bodies at the start

constexpr double kFineBodyFloorHalf = 8;            // metres
constexpr btScalar kFineBodyAside = btScalar(3.5);  // metres: of each pair from the middle
constexpr btScalar kTubeFromAxis = 1.75;            // metres: of the wrinkled torus
constexpr double kFineBodyLean = kTurn / 12;        // of a ring in another one, which falls over

constexpr double kDishRadius = 1.5, kDishHeight = 0.9, kDishThickness = 0.05;  // metres

constexpr int kUsualScans = 20, kInLayer = 4;
constexpr double kScanRadius = 0.67;  // metres: upper bound of a scan's radius

/// A shallow round dish of 20,000 triangles; nested dishes touch over a whole side.
SceneMesh dish() {
    constexpr int kSegments = 200, kRings = 25;
    std::vector<ProfilePoint> outline;
    const auto add = [&](int ring, double base) {
        const double share = double(ring) / kRings;
        outline.push_back({kDishRadius * share, kDishHeight * share * share + base});
    };
    for (int ring = 0; ring <= kRings; ++ring) add(ring, 0);
    for (int ring = kRings; ring >= 0; --ring) add(ring, kDishThickness);
    return revolved(outline, kSegments);
}

/// A turned mesh, with its lowest vertex a gap above y = 0.
btTransform above(const SceneMesh& mesh, const btQuaternion& turned, btScalar x) {
    const btMatrix3x3 turn(turned);
    const auto height = [&](const btVector3& v) { return turn[1].dot(v); };
    const btScalar lowest = height(*std::ranges::min_element(mesh.vertices, {}, height));
    return btTransform(turned, btVector3(x, kFineBodyGap - lowest, 0));
}

class Twins : public FloorScene {
public:
    Twins(btDynamicsWorld& world, const SceneOptions& options)
        : FloorScene(world, options, kFineBodyFloorHalf) {
        if (options.variant == "nested") {
            stack(moving(dish()), 4, btScalar(kDishThickness), 0);
            return;
        }
        const Surface& ring = moving(wrinkledTorus());
        const btScalar height = topOf(*ring.mesh) - bottomOf(*ring.mesh);
        for (const btScalar x : {-kFineBodyAside, kFineBodyAside}) {
            options.variant == "stacked" ? stack(ring, 2, height, x) : link(ring, x);
        }
    }

private:
    void stack(const Surface& surface, int count, btScalar height, btScalar x) {
        btTransform start = above(*surface.mesh, btQuaternion::getIdentity(), x);
        for (int i = 0; i < count; ++i) {
            add(surface, 1, start);
            start.getOrigin() += btVector3(0, height + kFineBodyGap, 0);
        }
    }

    /// One ring stands around the other one's tube and leans; the other one lies in the air above its lowest
    /// part.
    void link(const Surface& ring, btScalar x) {
        btTransform lying = above(*ring.mesh, btQuaternion::getIdentity(), x);
        lying.getOrigin() += btVector3(0, topOf(*ring.mesh) - bottomOf(*ring.mesh) + kFineBodyGap, 0);
        add(ring, 1, lying);
        const btQuaternion leaning(btVector3(1, 0, 0), btScalar(kTurn / 4 - kFineBodyLean));
        add(ring, 1, above(*ring.mesh, leaning, x + kTubeFromAxis));
    }
};

class ScanPile : public BowlScene {
public:
    ScanPile(btDynamicsWorld& world, const SceneOptions& options)
        : BowlScene(world, options, /*thickness*/ 1) {
        const Surface& scan = moving(scannedBody(options.seed));
        for (int i = 0; i < options.bodies.value_or(kUsualScans); ++i) {
            const int layer = i / kInLayer;
            const double turn = kTurn / kInLayer * (i + 0.5 * layer);
            const double aside = std::sqrt(2.0) * kScanRadius + double(kFineBodyGap);
            const btVector3 at(btScalar(aside * std::cos(turn)),
                               btScalar(2 * kScanRadius * (layer + 1) + double(kFineBodyGap) * layer),
                               btScalar(aside * std::sin(turn)));
            watch(add(scan, 1, btTransform(random().rotation(), at)));
        }
    }
};

}  // namespace

std::unique_ptr<Scene> makeTwins(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Twins>(world, options);
}

std::unique_ptr<Scene> makeScanPile(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<ScanPile>(world, options);
}

}  // namespace ricochet::scenes
