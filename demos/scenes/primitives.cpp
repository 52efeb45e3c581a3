// Scenes with Bullet's own shapes and without moving meshes: for broad phases.

#include "demos/scenes/primitives.h"

#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/placing.h"
#include "demos/scenes/ragdoll.h"
#include "demos/scenes/stock_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace ricochet::scenes {
namespace {

constexpr btScalar kPrimitiveSlack = btScalar(0.5);  // metres
constexpr int kHillyQuads = 70;                      // along each side of the hilly slab
constexpr double kHillyHalf = 12;                    // metres: half of its width
constexpr double kHillDistance = 2;                  // metres from hill to hill
constexpr double kHillHeight = 0.15;                 // metres above and below the mean

double hillAt(double x, double z) {
    const double turn = 2 * std::numbers::pi / kHillDistance;
    const double outward = std::max(std::abs(x), std::abs(z)) / kHillyHalf;
    return kHillHeight * std::cos(turn * x) * std::cos(turn * z) + 2 * std::pow(outward, 8);
}

/// A closed slab of 20,160 triangles: hills on top, their copy 2 m below, walls between their outlines.
SceneMesh hillySlab() {
    constexpr int n = kHillyQuads, kRow = n + 1, kLayer = kRow * kRow;
    SceneMesh mesh;
    for (const double below : {0.0, 2.0}) {
        for (int i = 0; i < kLayer; ++i) {
            const double x = kHillyHalf * (2.0 * (i % kRow) / n - 1),
                         z = kHillyHalf * (2.0 * (i / kRow) / n - 1);
            mesh.vertices.push_back(vertexAt(x, hillAt(x, z) - below, z));
        }
    }
    const auto addQuad = [&](int a, int b, int c, int d) {
        mesh.faces.push_back({a, b, c});
        mesh.faces.push_back({a, c, d});
    };
    for (int row = 0; row < n; ++row) {
        for (int i = 0; i < n; ++i) {
            const int at = row * kRow + i;
            addQuad(at, at + kRow, at + kRow + 1, at + 1);
            addQuad(kLayer + at, kLayer + at + 1, kLayer + at + kRow + 1, kLayer + at + kRow);
        }
    }
    for (int i = 0; i < n; ++i) {
        const int last = n * kRow, left = i * kRow, right = left + n;
        addQuad(i, i + 1, kLayer + i + 1, kLayer + i);
        addQuad(last + i + 1, last + i, kLayer + last + i, kLayer + last + i + 1);
        addQuad(left + kRow, left, kLayer + left, kLayer + left + kRow);
        addQuad(right, right + kRow, kLayer + right + kRow, kLayer + right);
    }
    return mesh;
}

class Primitives : public StockScene {
public:
    Primitives(btDynamicsWorld& world, const SceneOptions& options);

    /// A body is lost only well below the ground: others on top may press its centre slightly in.
    Place placeOf(const btRigidBody& body) const override {
        const btVector3& at = body.getCenterOfMassPosition();
        return body.isStaticObject() || at.y() > floorAt(at) - kPrimitiveSlack ? Place::inside
                                                                               : Place::through;
    }

private:
    void addGround() { add(keep(stockGround(/*width*/ 100)), 0, btTransform::getIdentity()); }
    void addBoxes(int count);
    void addPyramids(int count);
    void addRagdolls(int count);
    void addConvexRain(int count);
    void addToBowl(int count);
    void addRoundToHills(int count);

    /// In layers of rows, `apart` metres apart, and rotated at random if `isTurned`.
    btTransform startOf(int body, int rows, double apart, double height, bool isTurned);
    btScalar floorAt(const btVector3& at) const {
        if (!hasBowl_) return 0;
        const double r = std::hypot(double(at.x()), double(at.z()));
        return r < 6 ? btScalar(r * r / 12) : btScalar(-20);  // bodies that cross the lip fall
    }

    bool hasBowl_ = false;

    struct Variant {
        const char* name;
        int usualBodies;
        void (Primitives::*addBodies)(int count);
    };
    static constexpr Variant kVariants[] = {
        {"boxes", 3000, &Primitives::addBoxes},      {"pyramids", 330, &Primitives::addPyramids},
        {"ragdolls", 220, &Primitives::addRagdolls}, {"convex-rain", 500, &Primitives::addConvexRain},
        {"on-mesh", 300, &Primitives::addToBowl},    {"round-on-hills", 1000, &Primitives::addRoundToHills}};
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

/// Triangular walls with ten boxes at the ground and one at the top, one behind the other.
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
        &keep(stockBox(vectorAt(0.3, 0.2, 0.25))), &keep(stockSphere(0.25)), &keep(stockCapsule(0.15, 0.3)),
        &keep(stockCylinder(0.2, 0.4)), &keep(stockHull(vectorAt(0.25, 0.3, 0.2)))};
    for (int i = 0; i < count; ++i) {
        add(*shapes[i % shapes.size()], 1, startOf(i, /*rows*/ 6, 0.8, 2, /*isTurned*/ true));
    }
}

void Primitives::addRoundToHills(int count) {
    add(standing(hillySlab()), 0, btTransform::getIdentity());
    const std::array<const StockShape*, 5> shapes = {
        &keep(stockSphere(0.2)), &keep(stockCapsule(0.12, 0.25)), &keep(stockCylinder(0.15, 0.3)),
        &keep(stockCone(0.2, 0.4)), &keep(stockTwoSpheres(0.12, 0.12))};
    for (int i = 0; i < count; ++i) {
        add(*shapes[i % shapes.size()], 1, startOf(i, /*rows*/ 26, 0.8, 1, /*isTurned*/ true));
    }
}

}  // namespace

std::unique_ptr<Scene> makePrimitives(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Primitives>(world, options);
}

}  // namespace ricochet::scenes
