// Scenes without a moving mesh, which any world of Bullet's can have: for broad phases.

#include "demos/scenes/primitives.h"

#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/ragdoll.h"
#include "demos/scenes/stock_scene.h"

#include <array>
#include <cmath>
#include <numbers>

namespace ricochet::scenes {
namespace {

constexpr btScalar kSlack = btScalar(0.5);  // metres

btVector3 vectorAt(double x, double y, double z) { return {btScalar(x), btScalar(y), btScalar(z)}; }
btTransform standingAt(const btVector3& at) { return btTransform(btQuaternion::getIdentity(), at); }

class Primitives : public StockScene {
public:
    Primitives(btDynamicsWorld& world, const SceneOptions& options);

    /// Well below the ground: many on top of it press a body's centre in a little.
    Place placeOf(const btRigidBody& body) const override {
        const btVector3& at = body.getCenterOfMassPosition();
        return body.isStaticObject() || at.y() > floorAt(at) - kSlack ? Place::inside : Place::through;
    }

private:
    void addGround() { add(keep(stockGround(/*width*/ 100)), 0, btTransform::getIdentity()); }
    void addBoxes(int count);
    void addPyramids(int count);
    void addRagdolls(int count);
    void addConvexRain(int count);
    void addToBowl(int count);

    /// In layers of rows, so many metres apart and turned at random where `isTurned`.
    btTransform startOf(int body, int rows, double apart, double height, bool isTurned);
    btScalar floorAt(const btVector3& at) const {
        if (!hasBowl_) return 0;
        const double r = std::hypot(double(at.x()), double(at.z()));
        return r < 6 ? btScalar(r * r / 12) : btScalar(-20);  // whoever goes over the rim may fall
    }

    bool hasBowl_ = false;

    struct Variant {
        const char* name;
        int usualBodies;
        void (Primitives::*addBodies)(int count);
    };
    static constexpr Variant kVariants[] = {{"boxes", 3000, &Primitives::addBoxes},
                                            {"pyramids", 330, &Primitives::addPyramids},
                                            {"ragdolls", 220, &Primitives::addRagdolls},
                                            {"convex-rain", 500, &Primitives::addConvexRain},
                                            {"on-mesh", 300, &Primitives::addToBowl}};
};

Primitives::Primitives(btDynamicsWorld& world, const SceneOptions& options)
    : StockScene(world, options, btVector3(0, btScalar(-9.81), 0)) {
    const Variant& variant = variantOf(kVariants, options.variant);
    (this->*variant.addBodies)(options.bodies.value_or(variant.usualBodies));
}

btTransform Primitives::startOf(int body, int rows, double apart, double height, bool isTurned) {
    const auto along = [&](int place) { return apart * (place - (rows - 1) / 2.0); };
    const btVector3 at =
        vectorAt(along(body % rows), height + apart * (body / (rows * rows)), along(body / rows % rows));
    return btTransform(isTurned ? random().rotation() : btQuaternion::getIdentity(), at);
}

void Primitives::addBoxes(int count) {
    addGround();
    const StockShape& shape = keep(stockBox(vectorAt(0.5, 0.5, 0.5)));
    for (int i = 0; i < count; ++i) add(shape, 1, startOf(i, /*rows*/ 20, 1.2, 1, /*isTurned*/ false));
}

/// Walls of ten boxes at the ground and one at the top, one behind the other.
void Primitives::addPyramids(int count) {
    addGround();
    constexpr int kBase = 10;
    const StockShape& shape = keep(stockBox(vectorAt(0.5, 0.5, 0.5)));
    for (int made = 0, pyramid = 0; made < count; ++pyramid) {
        for (int row = 0; row < kBase; ++row) {
            for (int i = row; i < kBase && made < count; ++i, ++made) {
                add(shape, 1,
                    standingAt(
                        vectorAt(1.05 * (i - row / 2.0 - kBase / 2.0), 0.51 + 1.015 * row, 3 * pyramid)));
            }
        }
    }
}

void Primitives::addRagdolls(int count) {
    addGround();
    std::vector<const StockShape*> shapes;
    for (const RagdollPart& part : ragdollParts())
        shapes.push_back(&keep(stockCapsule(part.radius, part.height)));
    const int parts = static_cast<int>(shapes.size());
    for (int doll = 0; doll * parts < count; ++doll) {
        const btTransform at = startOf(doll, /*rows*/ 4, 2.5, 2, /*isTurned*/ true);
        std::vector<btRigidBody*> members;
        for (int part = 0; part < parts; ++part) {
            members.push_back(&add(*shapes[part], 1, at * ragdollParts()[part].inDoll()));
        }
        for (const RagdollJoint& joint : ragdollJoints()) {
            join(jointBetween(*members[joint.partA], *members[joint.partB], at * joint.inDoll()));
        }
    }
}

void Primitives::addConvexRain(int count) {
    addGround();
    std::array<const StockShape*, 4> shapes;
    for (const StockShape*& shape : shapes) {
        const auto half = [this] { return random().between(0.25, 0.5); };
        const double x = half(), y = half(), z = half();
        shape = &keep(stockHull(vectorAt(x, y, z)));
    }
    for (int i = 0; i < count; ++i) {
        add(*shapes[i % shapes.size()], 1, startOf(i, /*rows*/ 8, 1.2, 1, /*isTurned*/ true));
    }
}

void Primitives::addToBowl(int count) {
    hasBowl_ = true;
    add(standing(bowl(/*thickness*/ 1)), 0, btTransform::getIdentity());
    const std::array<const StockShape*, 5> shapes = {
        &keep(stockBox(vectorAt(0.3, 0.2, 0.25))), &keep(stockBall(0.25)), &keep(stockCapsule(0.15, 0.3)),
        &keep(stockCylinder(0.2, 0.4)), &keep(stockHull(vectorAt(0.25, 0.3, 0.2)))};
    for (int i = 0; i < count; ++i) {
        add(*shapes[i % shapes.size()], 1, startOf(i, /*rows*/ 6, 0.8, 2, /*isTurned*/ true));
    }
}

}  // namespace

std::unique_ptr<Scene> makePrimitives(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Primitives>(world, options);
}

}  // namespace ricochet::scenes
