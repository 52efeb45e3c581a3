#include "demos/scenes/crowd.h"

#include "demos/scenes/crowd_watch.h"
#include "demos/scenes/floor_scene.h"
#include "demos/scenes/lipped_scene.h"
#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <cmath>

namespace ricochet::scenes {
namespace {

constexpr TorusSize kTorus;
constexpr double kCrowdOuterRadius = kTorus.ringRadius + kTorus.tubeRadius;  // metres: from a torus's centre
constexpr double kCrowdSpacing =
    2 * kCrowdOuterRadius + 0.05;  // metres between the centres of tori in the air

constexpr int kUsualInBin = 500;
constexpr double kBinWidth = 16;  // metres, for the usual number; it grows with the cube root of theirs
constexpr double kBinWall = 1;    // metres

constexpr int kUsualEntangled = 30;
constexpr double kEntangledHeight = 1.5;  // metres: of the common centre over the floor
constexpr double kCrowdFloorHalf = 10;    // metres

/// An open box: its inside is `width` wide and deep and `height` high, and its floor's top is y = 0.
SceneMesh openBox(double width, double height, double wall) {
    SceneMesh mesh;
    const double in = width / 2, out = in + wall;
    const auto addSquare = [&](double half, double y) {
        for (const auto& [x, z] : {std::pair{-1, -1}, {-1, 1}, {1, 1}, {1, -1}}) {
            mesh.vertices.push_back(vertexAt(half * x, y, half * z));
        }
    };
    // each square from above and counter-clockwise; the surface goes from the bottom up, over the lip and
    // down
    addSquare(out, -wall), addSquare(out, height), addSquare(in, height), addSquare(in, 0);
    for (int square = 0; square < 3; ++square) {
        for (int i = 0; i < 4; ++i) {
            const int low = 4 * square + i, lowNext = 4 * square + (i + 1) % 4;
            mesh.faces.push_back({low, lowNext, lowNext + 4});
            mesh.faces.push_back({low, lowNext + 4, low + 4});
        }
    }
    for (const auto& face : {std::array{0, 2, 1}, {0, 3, 2}, {12, 13, 14}, {12, 14, 15}}) {
        mesh.faces.push_back(face);
    }
    return mesh;
}

class Bin : public LippedScene {
public:
    Bin(btDynamicsWorld& world, const SceneOptions& options)
        : LippedScene(world, options, btVector3(0, btScalar(-9.81), 0)), watch_(world, options.timeStep) {
        const int count = options.bodies.value_or(kUsualInBin);
        width_ = std::max(kBinWidth * std::cbrt(count / double(kUsualInBin)), kCrowdSpacing);
        add(standing(openBox(width_, width_, kBinWall)), 0, btTransform::getIdentity());
        addTori(count);
    }

    void afterStep() override { watch_.update(bodies()); }
    std::vector<Measure> measures() const override { return watch_.measures(); }

private:
    Place placeAfter(Place before, const btVector3& at) const override {
        const double aside = std::max(std::abs(double(at.x())), std::abs(double(at.z())));
        if (aside < width_ / 2 && at.y() > 0) return Place::inside;
        if (before != Place::inside) return before;
        return double(at.y()) > width_ - kCrowdOuterRadius ? Place::over : Place::through;
    }

    /// Layer by layer, rotated at random, so far apart that no two touch.
    void addTori(int count) {
        const Surface& ring = moving(torus(kTorus));
        const int columns = std::max(1, static_cast<int>(width_ / kCrowdSpacing));
        for (int i = 0; i < count; ++i) {
            const int x = i % columns, z = i / columns % columns, layer = i / (columns * columns);
            const double middle = (columns - 1) / 2.0;
            const btVector3 at(btScalar(kCrowdSpacing * (x - middle)),
                               btScalar(kCrowdSpacing * (layer + 0.5)),
                               btScalar(kCrowdSpacing * (z - middle)));
            watch(add(ring, 1, btTransform(random().rotation(), at)));
        }
    }

    double width_ = 0;
    CrowdWatch watch_;
};

class Entangled : public FloorScene {
public:
    Entangled(btDynamicsWorld& world, const SceneOptions& options)
        : FloorScene(world, options, kCrowdFloorHalf), watch_(world, options.timeStep) {
        const Surface& ring = moving(torus(kTorus));
        const int count = options.bodies.value_or(kUsualEntangled);
        for (int i = 0; i < count; ++i) {
            add(ring, 1, btTransform(random().rotation(), btVector3(0, btScalar(kEntangledHeight), 0)));
        }
        watch_.start(bodies(), kTorus);
    }

    void afterStep() override { watch_.update(bodies()); }
    std::vector<Measure> measures() const override { return watch_.measures(); }

private:
    CrowdWatch watch_;
};

}  // namespace

std::unique_ptr<Scene> makeBin(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Bin>(world, options);
}

std::unique_ptr<Scene> makeEntangled(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Entangled>(world, options);
}

}  // namespace ricochet::scenes
