// A body's shape is exchanged while Bullet keeps the pair's algorithm: which server handles the pair must be
// decided again.

#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/CollisionShapes/btConvexTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <gmock/gmock.h>
#include <ricochet/ricochet.h>

#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;

/// One of each kind of shape, each about a metre high, its top at y = 0.5 (a plane's and a terrain's at 0).
struct Zoo {
    BulletMesh mesh = boxMesh(btScalar(0.5), btScalar(0.5), btScalar(0.5));
    btBoxShape box{btVector3(btScalar(0.5), btScalar(0.5), btScalar(0.5))};
    btSphereShape sphere{btScalar(0.5)};
    btCapsuleShape capsule{btScalar(0.25), btScalar(0.5)};
    btCylinderShape cylinder{btVector3(btScalar(0.5), btScalar(0.5), btScalar(0.5))};
    btConeShape cone{btScalar(0.5), 1};
    btVector3 centres[2] = {btVector3(btScalar(0.2), 0, 0), btVector3(btScalar(-0.2), 0, 0)};
    btScalar radii[2] = {btScalar(0.5), btScalar(0.4)};
    btMultiSphereShape spheres{centres, radii, 2};
    btConvexHullShape hull{mesh.vertices.data()->data(), 8, sizeof(mesh.vertices[0])};
    btConvexTriangleMeshShape convexMesh{&mesh.interface};
    btBvhTriangleMeshShape bvh{&mesh.interface, true};
    btScaledBvhTriangleMeshShape scaled{&bvh, btVector3(2, 1, 2)};
    btGImpactMeshShape gimpact{&mesh.interface};
    std::vector<float> heights = std::vector<float>(9, 0.f);
    btHeightfieldTerrainShape terrain{3, 3, heights.data(), btScalar(-1), btScalar(1), 1, false};
    btStaticPlaneShape plane{btVector3(0, 1, 0), 0};
    btCompoundShape pair, meshes;

    Zoo() {
        gimpact.updateBound();
        for (btScalar x : {btScalar(-0.3), btScalar(0.3)}) {
            const btTransform at(btQuaternion::getIdentity(), btVector3(x, 0, 0));
            pair.addChildShape(at, &sphere);
            meshes.addChildShape(at, &bvh);
        }
    }

    std::vector<btCollisionShape*> all() {
        return {&box, &sphere, &capsule, &cylinder, &cone,  &spheres, &hull,  &convexMesh,
                &bvh, &scaled, &gimpact, &terrain,  &plane, &pair,    &meshes};
    }
};

/// One world for all couples in turn, since registering takes longer than testing a couple.
struct Stage {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btCollisionWorld world{&dispatcher, &broadphase, &configuration};
    Stage() {
        Settings settings;
        settings.convexConvex = "convex-features";  // of three servers that pairs are handed to
        EXPECT_EQ(registerAlgorithms(&dispatcher, settings), "");
    }
};

/// Two objects, the second above the first, alone in the world.
struct Couple {
    std::unique_ptr<Stage> stage;
    btCollisionDispatcher& dispatcher;
    btCollisionWorld& world;
    btCollisionObject lower, upper;

    Couple(btCollisionShape& lowerShape, btCollisionShape& upperShape, btScalar height)
        : stage(takeStage()), dispatcher(stage->dispatcher), world(stage->world) {
        lower.setCollisionShape(&lowerShape);
        upper.setCollisionShape(&upperShape);
        upper.getWorldTransform().setOrigin(btVector3(btScalar(0.05), height, btScalar(0.03)));
        world.addCollisionObject(&lower);
        world.addCollisionObject(&upper);
    }
    ~Couple() {
        world.removeCollisionObject(&lower);
        world.removeCollisionObject(&upper);
        EXPECT_EQ(dispatcher.getNumManifolds(), 0);
        spareStages().push_back(std::move(stage));
    }

    static std::vector<std::unique_ptr<Stage>>& spareStages() {
        static std::vector<std::unique_ptr<Stage>> spare;
        return spare;
    }
    static std::unique_ptr<Stage> takeStage() {
        if (spareStages().empty()) return std::make_unique<Stage>();
        std::unique_ptr<Stage> stage = std::move(spareStages().back());
        spareStages().pop_back();
        return stage;
    }

    void step() { world.performDiscreteCollisionDetection(); }

    /// The least distance of all contacts; infinite where there are none.
    btScalar nearest() {
        btScalar minimum = std::numeric_limits<btScalar>::infinity();
        for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
            const btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
            for (int p = 0; p < manifold.getNumContacts(); ++p) {
                minimum = std::min(minimum, manifold.getContactPoint(p).getDistance());
            }
        }
        return minimum;
    }
};

constexpr btScalar kTouching = btScalar(0.95), kApart = btScalar(1.3);

std::string namesOf(const btCollisionShape& lower, const btCollisionShape& from, const btCollisionShape& to) {
    return std::string(from.getName()) + " -> " + to.getName() + " beside " + lower.getName();
}

/// Calls visit(partner, from, to) for each kind beside each exchange of kinds.
template <class Visit>
void forEachExchange(Zoo& zoo, Visit&& visit) {
    for (btCollisionShape* partner : zoo.all()) {
        for (btCollisionShape* from : zoo.all()) {
            for (btCollisionShape* to : zoo.all()) visit(*partner, *from, *to);
        }
    }
}

/// Which of a couple gets another shape.
enum class Changes { lower, upper };

/// The results of worlds that never had other shapes; each couple is tested once.
class FreshWorlds {
public:
    btScalar nearest(btCollisionShape& lower, btCollisionShape& upper, btScalar height) {
        const auto [known, isNew] = known_.try_emplace({&lower, &upper}, btScalar(0));
        if (isNew) {
            Couple couple(lower, upper, height);
            couple.step();
            known->second = couple.nearest();
        }
        return known->second;
    }

private:
    std::map<std::pair<btCollisionShape*, btCollisionShape*>, btScalar> known_;
};

void expectNearest(Couple& couple, btScalar expected, const std::string& names) {
    if (std::isinf(expected)) {
        EXPECT_EQ(couple.nearest(), expected) << names;
    } else {
        EXPECT_NEAR(couple.nearest(), expected, 0.02) << names;
    }
}

void exchangeBetweenSteps(Changes changes, btScalar height, int& touching) {
    Zoo zoo;
    FreshWorlds fresh;
    forEachExchange(zoo, [&](btCollisionShape& partner, btCollisionShape& from, btCollisionShape& to) {
        const bool isLower = changes == Changes::lower;
        Couple couple(isLower ? from : partner, isLower ? partner : from, height);
        couple.step();
        couple.step();
        (isLower ? couple.lower : couple.upper).setCollisionShape(&to);
        couple.step();
        if (&from == &to) return;
        const btScalar expected = fresh.nearest(isLower ? to : partner, isLower ? partner : to, height);
        expectNearest(couple, expected, namesOf(partner, from, to));
        if (!std::isinf(expected)) ++touching;
    });
}

TEST(ShapeExchange, AnyKindToAnyKindInContactGetsTheNewShapesContactsInTheNextStep) {
    int touching = 0;
    exchangeBetweenSteps(Changes::upper, kTouching, touching);
    exchangeBetweenSteps(Changes::lower, kTouching, touching);
    EXPECT_GT(touching, 4000);  // of 6,300
}

TEST(ShapeExchange, AnyKindToAnyKindOutOfContact) {
    int touching = 0;
    exchangeBetweenSteps(Changes::upper, kApart, touching);
    exchangeBetweenSteps(Changes::lower, kApart, touching);
    EXPECT_LT(touching, 2000);
}

/// What the next contact callback does; Bullet's callbacks are functions.
std::function<void()> atNextContact;
bool actOnce(btManifoldPoint&, void*, void*) {
    if (const auto act = std::exchange(atNextContact, nullptr)) act();
    return true;
}
bool actOnceAdded(btManifoldPoint& point, const btCollisionObjectWrapper*, int, int,
                  const btCollisionObjectWrapper*, int, int) {
    return actOnce(point, nullptr, nullptr);
}

struct InsideCallbacks : testing::Test {
    InsideCallbacks() {
        gContactProcessedCallback = actOnce;
        gContactAddedCallback = actOnceAdded;
    }
    ~InsideCallbacks() override {
        gContactProcessedCallback = nullptr;
        gContactAddedCallback = nullptr;
        atNextContact = nullptr;
    }
};

TEST_F(InsideCallbacks, AnyKindToAnyKind) {
    Zoo zoo;
    FreshWorlds fresh;
    int exchanged = 0;
    forEachExchange(zoo, [&](btCollisionShape& partner, btCollisionShape& from, btCollisionShape& to) {
        Couple couple(partner, from, kTouching);
        couple.upper.setCollisionFlags(btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
        atNextContact = [&] {
            couple.upper.setCollisionShape(&to);
            ++exchanged;
        };
        couple.step();
        const bool wasExchanged = !atNextContact;
        atNextContact = nullptr;
        couple.step();
        if (!wasExchanged || &from == &to) return;
        expectNearest(couple, fresh.nearest(partner, to, kTouching), namesOf(partner, from, to));
    });
    EXPECT_GT(exchanged, 2000);
}

TEST(ShapeExchange, ChildrenOfACompoundAreAddedRemovedAndExchanged) {
    Zoo zoo;
    const btTransform here = btTransform::getIdentity();
    forEachExchange(zoo, [&](btCollisionShape& partner, btCollisionShape& from, btCollisionShape& to) {
        if (from.isCompound() || to.isCompound()) return;
        btCompoundShape compound;
        Couple couple(partner, compound, kTouching);
        couple.step();
        compound.addChildShape(here, &from);
        couple.step();
        compound.getChildList()[0].m_childShape = &to;
        compound.updateChildTransform(0, here);  // for the compound's box
        couple.step();
        compound.addChildShape(here, &from);
        couple.step();
        compound.removeChildShapeByIndex(1);
        compound.recalculateLocalAabb();  // Bullet leaves that to the user
        couple.step();
        btCompoundShape same;
        same.addChildShape(here, &to);
        Couple fresh(partner, same, kTouching);
        fresh.step();
        expectNearest(couple, fresh.nearest(), namesOf(partner, from, to));
        compound.removeChildShapeByIndex(0);
        couple.step();
        EXPECT_TRUE(std::isinf(couple.nearest()));
    });
}

/// A body on a floor.
struct OnFloor {
    BulletMesh ground = boxMesh(5, 1, 5);
    btBvhTriangleMeshShape floor{&ground.interface, true};
    BulletWorld w;
    btRigidBody* body = nullptr;

    explicit OnFloor(btCollisionShape& shape) {
        EXPECT_EQ(registerAlgorithms(&w.dispatcher), "");
        w.add(floor, 0, btVector3(0, -1, 0));
        body = &w.add(shape, 1, btVector3(0, btScalar(0.6), 0));
        body->setFriction(btScalar(0.9));
    }
    btScalar heightAfter(int steps) {
        w.run(steps);
        return body->getWorldTransform().getOrigin().y();
    }
};

TEST(ShapeExchange, ABodyThatChangesShapeOnAFloorRestsOnTheNewOne) {
    Zoo zoo;
    OnFloor changing(zoo.bvh);
    for (btCollisionShape* shape : std::initializer_list<btCollisionShape*>{
             &zoo.box, &zoo.gimpact, &zoo.meshes, &zoo.hull, &zoo.cylinder, &zoo.scaled}) {
        changing.body->setCollisionShape(shape);
        const btScalar height = changing.heightAfter(60);
        EXPECT_NEAR(height, OnFloor(*shape).heightAfter(120), 1e-4) << shape->getName();
        EXPECT_LT(changing.body->getLinearVelocity().length(), 1e-3) << shape->getName();
    }
}

TEST(ShapeExchange, AWorldWithoutStepsSeesVerticesThatMoveWithoutNoticeInTheNextDetection) {
    Zoo zoo;
    BulletMesh floorMesh = boxMesh(1, btScalar(0.5), 1);
    btGImpactMeshShape floor(&floorMesh.interface);
    floor.updateBound();
    Couple couple(floor, zoo.gimpact, btScalar(0.98));
    couple.step();
    const btScalar first = couple.nearest();
    for (int step = 1; step <= 3; ++step) {
        for (auto& vertex : floorMesh.vertices) vertex[1] += btScalar(0.01);
        couple.step();
        EXPECT_NEAR(couple.nearest(), first - btScalar(0.01) * step, 1e-4) << step;
    }
}

TEST(ShapeExchange, AShapeIsLeftToStockAndTakenBackWhileTheBodyRests) {
    Zoo zoo;
    Couple couple(zoo.bvh, zoo.box, kTouching);
    couple.step();
    const btScalar ours = couple.nearest();
    ASSERT_EQ(setAlgorithm(zoo.bvh, "stock"), "");
    resetStatistics(couple.dispatcher);
    couple.step();
    EXPECT_EQ(statistics(couple.dispatcher).pairs, 0);
    EXPECT_LT(couple.nearest(), 0);
    ASSERT_EQ(setAlgorithm(zoo.bvh, ""), "");
    couple.step();
    EXPECT_EQ(statistics(couple.dispatcher).pairs, 1);
    EXPECT_EQ(couple.nearest(), ours);
}

}  // namespace
}  // namespace ricochet
