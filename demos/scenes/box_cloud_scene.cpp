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
          timeStep_(double(options.timeStep)),
          cloud_(kind, options.bodies.value_or(kBoxCloudUsualBodies), options.moving.value_or(kind.moving),
                 options.seed) {
        const int count = static_cast<int>(cloud_.boxes().size());
        const Rows rows = cloudRows(kind.room, count);
        for (int i = 0; i < count; ++i) addBox(i, seatOf(kind.room, rows, i));
        cruises_.resize(bodies().size());
    }

    void beforeStep() override {
        SceneActions begun = next(cloud_, step_++);
        for (auto& [box, acting] : begun.bodies) {
            for (const Restart& jump : acting.restarts) startAnew(world(), *bodies()[box].body, jump);
            for (const CruisePoint& point : acting.cruise) cruises_[box] = point.velocity;
        }
        for (std::size_t box = 0; box < bodies().size(); ++box) {
            keepUp(*bodies()[box].body, cruises_[box], !begun.bodies[box].cruise.empty());
            walls_.turnBack(*bodies()[box].body);
        }
    }
    SceneActions actions(double seconds) const override {
        SceneActions actions;
        actions.walls = walls_;
        BoxCloud future = cloud_;
        for (int step = 0; step * timeStep_ < seconds; ++step) {
            for (const auto& [box, begun] : next(future, step).bodies) {
                BodyActions& acting = actions.bodies[box];
                acting.restarts.insert(acting.restarts.end(), begun.restarts.begin(), begun.restarts.end());
                acting.cruise.insert(acting.cruise.end(), begun.cruise.begin(), begun.cruise.end());
            }
        }
        return actions;
    }

    /// A box that is far behind the walls will not come back.
    Place placeOf(const btRigidBody& body) const override {
        const btVector3 far(10, 10, 10);
        const bool isNear =
            TestPointAgainstAabb2(walls_.low - far, walls_.high + far, body.getCenterOfMassPosition());
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
        flights_.emplace_back(x, y, z);
        walls_.low.setMin(seat);
        walls_.high.setMax(seat);
    }

    /// What begins for the boxes in the next step of a cloud.
    SceneActions next(BoxCloud& cloud, int step) const {
        const double time = step * timeStep_;
        const std::vector<bool> flew = cloud.flying();
        cloud.step();
        SceneActions begun;
        for (std::size_t box = 0; box < bodies().size(); ++box) {
            if (step > 0 && cloud.flying()[box] == flew[box]) continue;
            const btVector3 velocity = cloud.flying()[box] ? flights_[box] : btVector3(0, 0, 0);
            begun.bodies[box].cruise.push_back({time, velocity});
        }
        const auto jump = [&](int box, bool reenters) {
            const BoxCloud::Box& at = cloud.boxes()[box];
            const btTransform pose(btQuaternion::getIdentity(), (at.min + at.max) / 2);
            begun.bodies[static_cast<std::size_t>(box)].restarts.push_back(
                {time, pose, btVector3(0, 0, 0), btVector3(0, 0, 0), reenters});
        };
        for (const int box : cloud.replaced()) jump(box, /*reenters*/ true);
        for (const int box : cloud.elsewhere()) jump(box, /*reenters*/ false);
        return begun;
    }

    const double timeStep_;  ///< seconds
    BoxCloud cloud_;         ///< decides which boxes fly and which jump elsewhere; its own boxes overlap
    std::vector<btVector3> flights_;  ///< m/s: velocities of boxes when they fly
    std::vector<btVector3> cruises_;  ///< m/s: velocities of now; 0: at rest
    Walls walls_;
    int step_ = 0;
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
