#include "demos/scenes/box_cloud_scene.h"

#include "demos/scenes/stock_scene.h"

#include <cmath>

namespace ricochet::scenes {
namespace {

using Room = BoxCloudKind::Room;

constexpr int kBoxCloudUsualBodies = 1000;
constexpr double kBoxCloudSpacing = 1.4;  // metres: the largest box is 1.3 m
constexpr int kSlabLayers = 3;            // as many as fit the cloud's own slab
constexpr int kColumnRows = 4;            // and the column, in each direction
constexpr int kClusterRows = 3;           // of clusters, in each direction: room for 27

/// Number of boxes side by side along each axis.
struct Rows {
    int x, y, z;

    btVector3 seat(int i) const {
        const auto along = [](int place) { return btScalar(kBoxCloudSpacing * (place + 0.5)); };
        return {along(i % x), along(i / (x * z)), along(i / x % z)};
    }
};

Rows cloudRows(Room room, int bodies) {
    const auto rootOf = [](double number) { return static_cast<int>(std::ceil(number - 1e-9)); };
    const int cube = rootOf(std::cbrt(bodies));
    switch (room) {
        case Room::slab: {
            const int width = rootOf(std::sqrt(double(bodies) / kSlabLayers));
            return {width, kSlabLayers, width};
        }
        case Room::column:
            return {kColumnRows, bodies / (kColumnRows * kColumnRows) + 1, kColumnRows};
        case Room::clusters: {
            const int width = rootOf(std::cbrt(double(bodies) / kClusters));
            return {width, width, width};
        }
        case Room::cube:
        case Room::bowl:
            break;
    }
    return {cube, cube, cube};
}

/// The start of a box.
btVector3 seatOf(Room room, const Rows& rows, int i) {
    if (room != Room::clusters) return rows.seat(i);
    const double apart = 4 * kBoxCloudSpacing * rows.x;  // metres, from cluster to cluster
    if (i % kOutlierEvery == kOutlierEvery - 1) {
        return {btScalar(-100 * apart), btScalar(kBoxCloudSpacing * (i / kOutlierEvery)), 0};
    }
    const Rows clusters = {kClusterRows, kClusterRows, kClusterRows};
    return rows.seat(i / kClusters) + btScalar(apart / kBoxCloudSpacing) * clusters.seat(i % kClusters);
}

class BoxCloudScene : public StockScene {
public:
    BoxCloudScene(const BoxCloudKind& kind, btDynamicsWorld& world, const SceneOptions& options)
        : StockScene(world, options, btVector3(0, 0, 0)),
          maySleep_(options.maySleep),
          cloud_(kind, options.bodies.value_or(kBoxCloudUsualBodies), options.moving.value_or(kind.moving),
                 options.seed) {
        const int count = static_cast<int>(cloud_.boxes().size());
        const Rows rows = cloudRows(kind.room, count);
        for (int i = 0; i < count; ++i) addBox(i, seatOf(kind.room, rows, i));
        flew_.resize(bodies().size());
    }

    const char* actsBySteps() const override { return "it moves its boxes"; }
    void beforeStep() override {
        cloud_.step();
        for (const int box : cloud_.replaced()) replace(box);
        for (const int box : cloud_.elsewhere()) place(box);
        for (int box = 0; box < static_cast<int>(bodies().size()); ++box) {
            cloud_.flies(box) ? fly(box) : hold(box);
            flew_[box] = cloud_.flies(box);
        }
    }

    /// A box that is far behind the walls will not come back.
    Place placeOf(const btRigidBody& body) const override {
        const btVector3 far(10, 10, 10);
        const bool isNear = TestPointAgainstAabb2(low_ - far, high_ + far, body.getCenterOfMassPosition());
        return isNear ? Place::inside : Place::through;
    }

private:
    void addBox(int box, const btVector3& seat) {
        const BoxCloud::Box& size = cloud_.boxes()[box];
        const StockShape& shape = keep(stockBox((size.max - size.min) / 2));
        btRigidBody& body = add(shape, 1, btTransform(btQuaternion::getIdentity(), seat));
        setMutualRestitution(body, 1);
        const auto speed = [this] { return btScalar(random().between(-3, 3)); };  // m/s
        const btScalar x = speed(), y = speed(), z = speed();
        velocities_.emplace_back(x, y, z);
        low_.setMin(seat);
        high_.setMax(seat);
    }

    void fly(int box) {
        btRigidBody& body = *bodies()[box].body;
        if (!flew_[box]) body.activate(/*forceActivation*/ true);
        btVector3 velocity = body.getLinearVelocity();
        // A box that was slowed down by held ones regains its velocity.
        if (velocity.length2() < velocities_[box].length2() / 4) velocity = velocities_[box];
        const btVector3& at = body.getCenterOfMassPosition();
        for (int axis = 0; axis < 3; ++axis) {
            const btScalar speed = std::abs(velocity[axis]);
            if (at[axis] < low_[axis]) velocity[axis] = speed;
            if (at[axis] > high_[axis]) velocity[axis] = -speed;
        }
        body.setLinearVelocity(velocity);
    }

    /// A box pushed by others is at rest again in the next step.
    void hold(int box) {
        btRigidBody& body = *bodies()[box].body;
        body.setLinearVelocity(btVector3(0, 0, 0));
        body.setAngularVelocity(btVector3(0, 0, 0));
        if (maySleep_) body.forceActivationState(ISLAND_SLEEPING);
    }

    /// Moves the box to its position in the cloud; bodies there are pushed away.
    void place(int box) {
        const BoxCloud::Box& at = cloud_.boxes()[box];
        btRigidBody& body = *bodies()[box].body;
        body.setCenterOfMassTransform(btTransform(btQuaternion::getIdentity(), (at.min + at.max) / 2));
        body.clearForces();
    }

    void replace(int box) {
        world().removeRigidBody(bodies()[box].body);
        place(box);
        world().addRigidBody(bodies()[box].body);
    }

    const bool maySleep_;
    BoxCloud cloud_;  ///< decides which boxes fly and which jump elsewhere; its own boxes overlap
    std::vector<btVector3> velocities_;  ///< m/s: initial, of flying boxes
    std::vector<bool> flew_;             ///< in the step before
    btVector3 low_{0, 0, 0}, high_{0, 0, 0};
};

}  // namespace

std::vector<SceneEntry> boxCloudScenes() {
    std::vector<SceneEntry> scenes;
    for (const BoxCloudKind& cloud : boxCloudTable()) {
        if (cloud.room == Room::bowl) continue;
        const auto make = [&cloud](btDynamicsWorld& world, const SceneOptions& options) {
            return std::make_unique<BoxCloudScene>(cloud, world, options);
        };
        scenes.push_back({cloud.name, cloud.about, {}, make, /*isOfAnyNumber*/ true});
    }
    return scenes;
}

}  // namespace ricochet::scenes
