#include "tests/plugin/region_settings.h"
#include "tests/support/bullet_mesh.h"

#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <btBulletCollisionCommon.h>
#include <gmock/gmock.h>
#include <ricochet/ricochet.h>

#include <limits>
#include <random>
#include <set>
#include <tuple>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::torusMesh;
using testing::HasSubstr;

btTransform at(btScalar x, btScalar y, btScalar z) {
    return btTransform(btQuaternion::getIdentity(), btVector3(x, y, z));
}

/// Two tori, and seeded poses at which most of them are close.
struct Tori {
    BulletMesh mesh = torusMesh(btScalar(0.3));
    btBvhTriangleMeshShape a{&mesh.interface, true}, b{&mesh.interface, true};
    std::mt19937 random{11};

    ~Tori() {
        release(a);
        release(b);
    }
    btTransform pose() {
        std::uniform_real_distribution<double> number(-1, 1);
        const auto next = [&] { return btScalar(number(random)); };
        return btTransform(btQuaternion(btVector3(next(), next(), next()).normalized(), 3 * next()),
                           2 * btVector3(next(), next(), next()));
    }
};

/// The pairs of faces that are at most so far apart, from the shapes of their triangles alone.
std::set<std::pair<int, int>> allPairs(const BulletMesh& mesh, const btTransform& a, const btTransform& b,
                                       btScalar distance) {
    std::vector<btTriangleMesh> triangles(mesh.faces.size());
    std::vector<std::unique_ptr<btBvhTriangleMeshShape>> shapes;
    for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
        const auto corner = [&](int k) {
            const auto& v = mesh.vertices[std::size_t(mesh.faces[i][std::size_t(k)])];
            return btVector3(v[0], v[1], v[2]);
        };
        triangles[i].addTriangle(corner(0), corner(1), corner(2));
        shapes.push_back(std::make_unique<btBvhTriangleMeshShape>(&triangles[i], true));
    }
    std::set<std::pair<int, int>> found;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        for (std::size_t j = 0; j < shapes.size(); ++j) {
            if (closestPoints(*shapes[i], a, *shapes[j], b, distance).isFound) found.emplace(i, j);
        }
    }
    for (const auto& shape : shapes) release(*shape);
    return found;
}

TEST(ShapeQueries, PairsAreThoseOfEveryTwoFaces) {
    const BulletMesh mesh = torusMesh(btScalar(0.3), 6, 4);
    btBvhTriangleMeshShape shape(const_cast<btTriangleIndexVertexArray*>(&mesh.interface), true);
    Tori tori;
    for (int i = 0; i < 3; ++i) {
        // Turned, too: without that, faces of both lie in one plane up to rounding errors.
        const btQuaternion turn(btVector3(1, 2, 3).normalized(), btScalar(0.1));
        const btTransform a = tori.pose(), b = a * btTransform(turn, {btScalar(0.3), btScalar(0.2 * i), 0});
        for (const btScalar distance : {btScalar(0), btScalar(0.1)}) {
            const FacePairsAnswer answer = facePairs(shape, a, shape, b, distance);
            ASSERT_EQ(answer.error, "");
            std::set<std::pair<int, int>> found;
            for (const auto& pair : answer.pairs) found.emplace(pair.a.triangle, pair.b.triangle);
            EXPECT_EQ(found.size(), answer.pairs.size());
            EXPECT_EQ(found, allPairs(mesh, a, b, distance));
            EXPECT_FALSE(found.empty());
        }
    }
    release(shape);
}

TEST(ShapeQueries, TheDistanceIsZeroExactlyWhereFacesIntersect) {
    Tori tori;
    int touching = 0, near = 0;
    for (int i = 0; i < 200; ++i) {
        const btTransform a = tori.pose(), b = tori.pose();
        const ClosestPointsAnswer closest = closestPoints(tori.a, a, tori.b, b);
        ASSERT_TRUE(closest.isFound) << closest.error;
        EXPECT_EQ(closest.distance == 0, !facePairs(tori.a, a, tori.b, b).pairs.empty());
        EXPECT_NEAR((closest.onA - closest.onB).length(), closest.distance, 1e-5);
        touching += closest.distance == 0;
        const btScalar half = closest.distance / 2;
        if (!(half > 0)) continue;
        ++near;
        EXPECT_FALSE(closestPoints(tori.a, a, tori.b, b, half).isFound);
        EXPECT_TRUE(facePairs(tori.a, a, tori.b, b, half).pairs.empty());
        const auto pairs = facePairs(tori.a, a, tori.b, b, closest.distance * btScalar(1.001)).pairs;
        EXPECT_THAT(pairs, testing::Contains(ShapeFacePair{closest.faceA, closest.faceB}));
    }
    EXPECT_GT(touching, 30);
    EXPECT_GT(near, 40);
}

TEST(ShapeQueries, FacesOfCompoundsHaveTheNumbersOfTheirChildren) {
    BulletMesh mesh = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape shape(&mesh.interface, true);
    btBoxShape box(btVector3(1, 1, 1));
    btCompoundShape inner, outer;
    inner.addChildShape(at(9, 0, 0), &box);
    inner.addChildShape(at(0, 0, 0), &shape);
    outer.addChildShape(at(-9, 0, 0), &shape);
    outer.addChildShape(at(0, 0, 0), &inner);
    const auto meshes = facePairs(outer, at(0, 0, 0), shape, at(btScalar(1.5), btScalar(0.1), 0)).pairs;
    ASSERT_FALSE(meshes.empty());
    for (const ShapeFacePair& pair : meshes) {
        EXPECT_EQ(pair.a.child, 2);
        EXPECT_EQ(pair.b.child, -1);
    }
    const auto withBox = facePairs(outer, at(0, 0, 0), shape, at(btScalar(10.5), btScalar(0.1), 0)).pairs;
    std::set<int> triangles;
    for (const ShapeFacePair& pair : withBox) {
        EXPECT_EQ(std::tie(pair.a.child, pair.a.part, pair.a.triangle), std::make_tuple(1, -1, -1));
        EXPECT_TRUE(triangles.insert(pair.b.triangle).second);  // of the box no face is named, so none twice
    }
    EXPECT_FALSE(triangles.empty());
    EXPECT_NEAR(closestPoints(outer, at(0, 0, 0), box, at(13, 0, 0)).distance, 2, 1e-6);
    release(shape);
    release(box);
}

TEST(ShapeQueries, LargeMeshesAreReadWhereTheOtherOneIs) {
    const BulletMesh mesh = test::fineBoxMesh(5, 1, 5, 16);
    btBvhTriangleMeshShape ground(const_cast<btTriangleIndexVertexArray*>(&mesh.interface), true);
    btBoxShape box(btVector3(btScalar(0.2), btScalar(0.2), btScalar(0.2)));
    const btTransform low = at(btScalar(0.13), btScalar(1.1), btScalar(0.17)), high = at(0, 9, 0);
    const auto whole = facePairs(ground, at(0, 0, 0), box, low).pairs;
    ASSERT_FALSE(whole.empty());
    release(ground);
    test::setLimits({.wholeMesh = 0});
    EXPECT_EQ(facePairs(ground, at(0, 0, 0), box, low).pairs, whole);
    const FacePairsAnswer far = facePairs(ground, at(0, 0, 0), box, high);
    EXPECT_EQ(far.error, "");
    EXPECT_TRUE(far.pairs.empty());
    EXPECT_NEAR(closestPoints(ground, at(0, 0, 0), box, high).distance, 7.8, 1e-5);
    test::setLimits({});
    release(ground);
    release(box);
}

TEST(ShapeQueries, SaysWhatCannotBeAsked) {
    BulletMesh mesh = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape shape(&mesh.interface, true);
    btSphereShape sphere(1);
    btCompoundShape nothing;
    const btTransform here = at(0, 0, 0);
    const btScalar noNumber = std::numeric_limits<btScalar>::quiet_NaN();
    EXPECT_EQ(facePairs(shape, here, sphere, here).error, "A SPHERE shape has no faces.");
    EXPECT_EQ(closestPoints(nothing, here, shape, here).error, "A compound has no faces.");
    EXPECT_THAT(facePairs(shape, at(noNumber, 0, 0), shape, here).error, HasSubstr("is not finite"));
    for (const btScalar distance : {btScalar(-1), noNumber}) {
        EXPECT_THAT(facePairs(shape, here, shape, here, distance).error, HasSubstr("maxDistance"));
        EXPECT_THAT(closestPoints(shape, here, shape, here, distance).error, HasSubstr("maxDistance"));
    }
    EXPECT_TRUE(facePairs(shape, here, shape, here).error.empty());
    release(shape);
}

/// A compound of the triangles of a torus, each in a frame of its own.
struct TriangleCompound {
    std::vector<std::unique_ptr<btTriangleShape>> triangles;
    btCompoundShape compound;

    explicit TriangleCompound(const BulletMesh& mesh) {
        for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
            const btVector3 shift(btScalar(0.5) * btScalar(i % 3), 0, 0);
            const auto corner = [&](std::size_t k) {
                const auto& v = mesh.vertices[std::size_t(mesh.faces[i][k])];
                return btVector3(v[0], v[1], v[2]) - shift;
            };
            triangles.push_back(std::make_unique<btTriangleShape>(corner(0), corner(1), corner(2)));
            triangles.back()->setMargin(btScalar(0.01));
            compound.addChildShape(btTransform(btQuaternion::getIdentity(), shift), triangles.back().get());
        }
    }
};

TEST(CompoundMesh, HasTheTrianglesInTheirOrder) {
    const BulletMesh mesh = torusMesh(btScalar(0.3));
    btBvhTriangleMeshShape original(const_cast<btTriangleIndexVertexArray*>(&mesh.interface), true);
    const TriangleCompound source(mesh);
    CompoundMesh made = meshFromCompound(source.compound);
    ASSERT_EQ(made.error, "");
    EXPECT_EQ(made.triangles->getNumTriangles(), int(mesh.faces.size()));
    EXPECT_EQ(made.shape->getMargin(), btScalar(0.01));
    const btTransform here = at(0, 0, 0), there = at(btScalar(0.4), btScalar(0.1), 0);
    const auto pairs = facePairs(*made.shape, here, original, there).pairs;
    EXPECT_EQ(pairs, facePairs(original, here, original, there).pairs);
    EXPECT_FALSE(pairs.empty());
    EXPECT_GT(massProperties(*made.shape, 1).volume, 0);  // closed: corners that coincide are shared
    EXPECT_FALSE(massProperties(*made.shape, 1).isHull);
    release(*made.shape);
    release(original);
}

TEST(CompoundMesh, SaysWhatIsNoTriangle) {
    btTriangleShape triangle(btVector3(0, 0, 0), btVector3(1, 0, 0), btVector3(0, 1, 0));
    btBoxShape box(btVector3(1, 1, 1));
    btCompoundShape compound;
    EXPECT_EQ(meshFromCompound(compound).error, "The compound is empty.");
    compound.addChildShape(at(0, 0, 0), &triangle);
    compound.addChildShape(at(0, 0, 0), &box);
    const CompoundMesh made = meshFromCompound(compound);
    EXPECT_EQ(made.error, "Child 1 of the compound is no triangle.");
    EXPECT_EQ(made.shape, nullptr);
}

}  // namespace
}  // namespace ricochet
