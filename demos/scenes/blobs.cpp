#include "demos/scenes/blobs.h"

#include "demos/scenes/bowl_scene.h"
#include "demos/scenes/scene_description.h"
#include "demos/scenes/travelling_waves.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <numbers>

namespace ricochet::scenes {
namespace {

constexpr int kBlobs = 2;
constexpr int kBlobSubdivisions = 3;                     // 1,280 triangles each
constexpr double kBlobRadius = 0.7;                      // metres: without waves
constexpr double kBlobThickness = 1;                     // metres: of the bowl
constexpr double kBlobFromAxis = 1.1;                    // metres: two of a layer are opposite each other
constexpr double kBlobLowest = 1.5, kBlobSpacing = 2.2;  // metres: heights of the layers
constexpr double kLayerTurn = 0.7;                       // rad from one layer to the next

class Blobs : public BowlScene {
public:
    Blobs(btDynamicsWorld& world, const SceneOptions& options)
        : BowlScene(world, options, kBlobThickness), timeStep_(double(options.timeStep)) {
        for (int i = 0; i < options.bodies.value_or(kBlobs); ++i) addBlob(i);
    }
    ~Blobs() override { removeBodies(); }

    bool describeShape(std::size_t body, SceneDescription& scene, DescribedShape& shape) const override {
        const auto blob = std::ranges::find(blobs_, body, &Blob::index);
        if (blob == blobs_.end()) return false;
        shape.mesh = scene.meshes.size();
        scene.waves[shape.mesh] = blob->sphere.waves();
        scene.meshes.push_back(std::make_shared<SceneMesh>(blob->sphere.sphere()));
        return true;
    }
    void beforeStep() override {
        BowlScene::beforeStep();
        ++steps_;
        for (const Blob& blob : blobs_) {
            const auto form = std::make_shared<const SceneMesh>(blob.sphere.at(steps_ * timeStep_));
            deform(*blob.surface, *form);
            bodies_[blob.index].mesh = form;
        }
    }

    void afterStep() override { stepsInContact_ += areInContact(); }

    std::vector<Measure> measures() const override {
        return {{"steps_in_contact", double(stepsInContact_)}};  // of two blobs
    }

private:
    struct Blob {
        WavySphere sphere;
        Surface* surface;
        std::size_t index;  ///< in `bodies_`
    };

    void addBlob(int i) {
        const int layer = i / 2;
        const double angle = kLayerTurn * layer + std::numbers::pi * (i % 2);
        const btVector3 at(btScalar(kBlobFromAxis * std::cos(angle)),
                           btScalar(kBlobLowest + kBlobSpacing * layer),
                           btScalar(kBlobFromAxis * std::sin(angle)));
        WavySphere sphere(kBlobSubdivisions, kBlobRadius, TravellingWaves(random()));
        Surface& surface = moving(sphere.at(0));
        btRigidBody& body = add(surface, 1, btTransform(random().rotation(), at));
        body.setActivationState(DISABLE_DEACTIVATION);  // waves move what is at rest
        watch(body);
        blobs_.push_back({std::move(sphere), &surface, bodies_.size() - 1});
    }

    bool areInContact() {
        btDispatcher& dispatcher = *world().getDispatcher();
        for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
            const btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
            const bool areBlobs =
                !manifold.getBody0()->isStaticObject() && !manifold.getBody1()->isStaticObject();
            for (int k = 0; areBlobs && k < manifold.getNumContacts(); ++k) {
                if (manifold.getContactPoint(k).getDistance() <= 0) return true;
            }
        }
        return false;
    }

    const double timeStep_;  // seconds
    int steps_ = 0, stepsInContact_ = 0;
    std::deque<Blob> blobs_;
};

}  // namespace

std::unique_ptr<Scene> makeBlobs(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Blobs>(world, options);
}

}  // namespace ricochet::scenes
