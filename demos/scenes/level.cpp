#include "demos/scenes/level.h"

#include "demos/scenes/level_mesh.h"
#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/mesh_scene.h"

#include <algorithm>

namespace ricochet::scenes {
namespace {

constexpr int kLevelUsualTriangles = 200'000, kLevelUsualBodies = 20;
constexpr double kLevelSpeed = 2.5;   // m/s: at the start
constexpr double kLevelApart = 0.75;  // metres: between bodies that start in one place, one above the other
constexpr double kLevelOuterRadius = 0.35;  // metres: upper bound of a body's radius

SceneMesh ringBody() { return torus({.segments = 32, .sides = 16, .ringRadius = 0.22, .tubeRadius = 0.09}); }

SceneMesh levelLump() {
    SceneMesh mesh = lumpyBody(1);
    scale(mesh, 0.25);
    return mesh;
}

/// Start of a body in a room, in cells, and the direction of its motion.
struct Start {
    double x, z;
    btVector3 direction;
};
const Start kStarts[] = {
    {LevelPlan::kStairsX + LevelPlan::kSteps + 1.7,
     LevelPlan::kStairsZ + 1.5,
     {-1, 0, 0}},                                                          // down the stairs
    {LevelPlan::kDoorAlongX + 2.0, LevelPlan::kDoorInX + 2.0, {0, 0, 1}},  // through a door
    {LevelPlan::kDoorAlongX - 4.0, LevelPlan::kDoorInX + 2.0, {1, 0, 0}},  // through another
};

class Level : public MeshScene {
public:
    Level(btDynamicsWorld& world, const SceneOptions& options)
        : MeshScene(world, options, btVector3(0, btScalar(-9.81), 0)),
          plan_(LevelPlan::of(options.triangles.value_or(kLevelUsualTriangles))) {
        add(standing(levelMesh(plan_)), 0, btTransform::getIdentity());
        const Surface* const kinds[] = {&moving(ringBody()), &moving(levelLump()),
                                        &moving(box(0.2, 0.12, 0.16))};
        const int bodies = options.bodies.value_or(kLevelUsualBodies);
        const int rooms = plan_.rooms * plan_.rooms, starts = static_cast<int>(std::size(kStarts));
        const int places = rooms * starts;
        for (int i = 0; i < bodies; ++i) {
            // Throughout the level if there are fewer bodies than places; else in layers.
            const int place =
                bodies < places ? static_cast<int>(std::int64_t{i} * places / bodies) : i % places;
            addBody(*kinds[i % 3], kStarts[place % starts], place / starts, i / places);
        }
    }

    Place placeOf(const btRigidBody& body) const override {
        if (body.isStaticObject()) return Place::inside;
        const btVector3& at = body.getCenterOfMassPosition();
        const bool isAbove = at.y() > LevelPlan::kCell + LevelPlan::offset(at.x(), at.z());
        const bool isBetween = std::min(at.x(), at.z()) > 0 && std::max(at.x(), at.z()) < plan_.size();
        return isAbove && isBetween ? Place::inside : Place::through;
    }

    std::vector<Measure> measures() const override {
        const auto isBelow = [](const SceneBody& each) {
            const btScalar ceiling = btScalar(LevelPlan::kCell * (LevelPlan::kUpper - 1));
            return !each.body->isStaticObject() && each.body->getCenterOfMassPosition().y() < ceiling;
        };
        return {{"bodies_on_the_lower_storey", double(std::ranges::count_if(bodies_, isBelow))}};
    }

private:
    void addBody(const Surface& kind, const Start& start, int room, int layer) {
        const double floor = LevelPlan::kUpper * LevelPlan::kCell + LevelPlan::kCell / 4;
        const double x = (room % plan_.rooms * LevelPlan::kRoom + start.x) * LevelPlan::kCell,
                     z = (room / plan_.rooms * LevelPlan::kRoom + start.z) * LevelPlan::kCell;
        const btVector3 at = vertexAt(x, floor + kLevelOuterRadius + kLevelApart * layer, z);
        btRigidBody& body = add(kind, 1, btTransform(random().rotation(), at));
        body.setLinearVelocity(start.direction * btScalar(kLevelSpeed));
    }

    const LevelPlan plan_;
};

}  // namespace

std::unique_ptr<Scene> makeLevel(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Level>(world, options);
}

}  // namespace ricochet::scenes
