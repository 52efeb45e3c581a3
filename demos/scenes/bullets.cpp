#include "demos/scenes/bullets.h"

#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/stock_scene.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ricochet::scenes {
namespace {

constexpr double kRoomHalf = 1;  // metres, inside
constexpr int kPlacesPerAxis = 3;
constexpr double kBulletSpacing = 0.6;  // metres between the starts of shards
constexpr double kJitter = 0.1;         // metres

/// Metres: of the walls at -x, -y, -z, x, y and z.
using Walls = std::array<double, 6>;
constexpr Walls kThinWalls = {1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3};
constexpr Walls kThinToThickWalls = {1e-3, 2e-3, 5e-3, 1e-2, 2e-2, 4e-2};

struct BulletVariant {
    const char* name;
    double slowest, fastest;  // m/s
    double spin;              // rad/s, at most: Bullet's limit at 60 Hz
    bool meetOneAnother;      // false: they pass through each other, and only the room stops them
    bool areRound;            // or shards
    Walls walls;
};
constexpr BulletVariant kBulletVariants[] = {{"fast", 10, 200, 47, false, false, kThinWalls},
                                             {"crowd", 10, 200, 47, true, false, kThinWalls},
                                             {"slow", 0.1, 1, 2, true, false, kThinWalls},
                                             {"round", 10, 200, 47, false, true, kThinToThickWalls}};

/// A hollow cube: an outer surface, and an inner one that is turned inside out.
SceneMesh room(const Walls& walls) {
    const auto outer = [&](const btVector3& corner, int axis) {
        const bool isHigh = corner[axis] > 0;
        const double half = kRoomHalf + walls[static_cast<std::size_t>(isHigh ? 3 + axis : axis)];
        return isHigh ? half : -half;
    };
    SceneMesh shell = box(kRoomHalf, kRoomHalf, kRoomHalf);
    SceneMesh inside = shell;
    for (btVector3& v : shell.vertices) v = vertexAt(outer(v, 0), outer(v, 1), outer(v, 2));
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

/// A marble, a pill, a coin, a cone and a hull of two spheres: from 2 to 18 cm.
std::vector<StockShape> roundBullets() {
    std::vector<StockShape> shapes;
    shapes.push_back(stockSphere(0.015));
    shapes.push_back(stockCapsule(0.03, 0.12));
    shapes.push_back(stockCylinder(0.08, 0.02));
    shapes.push_back(stockCone(0.06, 0.12));
    shapes.push_back(stockTwoSpheres(0.05, 0.04));
    return shapes;
}

class Bullets : public StockScene {
public:
    Bullets(btDynamicsWorld& world, const SceneOptions& options)
        : StockScene(world, options, btVector3(0, 0, 0)),
          variant_(variantOf(kBulletVariants, options.variant)),
          timeStep_(double(options.timeStep)) {
        add(standing(room(variant_.walls)), 0, btTransform::getIdentity());
        if (variant_.areRound) {
            addRound();
        } else {
            addShards();
        }
        for (btRigidBody* bullet : bullets_) {
            bullet->setLinearVelocity(randomVelocity(variant_.slowest, variant_.fastest, random()));
            bullet->setAngularVelocity(randomVelocity(0, variant_.spin, random()));
        }
        if (!variant_.meetOneAnother) letThemPass();
    }

    void beforeStep() override {
        if (step_++ % kVolleySteps != 0 || step_ == 1) return;
        for (std::size_t i = 0; i < bullets_.size(); ++i)
            startAnew(world(), *bullets_[i], shotOf(static_cast<int>(i), 0, random()));
    }
    SceneActions actions(double seconds) const override {
        SceneActions actions;
        Random future = random();
        for (double time = kVolleySteps * timeStep_; time < seconds; time += kVolleySteps * timeStep_) {
            for (int i = 0; i < kBullets; ++i) {
                actions.bodies[static_cast<std::size_t>(i) + 1].restarts.push_back(shotOf(i, time, future));
            }
        }
        return actions;
    }

    Place placeOf(const btRigidBody& body) const override {
        const btVector3& at = body.getCenterOfMassPosition();
        const double farthest =
            std::max({std::abs(double(at.x())), std::abs(double(at.y())), std::abs(double(at.z()))});
        return farthest < kRoomHalf ? Place::inside : Place::through;
    }

private:
    static constexpr int kBullets = kPlacesPerAxis * kPlacesPerAxis * kPlacesPerAxis;
    static constexpr btScalar kMass = btScalar(0.1);  // kg

    void addShards() {
        const Surface& surface = moving(shard(random()));
        for (int i = 0; i < kBullets; ++i) bullets_.push_back(&add(surface, kMass, startOf(i, random())));
    }

    void addRound() {
        std::vector<const StockShape*> shapes;
        for (StockShape& shape : roundBullets()) shapes.push_back(&keep(std::move(shape)));
        for (int i = 0; i < kBullets; ++i) {
            const StockShape& shape = *shapes[static_cast<std::size_t>(i) % shapes.size()];
            bullets_.push_back(&add(shape, kMass, startOf(i, random())));
        }
    }

    void letThemPass() {
        for (btRigidBody* bullet : bullets_) {
            for (btRigidBody* other : bullets_) bullet->setIgnoreCollisionCheck(other, bullet != other);
        }
    }

    static btTransform startOf(int place, Random& random) {
        const auto coordinate = [&](int index) {
            return btScalar(kBulletSpacing * (index - 1) + random.between(-kJitter, kJitter));
        };
        const btScalar x = coordinate(place % 3), y = coordinate(place / 3 % 3), z = coordinate(place / 9);
        return btTransform(random.rotation(), btVector3(x, y, z));
    }

    static btVector3 randomVelocity(double minimum, double maximum, Random& random) {
        const btVector3 direction = quatRotate(random.rotation(), btVector3(1, 0, 0));
        return btScalar(random.between(minimum, maximum)) * direction;
    }

    Restart shotOf(int place, double time, Random& random) const {
        Restart shot = {time, startOf(place, random), {}, {}};
        shot.velocity = randomVelocity(variant_.slowest, variant_.fastest, random);
        shot.spin = randomVelocity(0, variant_.spin, random);
        return shot;
    }

    const BulletVariant variant_;
    const double timeStep_;  ///< seconds
    std::vector<btRigidBody*> bullets_;
    int step_ = 0;
};

}  // namespace

std::unique_ptr<Scene> makeBullets(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Bullets>(world, options);
}

}  // namespace ricochet::scenes
