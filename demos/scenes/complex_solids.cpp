#include "demos/scenes/complex_solids.h"

#include "demos/scenes/complex_solids_mesh.h"
#include "demos/scenes/floor_scene.h"
#include "demos/scenes/mesh_generators.h"

namespace ricochet::scenes {
namespace {

constexpr double kComplexFloorHalf = 8;          // metres
constexpr int kComplexTriangles = 8'000;         // of both
constexpr btScalar kComplexGap = btScalar(0.1);  // metres: floor to the first, first to the second

struct ComplexVariant {
    const char* name;
    SceneMesh (*first)(int faces);
    SceneMesh (*second)(int faces);
};
const ComplexVariant kComplexVariants[] = {
    {"a", [](int faces) { return ellipsoid(faces, btVector3(0.7f, 0.7f, 0.7f)); }, trefoilTube},
    {"b", [](int faces) { return ellipsoid(faces, btVector3(1, 0.8f, 0.6f)); },
     [](int faces) { return ellipsoid(faces, btVector3(0.6f, 1, 0.8f)); }},
    {"c", trefoilTube, trefoilTube},
};

class ComplexSolids : public FloorScene {
public:
    ComplexSolids(btDynamicsWorld& world, const SceneOptions& options)
        : FloorScene(world, options, kComplexFloorHalf) {
        const ComplexVariant& variant = variantOf(kComplexVariants, options.variant);
        const int faces = options.triangles.value_or(kComplexTriangles) / 2;
        const Surface& first = moving(variant.first(faces));
        const Surface& second = moving(variant.second(faces));
        const auto heightOf = [](const Surface& surface) { return btScalar(boundingRadius(*surface.mesh)); };
        const btScalar low = kComplexGap + heightOf(first);
        add(first, 1, btTransform(random().rotation(), btVector3(0, low, 0)));
        const btScalar high = low + heightOf(first) + kComplexGap + heightOf(second);
        add(second, 1, btTransform(random().rotation(), btVector3(btScalar(0.2), high, btScalar(0.1))));
    }
};

}  // namespace

std::unique_ptr<Scene> makeComplexSolids(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<ComplexSolids>(world, options);
}

}  // namespace ricochet::scenes
