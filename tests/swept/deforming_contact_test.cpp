#include "algorithms/swept/deforming_contact.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

#include <set>

namespace ricochet {
namespace {

/// A mesh and where its vertices are at both ends.
struct Deforming {
    SharedMesh mesh;
    std::vector<Vec3> at0, at1;

    DeformingMesh get() const { return {mesh->faces(), at0, at1}; }
    Triangle faceAt(Index face, Real time) const {
        Triangle corners;
        for (std::size_t k = 0; k < 3; ++k) {
            const Index v = mesh->faces()[face][k];
            corners[k] = (1 - time) * at0[v] + time * at1[v];
        }
        return corners;
    }
};

/// From about `centre` on, all vertices by `displacement` and each for itself by up to `shake`.
Deforming deforming(Random& random, SharedMesh mesh, const Vec3& centre, const Vec3& displacement,
                    Real shake) {
    Deforming d{mesh, {}, {}};
    for (const Vec3& v : mesh->vertices()) {
        d.at0.push_back(centre + v + randomPoint(random, 0.2 * shake));
        d.at1.push_back(d.at0.back() + displacement + randomPoint(random, shake));
    }
    return d;
}

std::optional<SweptContact> contactOf(const Deforming& a, const Deforming& b,
                                      const LinearContactSettings& settings = {}) {
    const Aabb boxA = grown(sweptBox(a.get()), settings.separation);
    return firstContact(DeformingSweep(a.get(), boxA), DeformingSweep(b.get(), boxA), settings);
}

using Edges = std::set<std::pair<Index, Index>>;
Edges edgesOf(const Mesh& mesh) {
    Edges edges;
    for (const Face& face : mesh.faces()) {
        for (std::size_t k = 0; k < 3; ++k) edges.insert(std::minmax(face[k], face[(k + 1) % 3]));
    }
    return edges;
}

/// Every vertex with every face, every edge with every edge, without a box.
std::optional<Real> bruteForceTime(const Deforming& a, const Deforming& b,
                                   const LinearContactSettings& settings) {
    for (Index f = 0; f < a.mesh->faceCount(); ++f) {
        for (Index g = 0; g < b.mesh->faceCount(); ++g) {
            if (intersects(a.faceAt(f, 0), b.faceAt(g, 0))) return 0;
        }
    }
    std::optional<Real> first;
    const auto query = [&](const LinearPair& pair) {
        const auto time = firstTouch(pair, settings);
        if (time && *time <= settings.end && (!first || *time < *first)) first = time;
    };
    const auto askVertices = [&](const Deforming& of, const Deforming& with) {
        for (std::size_t v = 0; v < of.at0.size(); ++v) {
            for (const Face& f : with.mesh->faces()) {
                query({FeatureKind::vertexFace,
                       {of.at0[v], with.at0[f[0]], with.at0[f[1]], with.at0[f[2]]},
                       {of.at1[v], with.at1[f[0]], with.at1[f[1]], with.at1[f[2]]}});
            }
        }
    };
    askVertices(a, b);
    askVertices(b, a);
    for (const auto& [p, q] : edgesOf(*a.mesh)) {
        for (const auto& [r, s] : edgesOf(*b.mesh)) {
            query({FeatureKind::edgeEdge,
                   {a.at0[p], a.at0[q], b.at0[r], b.at0[s]},
                   {a.at1[p], a.at1[q], b.at1[r], b.at1[s]}});
        }
    }
    return first;
}

TEST(DeformingContact, AgreesWithBruteForce) {
    Random random(91);
    const SharedMesh ring = torusMesh(0.5, 0.2, 8, 5), knot = test::knotMesh(14, 3, 0.1);
    for (Real gap : {0.0, 0.02}) {
        HitRate hits, zero;
        for (int i = 0; i < 40; ++i) {
            const Vec3 from = 2.2 * randomPoint(random).normalized();
            const Deforming a = deforming(random, ring, from, -from + randomPoint(random, 2), 0.3);
            const Deforming b = deforming(random, knot, Vec3(0, 0, 0), randomPoint(random, 0.3), 0.3);
            const LinearContactSettings settings{.separation = gap};
            const auto found = contactOf(a, b, settings);
            const auto truth = bruteForceTime(a, b, settings);
            ASSERT_EQ(found.has_value(), truth.has_value());
            if (found) {
                EXPECT_NEAR(found->time, *truth, 2 * settings.resolution);
            }
            hits.count(found.has_value());
            zero.count(found && found->time == 0);
        }
        EXPECT_TRUE(hits.isBetween(0.3, 0.9)) << hits.value();
        EXPECT_LT(zero.value(), 0.5);
    }
}

/// The first sampled time at which two faces cross.
std::optional<Real> sampledTime(const Deforming& a, const Deforming& b, int samples) {
    for (int s = 0; s <= samples; ++s) {
        const Real time = Real(s) / samples;
        for (Index f = 0; f < a.mesh->faceCount(); ++f) {
            for (Index g = 0; g < b.mesh->faceCount(); ++g) {
                if (intersects(a.faceAt(f, time), b.faceAt(g, time))) return time;
            }
        }
    }
    return std::nullopt;
}

/// Some faces have a corner twice: brute force, which tests them as faces, may be early.
TEST(DeformingContact, SoupsWithSegmentsAndPointsAreNeitherLateNorEarlierThanBruteForce) {
    Random random(92);
    HitRate hits, same;
    for (int i = 0; i < 100; ++i) {
        const SharedMesh soupA = test::soupMesh(random, 8, 0.2), soupB = test::soupMesh(random, 8, 0.2);
        const Deforming a = deforming(random, soupA, Vec3(1.2, 0, 0), Vec3(-2.5, 0, 0), 0.2);
        const Deforming b = deforming(random, soupB, Vec3(0, 0, 0), Vec3(0, 0, 0), 0.2);
        const auto found = contactOf(a, b);
        const auto truth = bruteForceTime(a, b, {}), sampled = sampledTime(a, b, 60);
        if (sampled) {
            ASSERT_TRUE(found);
            EXPECT_LE(found->time, *sampled);
        }
        if (found) {
            ASSERT_TRUE(truth);
            EXPECT_GE(found->time, *truth - 1e-12);
            same.count(found->time <= *truth + 1e-12);
        }
        hits.count(found.has_value());
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.95)) << hits.value();
    EXPECT_GT(same.value(), 0.9);
}

TEST(DeformingContact, IsNeverLaterThanTheFirstSampleThatCrosses) {
    Random random(93);
    const SharedMesh ring = torusMesh(0.5, 0.2, 8, 5);
    HitRate hits;
    for (int i = 0; i < 30; ++i) {
        const Deforming a = deforming(random, ring, Vec3(0, 0, 1.2), Vec3(0, 0, -2), 0.3);
        const Deforming b = deforming(random, ring, randomPoint(random, 1.8), Vec3(0, 0, 0), 0.3);
        const auto found = contactOf(a, b);
        if (const auto sampled = sampledTime(a, b, 50)) {
            ASSERT_TRUE(found);
            EXPECT_LE(found->time, *sampled);
        }
        hits.count(found.has_value());
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.95)) << hits.value();
}

TEST(DeformingContact, PointsAndNormalAreThoseOfTheFeatures) {
    Random random(94);
    const SharedMesh ring = torusMesh(0.5, 0.2, 8, 5);
    int touching[3] = {};
    for (int i = 0; i < 200; ++i) {
        const Deforming a = deforming(random, ring, Vec3(0, 0, 1.2), Vec3(0, 0, -2), 0.2);
        const Deforming b = deforming(random, ring, randomPoint(random, 0.5), Vec3(0, 0, 0), 0.2);
        const auto found = contactOf(a, b);
        if (!found || found->time == 0) continue;
        ++touching[static_cast<int>(found->features)];
        EXPECT_LT((found->onA - found->onB).norm(), 1e-9);
        EXPECT_NEAR(found->normal.norm(), 1, 1e-12);
        // A little earlier A is on the side to which the normal points: nothing of it is below.
        const Real before = found->time - 1e-6;
        const Triangle faceA = a.faceAt(found->faces.faceA, before),
                       faceB = b.faceAt(found->faces.faceB, before);
        EXPECT_FALSE(intersects(faceA, faceB));
        const ClosestPoints closest = closestPoints(faceA, faceB);
        EXPECT_GT(found->normal.dot(closest.onA - closest.onB), 0);
    }
    for (int count : touching) EXPECT_GT(count, 10);
}

TEST(DeformingContact, AWaveInAnOpenSurfaceIsHitBeforeTheStepEnds) {
    // The plate lies still but for one vertex, which shoots up through the body and past it.
    const SharedMesh plate = test::gridBoxMesh(Vec3(4, 4, 0.01), 8),
                     body = test::gridBoxMesh(Vec3(1, 1, 0.1));
    Deforming a{plate, plate->vertices(), plate->vertices()};
    Index top = 0;
    for (Index v = 0; v < plate->vertexCount(); ++v) {
        const auto height = [&](Index w) {
            return plate->vertices()[w].z() - plate->vertices()[w].head<2>().norm();
        };
        if (height(v) > height(top)) top = v;
    }
    a.at1[top].z() += 10;
    Deforming b{body, {}, {}};
    for (const Vec3& v : body->vertices()) b.at0.push_back(v + Vec3(0.1, 0.2, 2.05 + 0.005));
    b.at1 = b.at0;
    const auto found = contactOf(a, b);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->time, 0.2, 1e-9);
    EXPECT_NEAR(found->normal.z(), -1, 1e-9);
    EXPECT_EQ(contactOf(a, b, {.end = 0.19}), std::nullopt);
    EXPECT_TRUE(contactOf(a, b, {.end = 0.21}));
}

TEST(DeformingContact, CrossingFromTheStartIsTimeZero) {
    const SharedMesh box = test::gridBoxMesh(Vec3(1, 1, 1));
    const Deforming a{box, box->vertices(), box->vertices()};
    Deforming b = a;
    for (Vec3& v : b.at0) v += Vec3(0.3, 0.2, 0.1);
    const auto found = contactOf(a, b);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->time, 0);
    EXPECT_TRUE(found->normal.isZero(0));
}

TEST(DeformingContact, DoesNotDependOnThePartOfTheOtherThatIsTested) {
    Random random(95);
    const SharedMesh ring = torusMesh(0.5, 0.2, 8, 5);
    for (int i = 0; i < 20; ++i) {
        const Deforming a = deforming(random, ring, Vec3(0, 0, 1.2), Vec3(0, 0, -2), 0.2);
        const Deforming b = deforming(random, ring, randomPoint(random), Vec3(0, 0, 0), 0.2);
        const Aabb boxA = sweptBox(a.get());
        const DeformingSweep sweepA(a.get(), boxA);
        const auto some = firstContact(sweepA, DeformingSweep(b.get(), boxA), {});
        const auto all = firstContact(sweepA, DeformingSweep(b.get(), grown(boxA, 100)), {});
        ASSERT_EQ(some.has_value(), all.has_value());
        if (some) {
            EXPECT_EQ(some->time, all->time);
        }
    }
}

}  // namespace
}  // namespace ricochet
