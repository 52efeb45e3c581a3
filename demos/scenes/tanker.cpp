#include "demos/scenes/tanker.h"

#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/mesh_scene.h"
#include "demos/scenes/scene_description.h"
#include "demos/scenes/tanker_mesh.h"

#include <algorithm>
#include <utility>

namespace ricochet::scenes {
namespace {

constexpr btScalar kTankerSpeed = 3;                            // m/s
constexpr double kTankerRadius = 0.3, kTankerHalfWidth = 0.18;  // metres
constexpr double kFloor = 0.012;                                // metres: half of the plates' thickness
constexpr btScalar kTurnsBefore = 2;                            // metres: of the corridor's end
constexpr double kAbove = 0.01;    // metres: initial height of the roller above the floor
constexpr btScalar kSteering = 3;  // 1/s: back to the corridor's middle
constexpr std::int64_t kMostDrawn =
    1'000'000;  // triangles: of larger ships only the corridor's surroundings are drawn

/// A roller of 288 triangles with grooves, its axis along z.
SceneMesh tankerRoller() {
    SceneMesh mesh = revolved({{0, -kTankerHalfWidth},
                               {0.9 * kTankerRadius, -kTankerHalfWidth},
                               {kTankerRadius, -0.6 * kTankerHalfWidth},
                               {0.85 * kTankerRadius, 0},
                               {kTankerRadius, 0.6 * kTankerHalfWidth},
                               {0.9 * kTankerRadius, kTankerHalfWidth},
                               {0, kTankerHalfWidth}},
                              24);
    turnAxes(mesh, 2);
    return mesh;
}

/// A roller that drives to and fro along a corridor of an oil tanker.
class TankerScene : public MeshScene {
public:
    TankerScene(btDynamicsWorld& world, const SceneOptions& options)
        : MeshScene(world, options, btVector3(0, btScalar(-9.81), 0)),
          triangles_(options.triangles.value_or(variantOf(kTankerVariants, options.variant).polygons)) {
        const bool isOfAnySize = options.triangles.has_value();
        Tanker tanker(
            triangles_, options.seed,
            isOfAnySize ? TankerStructure{} : variantOf(kTankerVariants, options.variant).structure);
        const double bay = Tanker::kBay;
        middle_ = btScalar(bay * (tanker.bays()[2] / 2) + Tanker::kCorridorAt);
        addShip(tanker, options);
        const btVector3 start(btScalar(1.2), btScalar(kFloor + kTankerRadius + kAbove) + 2 * options.margin,
                              middle_);
        roller_ = &add(moving(tankerRoller()), 5, btTransform(btQuaternion::getIdentity(), start));
        actingOn(*roller_).route =
            Route{.from = {kTurnsBefore, 0, middle_},
                  .to = {std::max(end_ - kTurnsBefore, kTurnsBefore + btScalar(kTankerRadius)), 0, middle_},
                  .speed = kTankerSpeed,
                  .steering = kSteering,
                  .radius = btScalar(kTankerRadius),
                  .returns = true};
        lastAt_ = start;
    }
    ~TankerScene() override { removeBodies(); }  // before the ship's shape is destroyed

    void afterStep() override {
        const btVector3 at = roller_->getCenterOfMassPosition();
        distance_ += double((at - lastAt_).length());
        lastAt_ = at;
    }
    std::vector<Measure> measures() const override {
        return {{"triangles", static_cast<double>(triangles_)}, {"corridor_distance_m", distance_}};
    }
    /// A ship that is drawn wholly is in its file as one mesh.
    bool describeShape(std::size_t body, SceneDescription& scene, DescribedShape& shape) const override {
        if (bodies()[body].body == roller_ || triangles_ > kMostDrawn) return false;
        shape.mesh = scene.meshes.size();
        scene.meshes.push_back(std::make_shared<SceneMesh>(*bodies()[body].mesh));
        return true;
    }
    Place placeOf(const btRigidBody& body) const override {
        return body.getCenterOfMassPosition().y() > -1 ? Place::inside : Place::through;
    }

private:
    /// As the app's paged world if there is one, else as one mesh in memory.
    void addShip(Tanker& tanker, const SceneOptions& options) {
        const auto drawn = std::make_shared<SceneMesh>();
        const auto next = [&](SceneMesh& object) {
            if (!tanker.next(object)) return false;
            if (isDrawn(object)) append(*drawn, object);
            noteFloor(object);
            return true;
        };
        if (!options.makeWorld) {
            SceneMesh object, all;
            while (tanker.next(object)) {
                append(all, object);
                noteFloor(object);
            }
            add(standing(std::move(all)), 0, btTransform::getIdentity());
            return;
        }
        ship_ = options.makeWorld(next);
        if (!ship_) return;
        ship_->setMargin(options.margin);
        add(*ship_, drawn, 0, btVector3(0, 0, 0), btTransform::getIdentity());
    }

    bool isDrawn(const SceneMesh& object) const {
        const btVector3& at = object.vertices.front();
        const bool isBesideCorridor =
            at.y() < btScalar(Tanker::kBay) && std::abs(at.z() - middle_) < btScalar(Tanker::kBay);
        return triangles_ <= kMostDrawn || (isBesideCorridor && at.x() < 20 * btScalar(Tanker::kBay));
    }

    /// Bays are filled along the ship until the triangles are used up: the corridor ends with its floor.
    void noteFloor(const SceneMesh& object) {
        btVector3 minimum = object.vertices.front(), maximum = minimum;
        for (const btVector3& v : object.vertices) {
            minimum.setMin(v);
            maximum.setMax(v);
        }
        const bool isFloor = std::abs(minimum.y()) < btScalar(0.05) &&
                             std::abs(maximum.y()) < btScalar(0.05) && minimum.z() < middle_ &&
                             middle_ < maximum.z();
        if (isFloor) end_ = std::max(end_, maximum.x());
    }

    std::int64_t triangles_;
    btScalar end_ = 0;     ///< metres: x of the corridor
    btScalar middle_;      ///< metres: z of the corridor
    double distance_ = 0;  ///< metres travelled by the roller
    btVector3 lastAt_;
    std::unique_ptr<btCollisionShape> ship_;
    btRigidBody* roller_ = nullptr;
};

}  // namespace

std::vector<const char*> tankerVariants() {
    std::vector<const char*> names;
    for (const TankerVariant& variant : kTankerVariants) names.push_back(variant.name);
    return names;
}

std::unique_ptr<Scene> makeTanker(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<TankerScene>(world, options);
}

}  // namespace ricochet::scenes
