#include "demos/scenes/erleben.h"

#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/mesh_scene.h"
#include "demos/scenes/prism.h"
#include "demos/scenes/tiled_floor.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace ricochet::scenes {
namespace {

constexpr double kPlateHalf = 6;                 // metres
constexpr double kPlateBottom = -1.5;            // metres
constexpr btScalar kErlebenLost = btScalar(-1);  // metres: a body's centre is never so low in a stage

/// A square pyramid upside down, its apex at the origin.
SceneMesh spike(double radius, double height) { return revolved({{0, 0}, {radius, height}, {0, height}}, 4); }

/// A plate with a square pyramid on it, or (height < 0) a pit in it.
SceneMesh plateWithPyramid(double radius, double height) {
    return revolved(
        {{0, kPlateBottom}, {kPlateHalf, kPlateBottom}, {kPlateHalf, 0}, {radius, 0}, {0, height}}, 4);
}

SceneMesh plateWithHole(double radius) {
    return revolved({{radius, kPlateBottom}, {kPlateHalf, kPlateBottom}, {kPlateHalf, 0}, {radius, 0}}, 4);
}

/// A three-sided bar along z whose edge points down and lies on the z axis.
SceneMesh wedge(double halfWidth, double height, double halfLength) {
    return prism({{-halfWidth, height, height}, {0, 0, height}, {halfWidth, height, height}}, halfLength);
}

/// A block with a ridge along z on it, or (height < 0) a crack in it.
SceneMesh blockWithRidge(double halfWidth, double height) {
    constexpr double kBlockHalf = 4;  // metres
    return prism({{-kBlockHalf, kPlateBottom, 0},
                  {-halfWidth, kPlateBottom, 0},
                  {0, kPlateBottom, height},
                  {halfWidth, kPlateBottom, 0},
                  {kBlockHalf, kPlateBottom, 0}},
                 kBlockHalf);
}

SceneMesh cliff() {
    SceneMesh block = box(1, 0.75, 1);
    translate(block, btVector3(0, btScalar(-0.75), 0));
    return block;
}

struct Row {
    const char* name;
    const char* variant;  ///< nullptr if the scene has only one
    const char* about;
    SceneMesh (*stage)();
    SceneMesh (*body)();
    btVector3 start;     ///< metres: of the body's centre; y of its lowest point
    double quarterTurn;  ///< about y, of a quarter
    btVector3 velocity;  ///< m/s
};

// Starts are slightly off centre, so that nothing balances by symmetry alone.
const Row kRows[] = {
    {"erleben-spikes", nullptr, "a spike falls on the point of a spike",
     [] { return plateWithPyramid(1, 1); }, [] { return spike(0.5, 1); }, btVector3(0.02f, 1.5f, 0.01f), 0,
     btVector3(0, 0, 0)},
    {"erleben-wedges", nullptr, "a wedge falls crosswise on the edge of a ridge",
     [] { return blockWithRidge(1, 1); }, [] { return wedge(0.5, 1, 1); }, btVector3(0, 1.5f, 0), 1,
     btVector3(0, 0, 0)},
    {"erleben-spike-and-wedge", nullptr, "a spike falls on the edge of a ridge",
     [] { return blockWithRidge(1, 1); }, [] { return spike(0.5, 1); }, btVector3(0.01f, 1.5f, 0.1f), 0,
     btVector3(0, 0, 0)},
    {"erleben-spike-in-hole", "pit", "a spike falls into a pit or a square hole",
     [] { return plateWithPyramid(0.6, -0.8); }, [] { return spike(0.5, 1); }, btVector3(0.05f, 0.5f, 0.03f),
     0, btVector3(0, 0, 0)},
    {"erleben-spike-in-hole", "hole", "", [] { return plateWithHole(0.3); }, [] { return spike(0.5, 1); },
     btVector3(0.02f, 0.5f, 0.03f), 0, btVector3(0, 0, 0)},
    {"erleben-spike-in-crack", nullptr, "a spike falls into a crack", [] { return blockWithRidge(0.5, -1); },
     [] { return spike(0.4, 1); }, btVector3(0.05f, 0.5f, 0), 0, btVector3(0, 0, 0)},
    {"erleben-wedge-in-crack", "narrow", "a wedge falls into a crack that is wider or fits it",
     [] { return blockWithRidge(0.5, -1); }, [] { return wedge(0.3, 1, 1); }, btVector3(0.05f, 0.5f, 0), 0,
     btVector3(0, 0, 0)},
    {"erleben-wedge-in-crack", "fitting", "", [] { return blockWithRidge(0.5, -1); },
     [] { return wedge(0.5, 1, 1); }, btVector3(0.05f, 0.5f, 0), 0, btVector3(0, 0, 0)},
    {"erleben-sliding-spike", nullptr, "a spike is thrown, point down, over a floor of many triangles",
     [] { return tiledFloor(6, 32, 2); }, [] { return spike(0.5, 0.5); }, btVector3(-3, 0.05f, 0.03f), 0,
     btVector3(4, 0, 0.3f)},
    {"erleben-sliding-wedge", nullptr, "a wedge is thrown, edge down, over a floor of many triangles",
     [] { return tiledFloor(6, 32, 2); }, [] { return wedge(0.5, 0.7, 1); }, btVector3(-3, 0.05f, 0.03f), 0,
     btVector3(4, 0, 0.3f)},
    {"erleben-cliff-edges", nullptr, "a block lands on a block, with its centre just above the edge",
     [] { return cliff(); }, [] { return box(1, 0.5, 1); }, btVector3(0.9f, 0.1f, 0), 0, btVector3(0, 0, 0)},
    {"erleben-internal-edges", nullptr, "a block slides over the inner edges of a floor of many triangles",
     [] { return tiledFloor(6, 32, 2); }, [] { return box(0.5, 0.25, 0.5); }, btVector3(-3, 0.01f, 0.03f),
     0.2, btVector3(4, 0, 0.3f)},
};

bool isOf(const Row& row, const char* name) { return std::strcmp(row.name, name) == 0; }

/// The rows of a scene are consecutive.
std::span<const Row> poseRows(const char* name) {
    const auto begin = std::ranges::find_if(kRows, [&](const Row& row) { return isOf(row, name); });
    return {begin, std::find_if_not(begin, std::end(kRows), [&](const Row& row) { return isOf(row, name); })};
}

const Row& rowOf(const char* name, const std::string& variant) {
    const std::span<const Row> rows = poseRows(name);
    const auto found = std::ranges::find_if(
        rows, [&](const Row& row) { return row.variant != nullptr && variant == row.variant; });
    return found == rows.end() ? rows.front() : *found;
}

class Erleben : public MeshScene {
public:
    Erleben(btDynamicsWorld& world, const SceneOptions& options, const Row& row)
        : MeshScene(world, options, btVector3(0, btScalar(-9.81), 0)) {
        add(standing(row.stage()), 0, btTransform::getIdentity());
        const Surface& surface = moving(row.body());
        const btVector3 up(0, -bottomOf(*surface.mesh), 0);
        const btQuaternion turn(btVector3(0, 1, 0), btScalar(row.quarterTurn) * SIMD_HALF_PI);
        body_ = &add(surface, 1, btTransform(turn, row.start + up));
        body_->setLinearVelocity(row.velocity);
    }

    Place placeOf(const btRigidBody& body) const override {
        return &body != body_ || body.getCenterOfMassPosition().y() > kErlebenLost ? Place::inside
                                                                                   : Place::through;
    }

private:
    btRigidBody* body_;
};

SceneEntry entryOf(const Row& first) {
    SceneEntry entry{first.name, first.about, {}, {}};
    for (const Row& row : poseRows(first.name)) {
        if (row.variant != nullptr) entry.variants.push_back(row.variant);
    }
    entry.make = [name = first.name](btDynamicsWorld& world, const SceneOptions& options) {
        return std::make_unique<Erleben>(world, options, rowOf(name, options.variant));
    };
    return entry;
}

}  // namespace

std::vector<SceneEntry> erlebenScenes() {
    std::vector<SceneEntry> scenes;
    for (const Row& row : kRows) {
        if (scenes.empty() || !isOf(row, scenes.back().name)) scenes.push_back(entryOf(row));
    }
    return scenes;
}

}  // namespace ricochet::scenes
