#include "demos/scenes/masonry.h"

#include "demos/scenes/floor_scene.h"
#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/placing.h"
#include "demos/scenes/prism.h"

#include <cmath>
#include <numbers>

namespace ricochet::scenes {
namespace {

constexpr double kMasonryFloorHalf = 6;           // metres
constexpr btScalar kMasonryGap = btScalar(1e-4);  // metres, between a body and the one below it at the start
constexpr int kCourses = 10;

// A brick lies along z; metres.
constexpr double kBrickHalfWidth = 0.25, kBrickHalfLength = 0.5;
constexpr btScalar kBrickHeight = btScalar(0.5);

SceneMesh plainBrick() { return box(kBrickHalfWidth, double(kBrickHeight) / 2, kBrickHalfLength); }

/// A brick with a tongue along its top and a slightly wider groove along its underside.
SceneMesh tongueBrick() {
    return prism({{-0.25, -0.25, 0.25},
                  {-0.15, -0.25, 0.25},
                  {-0.10, -0.15, 0.25},
                  {-0.06, -0.15, 0.33},
                  {0.06, -0.15, 0.33},
                  {0.10, -0.15, 0.25},
                  {0.15, -0.25, 0.25},
                  {0.25, -0.25, 0.25}},
                 kBrickHalfLength);
}

struct Brick {
    const char* name;
    SceneMesh (*make)();
};
constexpr Brick kBricks[] = {{"plain", plainBrick}, {"tongue", tongueBrick}};

class BrickWall : public FloorScene {
public:
    BrickWall(btDynamicsWorld& world, const SceneOptions& options)
        : FloorScene(world, options, kMasonryFloorHalf) {
        constexpr int kLongCourse = 6;
        constexpr btScalar kPitch = btScalar(2 * kBrickHalfLength + 4e-3);  // metres; noise may use up half
        const Surface& brick = moving(variantOf(kBricks, options.variant).make());
        const btScalar lowest = kMasonryGap - bottomOf(*brick.mesh);
        for (int course = 0; course < kCourses; ++course) {
            const int bricks = kLongCourse - course % 2;
            const btScalar y = lowest + course * (kBrickHeight + kMasonryGap);
            for (int i = 0; i < bricks; ++i) {
                const btScalar z = kPitch * (i - btScalar(bricks - 1) / 2);
                add(brick, 1, standingAt(btVector3(0, y, z)));
            }
        }
    }
};

class Tower : public FloorScene {
public:
    Tower(btDynamicsWorld& world, const SceneOptions& options)
        : FloorScene(world, options, kMasonryFloorHalf) {
        const Surface& brick = moving(plainBrick());
        for (int i = 0; i < kCourses; ++i) {
            add(brick, 1,
                standingAt(
                    btVector3(0, kBrickHeight / 2 + kMasonryGap + i * (kBrickHeight + kMasonryGap), 0)));
        }
    }
};

class Arch : public FloorScene {
public:
    Arch(btDynamicsWorld& world, const SceneOptions& options)
        : FloorScene(world, options, kMasonryFloorHalf) {
        constexpr int kStones = 11;
        constexpr double kInner = 2, kOuter = 2.6, kHalfDepth = 0.4;  // metres
        constexpr double kApart = 1e-3;  // metres: stones start by this outside the final circle
        constexpr double kHalfAngle = std::numbers::pi / kStones / 2;
        const double cosine = std::cos(kHalfAngle), sine = std::sin(kHalfAngle);
        const Surface& stone = moving(prism({{-kOuter * sine, kOuter * cosine, kOuter * cosine},
                                             {-kInner * sine, kInner * cosine, kOuter * cosine},
                                             {kInner * sine, kInner * cosine, kOuter * cosine},
                                             {kOuter * sine, kOuter * cosine, kOuter * cosine}},
                                            kHalfDepth));
        const auto radius = btScalar(kInner * cosine + kApart) - bottomOf(*stone.mesh);
        for (int i = 0; i < kStones; ++i) {
            const auto fromTop = btScalar((2 * i - (kStones - 1)) * kHalfAngle);
            const btTransform turn(btQuaternion(btVector3(0, 0, 1), fromTop));
            add(stone, 1, turn * standingAt(btVector3(0, radius, 0)));
        }
    }
};

class CardHouse : public FloorScene {
public:
    CardHouse(btDynamicsWorld& world, const SceneOptions& options)
        : FloorScene(world, options, kMasonryFloorHalf),
          card_(moving(box(kHalfThickness, kHalfHeight, 0.35))) {
        const btScalar storey = 2 * (kMasonryGap + tentHalfHeight());
        addTent(-kTentHalfSpacing, 0);
        addTent(kTentHalfSpacing, 0);
        addCard(SIMD_HALF_PI, 0, storey + btScalar(kHalfThickness));
        addTent(0, storey + btScalar(2 * kHalfThickness));
    }

private:
    static constexpr double kHalfThickness = 0.01, kHalfHeight = 0.5;  // metres
    static constexpr double kLean = 0.35;                              // radians
    static constexpr btScalar kTentHalfSpacing = btScalar(0.375);      // metres

    static btScalar tentHalfHeight() {
        return btScalar(std::cos(kLean) * kHalfHeight + std::sin(kLean) * kHalfThickness);
    }

    /// Two cards that lean on each other.
    void addTent(btScalar x, btScalar y) {
        const auto half =
            btScalar(std::sin(kLean) * kHalfHeight + std::cos(kLean) * kHalfThickness) + kMasonryGap;
        const btScalar middle = y + kMasonryGap + tentHalfHeight();
        addCard(btScalar(-kLean), x - half, middle);
        addCard(btScalar(kLean), x + half, middle);
    }

    void addCard(btScalar turn, btScalar x, btScalar y) {
        add(card_, btScalar(0.1), btTransform(btQuaternion(btVector3(0, 0, 1), turn), btVector3(x, y, 0)));
    }

    const Surface& card_;
};

}  // namespace

std::unique_ptr<Scene> makeBrickWall(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<BrickWall>(world, options);
}

std::unique_ptr<Scene> makeTower(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Tower>(world, options);
}

std::unique_ptr<Scene> makeArch(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Arch>(world, options);
}

std::unique_ptr<Scene> makeCardHouse(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<CardHouse>(world, options);
}

}  // namespace ricochet::scenes
