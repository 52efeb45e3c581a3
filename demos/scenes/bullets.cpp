#include "demos/scenes/bullets.h"

#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/mesh_scene.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ricochet::scenes {
namespace {

constexpr double kRoomHalf = 1;          // metres, inside
constexpr double kWallThickness = 1e-3;  // metres
constexpr int kPlacesPerAxis = 3;
constexpr double kSpacing = 0.6;  // metres between the places from which shards set out
constexpr double kJitter = 0.1;   // metres

struct Variant {
    const char* name;
    double slowest, fastest;  // m/s
    double spin;              // rad/s, at most: Bullet turns no body faster at 60 Hz
    bool meetOneAnother;      // or fly through one another, and only the room stops them
};
constexpr Variant kVariants[] = {
    {"fast", 10, 200, 47, false}, {"crowd", 10, 200, 47, true}, {"slow", 0.1, 1, 2, true}};

/// A hollow cube: an outer surface, and an inner one that is turned inside out.
SceneMesh room() {
    SceneMesh shell = box(kRoomHalf + kWallThickness, kRoomHalf + kWallThickness, kRoomHalf + kWallThickness);
    SceneMesh inside = box(kRoomHalf, kRoomHalf, kRoomHalf);
    for (auto& face : inside.faces) std::swap(face[1], face[2]);
    append(shell, inside);
    return shell;
}

/// A jagged splinter of 320 triangles, 20 cm long, 12 wide and 4 thick, give or take a quarter.
SceneMesh shard(Random& random) {
    SceneMesh mesh = icosphere(2, 1);
    for (btVector3& v : mesh.vertices) {
        const double jag = random.between(0.75, 1.25);
        v = vertexAt(0.1 * jag * double(v.x()), 0.02 * jag * double(v.y()), 0.06 * jag * double(v.z()));
    }
    return mesh;
}

class Bullets : public MeshScene {
public:
    Bullets(btDynamicsWorld& world, const SceneOptions& options)
        : MeshScene(world, options, btVector3(0, 0, 0)), variant_(variantOf(kVariants, options.variant)) {
        add(standing(room()), 0, btTransform::getIdentity());
        const Surface& surface = moving(shard(random()));
        constexpr int kShards = kPlacesPerAxis * kPlacesPerAxis * kPlacesPerAxis;
        for (int i = 0; i < kShards; ++i) shards_.push_back(&add(surface, btScalar(0.1), startOf(i)));
        for (btRigidBody* shard : shards_) giveVelocity(*shard);
        if (!variant_.meetOneAnother) letThemPass();
    }

    void beforeStep() override {
        if (step_++ % kVolleySteps == 0 && step_ > 1) fireAgain();
    }

    Place placeOf(const btRigidBody& body) const override {
        const btVector3& at = body.getCenterOfMassPosition();
        const double farthest =
            std::max({std::abs(double(at.x())), std::abs(double(at.y())), std::abs(double(at.z()))});
        return farthest < kRoomHalf ? Place::inside : Place::through;
    }

private:
    void letThemPass() {
        for (btRigidBody* shard : shards_) {
            for (btRigidBody* other : shards_) shard->setIgnoreCollisionCheck(other, shard != other);
        }
    }

    btTransform startOf(int place) {
        const auto coordinate = [&](int index) {
            return btScalar(kSpacing * (index - 1) + random().between(-kJitter, kJitter));
        };
        const btScalar x = coordinate(place % 3), y = coordinate(place / 3 % 3), z = coordinate(place / 9);
        return btTransform(random().rotation(), btVector3(x, y, z));
    }

    btVector3 randomDirection() { return quatRotate(random().rotation(), btVector3(1, 0, 0)); }

    void giveVelocity(btRigidBody& shard) {
        shard.setLinearVelocity(btScalar(random().between(variant_.slowest, variant_.fastest)) *
                                randomDirection());
        shard.setAngularVelocity(btScalar(random().between(0, variant_.spin)) * randomDirection());
    }

    void fireAgain() {
        for (std::size_t i = 0; i < shards_.size(); ++i) {
            shards_[i]->setCenterOfMassTransform(startOf(static_cast<int>(i)));
            shards_[i]->clearForces();
            shards_[i]->activate(true);
            giveVelocity(*shards_[i]);
        }
    }

    const Variant variant_;
    std::vector<btRigidBody*> shards_;
    int step_ = 0;
};

}  // namespace

std::unique_ptr<Scene> makeBullets(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Bullets>(world, options);
}

}  // namespace ricochet::scenes
