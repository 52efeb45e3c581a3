#include "demos/scenes/terrain.h"

#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/mesh_scene.h"
#include "demos/scenes/scene_description.h"
#include "demos/scenes/terrain_ground.h"

namespace ricochet::scenes {
namespace {

constexpr int kTerrainUsualTriangles = 500'000, kTerrainUsualBodies = 8;
constexpr double kTerrainRadius = 0.5;  // metres: of the driven body
constexpr double kTerrainSpeed = 5;     // m/s
constexpr double kTerrainApart = 3;     // metres: between the others, along the path and beside it
constexpr int kDigEvery = 10;           // steps
constexpr double kDigAhead = 2;         // metres
constexpr double kDigRadius = 1.5, kDigDepth = 0.12;  // metres
constexpr double kStopBefore = 4;                     // metres: the edge of the ground
constexpr double kSeen = 16;         // metres to each side: extent of the ground that is drawn and measured
constexpr double kTerrainGap = 0.1;  // metres: between ground and bodies at the start

SceneMesh terrainLump() {
    SceneMesh mesh = lumpyBody(1);
    scale(mesh, 0.4);
    return mesh;
}

class Terrain : public MeshScene {
public:
    Terrain(btDynamicsWorld& world, const SceneOptions& options)
        : MeshScene(world, options, btVector3(0, btScalar(-9.81), 0)),
          changed_(options.changed),
          ground_(options.triangles.value_or(kTerrainUsualTriangles)) {
        const double start = -std::min(ground_.half() / 2, 100.0);
        ground_.shape().setMargin(options.margin);
        add(ground_.shape(), nullptr, 0, btVector3(0, 0, 0), btTransform::getIdentity());
        driven_ = &addAt(moving(icosphere(2, kTerrainRadius)), start, 0, kTerrainRadius);
        const Surface& other = moving(terrainLump());
        for (int i = 1; i < options.bodies.value_or(kTerrainUsualBodies); ++i) {
            const double beside = i % 2 == 0 ? kTerrainApart : -kTerrainApart;
            addAt(other, start + kTerrainApart * (i / 2), beside, 0.45);
        }
        drawGround();
        drive(btScalar(kDigEvery) * options.timeStep);
    }
    ~Terrain() override { removeBodies(); }

    bool describeShape(std::size_t body, SceneDescription&, DescribedShape& shape) const override {
        if (body != 0) return false;
        shape.kind = ShapeKind::heights;
        shape.heights = ground_.field();
        return true;
    }

    Place placeOf(const btRigidBody& body) const override {
        if (body.isStaticObject()) return Place::inside;
        const btVector3& at = body.getCenterOfMassPosition();
        return double(at.y()) > ground_.heightAt(at.x(), at.z()) - 0.1 ? Place::inside : Place::through;
    }

    std::vector<Measure> measures() const override {
        return {{"metres_driven", double(driven_->getCenterOfMassPosition().x()) - begin_},
                {"pits", double(pits_)}};
    }

private:
    btRigidBody& addAt(const Surface& surface, double x, double z, double halfWidth) {
        if (!driven_) begin_ = x;
        double highest = -TerrainGround::kMost;
        for (const double aside : {-halfWidth, 0.0, halfWidth}) {
            for (const double along : {-halfWidth, 0.0, halfWidth}) {
                highest = std::max(highest, ground_.heightAt(x + along, z + aside));
            }
        }
        return add(surface, 1,
                   btTransform(random().rotation(), vertexAt(x, highest + halfWidth + kTerrainGap, z)));
    }

    /// `every`: seconds between two pits.
    void drive(btScalar every) {
        const double last = std::max(ground_.half() - kStopBefore, kTerrainRadius - ground_.half());
        actingOn(*driven_).route = Route{.from = {btScalar(-ground_.half()), 0, 0},
                                         .to = {btScalar(last), 0, 0},
                                         .speed = btScalar(kTerrainSpeed),
                                         .steering = 0,
                                         .radius = btScalar(kTerrainRadius),
                                         .returns = false,
                                         .digging = Digging{.ground = 0,
                                                            .every = double(every),
                                                            .ahead = kDigAhead,
                                                            .radius = kDigRadius,
                                                            .depth = kDigDepth}};
        runner().dig = [this](const Digging& pit, double x, double z) {
            const auto box = ground_.dig(x, z, pit.radius, pit.depth);
            ++pits_;
            if (changed_) changed_(ground_.shape(), box.minimum, box.maximum);
            drawGround();
        };
    }

    /// Only the nearby part of a large ground is drawn.
    void drawGround() {
        const btVector3& at = driven_->getCenterOfMassPosition();
        bodies_.front().mesh =
            std::make_shared<const SceneMesh>(ground_.slabAbout(double(at.x()), double(at.z()), kSeen));
    }

    decltype(SceneOptions::changed) changed_;
    TerrainGround ground_;
    btRigidBody* driven_ = nullptr;
    double begin_ = 0;  // metres
    int pits_ = 0;
};

}  // namespace

std::unique_ptr<Scene> makeTerrain(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Terrain>(world, options);
}

}  // namespace ricochet::scenes
