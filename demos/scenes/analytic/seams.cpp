// A body slides without friction over a floor of tiles: it keeps its speed and its height, as on one slab.

#include "demos/scenes/analytic/analytic_scene.h"
#include "demos/scenes/analytic/analytic_scenes.h"
#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/stock_scene.h"

#include <algorithm>
#include <vector>

namespace ricochet::scenes {
namespace {

// Metres, m/s.
constexpr double kTileHalfX = 0.5, kTileHalfY = 1, kTileHalfZ = 4;
constexpr int kTiles = 12;
constexpr double kFirstTile = -2;  // where it begins
constexpr double kSliderHalf = 0.4, kSliderStart = -1.2, kSliderSpeed = 5;
constexpr double kSliderSeconds = 2;          // it ends a tile before the last one's end
constexpr double kSeamsShare = 1e-4;          // of the speed, as in the tests
constexpr double kRise = 1e-3 * kSliderHalf;  // the linear slop

enum class Floor { bodies, compound, mesh };
enum class Slider { box, sphere, cube };

struct SeamsVariant {
    const char* name;
    Floor floor;
    Slider slider;
};
constexpr SeamsVariant kSeamsVariants[] = {
    {"bodies-cube", Floor::bodies, Slider::cube},     {"bodies-box", Floor::bodies, Slider::box},
    {"bodies-sphere", Floor::bodies, Slider::sphere}, {"compound-cube", Floor::compound, Slider::cube},
    {"compound-box", Floor::compound, Slider::box},   {"compound-sphere", Floor::compound, Slider::sphere},
    {"mesh-cube", Floor::mesh, Slider::cube},         {"mesh-box", Floor::mesh, Slider::box},
    {"mesh-sphere", Floor::mesh, Slider::sphere}};

class Seams : public AnalyticScene {
public:
    Seams(btDynamicsWorld& world, const SceneOptions& options)
        : AnalyticScene(world, options, usualGravity(), 0, kSliderSeconds) {
        const SeamsVariant& variant = variantOf(kSeamsVariants, options.variant);
        addFloor(variant.floor);
        slider_ = &addSlider(variant.slider);
        slider_->setLinearVelocity({btScalar(kSliderSpeed), 0, 0});
        start_ = double(slider_->getCenterOfMassPosition().y());
        slowest_ = kSliderSpeed;
    }
    ~Seams() override { removeBodies(); }

    void afterStep() override {
        slowest_ = std::min(slowest_, double(slider_->getLinearVelocity().x()));
        rise_ = std::max(rise_, double(slider_->getCenterOfMassPosition().y()) - start_);
    }

    std::vector<AnalyticFigure> analyticFigures() const override {
        return {figureNear(kSeamsShare, "slowest_m_per_s", slowest_, kSliderSpeed),
                {.name = "rise_m", .measured = rise_, .expected = 0, .minimum = 0, .maximum = kRise}};
    }

private:
    static btVector3 tileAt(int i) {
        return {btScalar(kFirstTile + kTileHalfX * (2 * i + 1)), btScalar(-kTileHalfY), 0};
    }
    static btTransform at(const btVector3& position) {
        return btTransform(btQuaternion::getIdentity(), position);
    }

    static SceneMesh tiles() {
        SceneMesh all;
        for (int i = 0; i < kTiles; ++i) {
            SceneMesh tile = box(kTileHalfX, kTileHalfY, kTileHalfZ);
            translate(tile, tileAt(i));
            append(all, tile);
        }
        return all;
    }

    void addFloor(Floor floor) {
        if (floor == Floor::mesh) {
            add(standing(tiles()), 0, btTransform::getIdentity());
            return;
        }
        const Surface& tile = standing(box(kTileHalfX, kTileHalfY, kTileHalfZ));
        for (int i = 0; i < kTiles; ++i) {
            if (floor == Floor::bodies) add(tile, 0, at(tileAt(i)));
            if (floor == Floor::compound) compound_.addChildShape(at(tileAt(i)), tile.shape.get());
        }
        if (floor == Floor::compound) {
            add(compound_, std::make_shared<const SceneMesh>(tiles()), 0, {0, 0, 0},
                btTransform::getIdentity());
        }
    }

    btRigidBody& addSlider(Slider slider) {
        const btTransform start = at({btScalar(kSliderStart), btScalar(kSliderHalf + kStartGap), 0});
        const auto half = btScalar(kSliderHalf);
        if (slider == Slider::cube) return add(moving(box(kSliderHalf, kSliderHalf, kSliderHalf)), 1, start);
        stock_ = slider == Slider::box ? stockBox({half, half, half}) : stockSphere(kSliderHalf);
        btVector3 inertia;
        stock_.shape->calculateLocalInertia(1, inertia);
        return add(*stock_.shape, stock_.mesh, 1, inertia, start);
    }

    btCompoundShape compound_;
    StockShape stock_;
    btRigidBody* slider_;
    double start_, slowest_, rise_ = 0;  ///< metres, m/s, metres
};

}  // namespace

std::unique_ptr<Scene> makeSeams(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Seams>(world, options);
}

}  // namespace ricochet::scenes
