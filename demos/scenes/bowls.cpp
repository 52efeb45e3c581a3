#include "demos/scenes/bowls.h"

#include "demos/scenes/floor_scene.h"
#include "demos/scenes/mesh_generators.h"

namespace ricochet::scenes {
namespace {

constexpr int kBowls = 10;
constexpr int kBowlSegments = 32;
constexpr double kBowlFloorHalf = 2.5;  // metres

// Measures of one bowl, in metres. Walls rise by 45 degrees, so a bowl stands one wall's width above the
// next; bottoms are thinner and do not touch.
constexpr double kFootRadius = 0.5, kHeight = 0.6, kWallWidth = 0.1, kBottom = 0.05;
constexpr double kBowlGap =
    3e-3;  // upwards, at the start; walls stay apart although bowls start slightly off centre

/// Its foot stands on y = 0.
SceneMesh conicalBowl() {
    const double inside = kFootRadius - kWallWidth;
    return revolved({{0, 0},
                     {kFootRadius, 0},
                     {kFootRadius + kHeight, kHeight},
                     {inside + kHeight, kHeight},
                     {inside + kBottom, kBottom},
                     {0, kBottom}},
                    kBowlSegments);
}

class Bowls : public FloorScene {
public:
    Bowls(btDynamicsWorld& world, const SceneOptions& options) : FloorScene(world, options, kBowlFloorHalf) {
        const Surface& bowl = moving(conicalBowl());
        const btScalar foot = bottomOf(*bowl.mesh);
        for (int i = 0; i < kBowls; ++i) {
            const btScalar y = btScalar(kBowlGap + i * (kWallWidth + kBowlGap)) - foot;
            add(bowl, 1, btTransform(btQuaternion::getIdentity(), btVector3(0, y, 0)));
        }
    }
};

}  // namespace

std::unique_ptr<Scene> makeBowls(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Bowls>(world, options);
}

}  // namespace ricochet::scenes
