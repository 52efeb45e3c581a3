#include "demos/scenes/pipes.h"

#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/mesh_scene.h"
#include "demos/scenes/pipes_mesh.h"

#include <algorithm>
#include <utility>

namespace ricochet::scenes {
namespace {

/// How many times smaller the cube that falls is.
struct Variant {
    const char* name;
    double shrink;
};
constexpr Variant kVariants[] = {{"fifteenth", 15}, {"fortieth", 40}};
constexpr btScalar kPipesRestitution = btScalar(0.5);

/// Inside of 1 m the field reverses without a jolt.
const Attraction kPipesField = {{0, 0, 0}, btScalar(9.81), 1};

/// A void near one of the cube's eight corners.
btTransform startIn(Random& random) {
    const auto far = [&] { return random.below(2) ? 1 : -2; };
    const int i = far(), j = far(), k = far();
    return btTransform(random.rotation(), voidBetweenPipes(i, j, k));
}

class Pipes : public MeshScene {
public:
    Pipes(btDynamicsWorld& world, const SceneOptions& options)
        : MeshScene(world, options, btVector3(0, 0, 0)) {
        SceneMesh cube = pipesMesh();
        SceneMesh small = cube;
        scale(small, 1 / variantOf(kVariants, options.variant).shrink);
        btRigidBody& pipes = add(standing(std::move(cube)), 0, btTransform::getIdentity());
        btRigidBody& falling = add(moving(std::move(small)), 1, startIn(random()));
        for (btRigidBody* body : {&pipes, &falling}) setMutualRestitution(*body, kPipesRestitution);
        falling.setAngularVelocity(btVector3(btScalar(0.7), btScalar(1.1), btScalar(-0.5)));
        acting().attraction = kPipesField;
    }

    Place placeOf(const btRigidBody& body) const override {
        const btVector3 p = body.getCenterOfMassPosition().absolute();
        return p[p.maxAxis()] <= kPipesCubeSide / 2 ? Place::inside : Place::through;
    }
};

}  // namespace

std::unique_ptr<Scene> makePipes(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Pipes>(world, options);
}

}  // namespace ricochet::scenes
