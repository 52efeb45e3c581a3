#include "demos/scenes/slide.h"

#include "demos/scenes/floor_scene.h"
#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/tiled_floor.h"

#include <algorithm>
#include <cmath>

namespace ricochet::scenes {
namespace {

constexpr double kSlideFloorHalf = 16;              // metres
constexpr double kSlideHalf = 0.5;                  // metres: of the block
constexpr btScalar kSlideGap = btScalar(1e-4);      // metres, below the block at the start
constexpr btScalar kSlideFriction = btScalar(0.2);  // the block slides some nine metres

struct SlideVariant {
    const char* name;
    int cells;  ///< of the floor, along each side
};
constexpr SlideVariant kSlideVariants[] = {{"many", 64}, {"two", 1}};

class Slide : public FloorScene {
public:
    Slide(btDynamicsWorld& world, const SceneOptions& options)
        : FloorScene(
              world, options,
              tiledFloor(kSlideFloorHalf, variantOf(kSlideVariants, options.variant).cells, /*depth*/ 2),
              kSlideFloorHalf, kSlideFriction),
          start_(btScalar(-3.013), btScalar(kSlideHalf) + kSlideGap, btScalar(0.317)) {
        // So that neither the motion nor the block's edges are parallel to the floor's.
        const btQuaternion turn(btVector3(0, 1, 0), btScalar(0.3));
        block_ = &add(moving(box(kSlideHalf, kSlideHalf, kSlideHalf)), 1, btTransform(turn, start_));
        block_->setLinearVelocity(btVector3(btScalar(5.7), 0, btScalar(1.6)));
        start_ = block_->getCenterOfMassPosition();
    }

    void afterStep() override {
        const auto height = double(block_->getCenterOfMassPosition().y());
        rise_ = std::max(rise_, std::abs(height - kSlideHalf));
    }

    std::vector<Measure> measures() const override {
        const btVector3 displacement = block_->getCenterOfMassPosition() - start_;
        return {{"displacement_x_m", double(displacement.x())},
                {"displacement_z_m", double(displacement.z())},
                {"most_rise_m", rise_}};
    }

private:
    btVector3 start_;
    btRigidBody* block_;
    double rise_ = 0;  ///< metres: greatest deviation of the centre from its height at rest
};

}  // namespace

std::unique_ptr<Scene> makeSlide(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Slide>(world, options);
}

}  // namespace ricochet::scenes
