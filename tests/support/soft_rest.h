#pragma once

#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ricochet::test {

inline constexpr double kGravity = 9.81;  // m/s²: of a BulletWorld

/// A shape with what it refers to.
struct OwnedShape {
    std::unique_ptr<BulletMesh> mesh;
    std::unique_ptr<btCollisionShape> shape;
};

/// A body of about a metre whose origin is half a metre above its foot, on a ground whose top is half a metre
/// below the origin: there floats resolve nanometres.
struct SoftPairKind {
    std::string name;
    std::function<OwnedShape()> body, ground;
    btScalar groundHeight;      ///< metres: of the ground's origin
    int points = 4;             ///< contacts on which it rests
    bool canLieTurned = false;  ///< it may come to rest in any orientation
    /// How many materials may be left out because Bullet's solver departs from theory, with its own box too;
    /// those that sink so little that split impulse changes nothing count twice.
    int leftOut = 1;
};

/// A spring of `stiffness` N/m and `damping` N s/m for each contact point, under a mass in kg.
struct SoftMaterial {
    double stiffness, damping, mass;
    /// As in Bullet's worlds: beyond 4 cm of depth, positions are corrected instead of the spring acting.
    bool splitImpulse = true;

    /// Metres: the equilibrium depth on `points` springs.
    double sinkOn(int points) const { return mass * kGravity / (points * stiffness); }
    /// The material on which a body sinks as deep on four points as on `points` of this one.
    SoftMaterial forFourInsteadOf(int points) const {
        return {stiffness * points / 4, damping * points / 4, mass, splitImpulse};
    }
};

struct SoftRest {
    double sink = 0;                                       ///< metres below where the body first touches
    double minimum = std::numeric_limits<double>::max();   ///< metres: in the last quarter of the time
    double maximum = -std::numeric_limits<double>::max();  ///< metres: at any time
    int points = 0;                                        ///< contacts at the end
    double tilt = 0;                                       ///< sine: of the body's up against the world's
};

inline OwnedShape boxBody() {
    return {nullptr, std::make_unique<btBoxShape>(btVector3(btScalar(0.5), btScalar(0.5), btScalar(0.5)))};
}

inline OwnedShape bvhShape(BulletMesh&& mesh, btScalar margin) {
    OwnedShape owned{std::make_unique<BulletMesh>(mesh.vertices, mesh.faces), nullptr};
    owned.shape = std::make_unique<btBvhTriangleMeshShape>(&owned.mesh->interface, /*quantized*/ true);
    owned.shape->setMargin(margin);
    return owned;
}

inline OwnedShape meshBody() { return bvhShape(boxMesh(btScalar(0.5), btScalar(0.5), btScalar(0.5)), 0); }

/// 2 m thick, 10 m wide.
inline OwnedShape meshSlab() { return bvhShape(boxMesh(5, 1, 5), 0); }
inline OwnedShape boxSlab() { return {nullptr, std::make_unique<btBoxShape>(btVector3(5, 1, 5))}; }
inline OwnedShape plane() {
    return {nullptr, std::make_unique<btStaticPlaneShape>(btVector3(0, 1, 0), btScalar(0))};
}

/// A square of 10 m, `cells` along each side, at the heights of `heightAt`; open, or closed 2 m below.
inline BulletMesh groundMesh(int cells, const std::function<double(double, double)>& heightAt,
                             bool isClosed) {
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    const int row = cells + 1, layer = row * row;
    for (int side = 0; side < (isClosed ? 2 : 1); ++side) {
        for (int i = 0; i <= cells; ++i) {
            for (int k = 0; k <= cells; ++k) {
                const double x = 10.0 * i / cells - 5, z = 10.0 * k / cells - 5;
                vertices.push_back({btScalar(x), btScalar(side == 0 ? heightAt(x, z) : -2), btScalar(z)});
                if (i == cells || k == cells) continue;
                const int at = side * layer + i * row + k, next = at + row;
                faces.push_back(side == 0 ? std::array{at, at + 1, next} : std::array{at, next, at + 1});
                faces.push_back(side == 0 ? std::array{next, at + 1, next + 1}
                                          : std::array{next, next + 1, at + 1});
            }
        }
    }
    const auto addWall = [&](int from, int to) {  // seen from outside, the top's outline runs so
        faces.push_back({from, to, from + layer});
        faces.push_back({to, to + layer, from + layer});
    };
    for (int i = 0; isClosed && i < cells; ++i) {
        addWall(i + 1, i);
        addWall(cells * row + i, cells * row + i + 1);
        addWall(i * row, (i + 1) * row);
        addWall((i + 1) * row + cells, i * row + cells);
    }
    return BulletMesh(vertices, faces);
}

inline OwnedShape openSurface(int cells, btScalar margin) {
    return bvhShape(groundMesh(
                        cells, [](double, double) { return 0.0; }, /*isClosed*/ false),
                    margin);
}

/// Hills of up to 30 cm, 3 m apart.
inline OwnedShape hillyGround(bool isClosed) {
    const auto heightAt = [](double x, double z) { return 0.15 * (std::sin(2.1 * x) + std::cos(2.1 * z)); };
    return bvhShape(groundMesh(20, heightAt, isClosed), 0);
}

/// Round bodies: a sphere, a capsule that lies, a cylinder that stands, two spheres side by side.
inline std::vector<SoftPairKind> roundSoftPairKinds() {
    static constexpr btScalar kHalf = btScalar(0.5);
    constexpr btScalar kSlab = btScalar(-1.5), kTop = btScalar(-0.5);
    const auto sphere = [] { return OwnedShape{nullptr, std::make_unique<btSphereShape>(kHalf)}; };
    const auto capsule = [] { return OwnedShape{nullptr, std::make_unique<btCapsuleShapeX>(kHalf, 1)}; };
    const auto cylinder = [] {
        return OwnedShape{nullptr, std::make_unique<btCylinderShape>(btVector3(kHalf, kHalf, kHalf))};
    };
    const auto spheres = [] {
        const btVector3 centres[] = {btVector3(kHalf, 0, 0), btVector3(-kHalf, 0, 0)};
        const btScalar radii[] = {kHalf, kHalf};
        return OwnedShape{nullptr, std::make_unique<btMultiSphereShape>(centres, radii, 2)};
    };
    return {{"sphere on mesh", sphere, meshSlab, kSlab, 1, true},
            {"sphere on plane", sphere, plane, kTop, 1, true},
            {"capsule on mesh", capsule, meshSlab, kSlab, 2, true},
            {"cylinder on mesh", cylinder, meshSlab, kSlab, 4, false, 2},
            {"two spheres on mesh", spheres, meshSlab, kSlab, 2, true}};
}

/// The table of pairs.
inline std::vector<SoftPairKind> softPairKinds() {
    constexpr btScalar kSlab = btScalar(-1.5), kTop = btScalar(-0.5);
    const auto openTerrain = [] { return openSurface(7, 0); };
    const auto paddedGround = [] { return openSurface(7, btScalar(0.04)); };
    std::vector<SoftPairKind> kinds = {{"box on mesh", boxBody, meshSlab, kSlab},
                                       {"mesh on mesh", meshBody, meshSlab, kSlab},
                                       {"mesh on box", meshBody, boxSlab, kSlab},
                                       {"mesh on plane", meshBody, plane, kTop},
                                       {"box on open surface", boxBody, openTerrain, kTop},
                                       {"mesh on open surface, margin 0.04", meshBody, paddedGround, kTop},
                                       {"box on box", boxBody, boxSlab, kSlab, 4, false, 2}};
    for (SoftPairKind& kind : roundSoftPairKinds()) kinds.push_back(std::move(kind));
    return kinds;
}

/// What stock has for the same: a box on a box.
inline SoftPairKind stockBoxOnBox() { return {"stock: box on box", boxBody, boxSlab, btScalar(-1.5)}; }

/// A body of a soft pair that is let go just above its ground. `prepare` makes the dispatcher ours, or not.
class SoftScene {
public:
    SoftScene(const SoftPairKind& kind, const SoftMaterial& material,
              const std::function<void(btCollisionDispatcher&)>& prepare)
        : body_(kind.body()), ground_(kind.ground()) {
        prepare(world.dispatcher);
        world.world.getSolverInfo().m_splitImpulse = material.splitImpulse;
        world.add(*ground_.shape, 0, btVector3(0, kind.groundHeight, 0));
        const auto mass = btScalar(material.mass);
        const btVector3 inertia = mass / 6 * btVector3(1, 1, 1);
        body = &world.add(*body_.shape, mass, btVector3(0, btScalar(0.05), 0), inertia);
        body->setContactStiffnessAndDamping(btScalar(material.stiffness), btScalar(material.damping));
        touchHeight_ = firstTouch();
        body->getWorldTransform().setOrigin(btVector3(0, btScalar(touchHeight_ + 1e-4), 0));
    }

    double height() const { return double(body->getWorldTransform().getOrigin().y()); }
    double sink() const { return touchHeight_ - height(); }

    /// Its state after `seconds`.
    SoftRest rest(double seconds) {
        SoftRest rest;
        const int steps = static_cast<int>(60 * seconds);
        for (int i = 0; i < steps; ++i) {
            world.run(1);
            rest.maximum = std::max(rest.maximum, sink());
            if (4 * i >= 3 * steps) rest.minimum = std::min(rest.minimum, sink());
        }
        rest.sink = sink();
        rest.points = world.contacts();
        rest.tilt =
            double(body->getWorldTransform().getBasis().getColumn(1).cross(btVector3(0, 1, 0)).length());
        return rest;
    }

    BulletWorld world;
    btRigidBody* body = nullptr;

private:
    /// The origin's height at which the body touches, by the contacts' own distance: margins differ.
    double firstTouch() {
        body->setGravity(btVector3(0, 0, 0));
        for (int i = 0; i < 100 && world.contacts() == 0; ++i) {
            body->getWorldTransform().setOrigin(btVector3(0, btScalar(0.05 - 0.002 * i), 0));
            body->setLinearVelocity(btVector3(0, 0, 0));
            world.world.performDiscreteCollisionDetection();
        }
        double distance = 0;
        for (int i = 0; i < world.dispatcher.getNumManifolds(); ++i) {
            const btPersistentManifold& manifold = *world.dispatcher.getManifoldByIndexInternal(i);
            if (manifold.getNumContacts() > 0) distance = double(manifold.getContactPoint(0).getDistance());
        }
        body->setGravity(world.world.getGravity());
        return height() - distance;
    }

    OwnedShape body_, ground_;
    double touchHeight_ = 0;
};

}  // namespace ricochet::test
