// The oracle is brute force: every node with every face, and every edge with every edge.

#include "algorithms/soft_contacts/pair_contacts.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "tests/soft_contacts/cloth.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace ricochet::soft_contacts {
namespace {

constexpr Real kThickness = 0.01;

LinearPair pathsOf(const FeaturePair& pair, const Cloth& a, const Cloth& b) {
    LinearPair paths{pair.kind, {}, {}};
    for (std::size_t i = 0; i < 4; ++i) {
        const bool isOfA = pair.nodes[i] < a.topology.nodes;
        const Index node = isOfA ? pair.nodes[i] : pair.nodes[i] - a.topology.nodes;
        paths.at0[i] = (isOfA ? a : b).from[node];
        paths.at1[i] = (isOfA ? a : b).to[node];
    }
    return paths;
}

/// The order of two edges, and of an edge's nodes, does not matter.
FeaturePair ordered(FeaturePair pair) {
    if (pair.kind == FeatureKind::edgeEdge) {
        if (pair.nodes[1] < pair.nodes[0]) std::swap(pair.nodes[0], pair.nodes[1]);
        if (pair.nodes[3] < pair.nodes[2]) std::swap(pair.nodes[2], pair.nodes[3]);
        if (pair.nodes[2] < pair.nodes[0]) {
            std::swap(pair.nodes[0], pair.nodes[2]);
            std::swap(pair.nodes[1], pair.nodes[3]);
        }
    }
    return pair;
}

using Pairs = std::set<FeaturePair>;

bool shareNode(const FeaturePair& pair) {
    std::array<Index, 4> nodes = pair.nodes;
    std::ranges::sort(nodes);
    return std::ranges::adjacent_find(nodes) != nodes.end();
}

/// All pairs of features of two cloths, or of one (`isSame`).
std::vector<FeaturePair> allPairs(const Cloth& a, const Cloth& b, bool isSame) {
    const Index ofB = isSame ? 0 : a.topology.nodes;
    std::vector<FeaturePair> pairs;
    const auto add = [&](FeatureKind kind, const std::array<Index, 4>& nodes) {
        if (!shareNode({kind, nodes})) pairs.push_back(ordered({kind, nodes}));
    };
    for (Index node = 0; node < a.topology.nodes; ++node) {
        for (const auto& [p, q, r] : b.topology.faces)
            add(FeatureKind::vertexFace, {node, ofB + p, ofB + q, ofB + r});
    }
    for (Index node = 0; !isSame && node < b.topology.nodes; ++node) {
        for (const auto& [p, q, r] : a.topology.faces) add(FeatureKind::vertexFace, {ofB + node, p, q, r});
    }
    for (const auto& [p, q] : a.topology.edges) {
        for (const auto& [r, s] : b.topology.edges) add(FeatureKind::edgeEdge, {p, q, ofB + r, ofB + s});
    }
    return pairs;
}

Pairs withContacts(const std::vector<FeaturePair>& pairs, const Cloth& a, const Cloth& b) {
    Pairs found;
    for (const FeaturePair& pair : pairs) {
        if (pairContact(pathsOf(pair, a, b), kThickness)) found.insert(ordered(pair));
    }
    return found;
}

TEST(FeaturePairs, OfTwoClothsAreThoseOfBruteForce) {
    std::mt19937 random(1);
    std::size_t contacts = 0;
    for (const Real motion : {0.0, 0.01, 0.1}) {
        for (const Real height : {0.0, 0.1, 0.3, 2.0}) {
            Cloth a = crumpledCloth(random, 12, 0), b = crumpledCloth(random, 9, height);
            a.moveBy(random, motion);
            b.moveBy(random, motion);
            std::vector<FeaturePair> listed;
            FeaturePairFinder().find(a.step(), b.step(), kThickness, listed);
            EXPECT_EQ(std::set(listed.begin(), listed.end()).size(), listed.size());
            const Pairs ours = withContacts(listed, a, b);
            EXPECT_EQ(ours, withContacts(allPairs(a, b, false), a, b));
            contacts += ours.size();
        }
    }
    EXPECT_GT(contacts, 1000u);
}

TEST(FeaturePairs, OfAClothWithItselfAreThoseOfBruteForce) {
    std::mt19937 random(2);
    std::size_t contacts = 0;
    for (const Real motion : {0.0, 0.01, 0.1}) {
        for (const bool isFolded : {false, true}) {
            Cloth a = isFolded ? foldedCloth(16, 0.03) : crumpledCloth(random, 14, 0);
            a.moveBy(random, motion);
            std::vector<FeaturePair> listed;
            FeaturePairFinder().findOfItself(a.step(), kThickness, listed);
            for (const FeaturePair& pair : listed) EXPECT_FALSE(shareNode(pair));
            Pairs unique;
            for (const FeaturePair& pair : listed) unique.insert(ordered(pair));
            EXPECT_EQ(unique.size(), listed.size());
            const Pairs ours = withContacts(listed, a, a);
            EXPECT_EQ(ours, withContacts(allPairs(a, a, true), a, a));
            contacts += ours.size();
        }
    }
    EXPECT_GT(contacts, 1000u);
}

/// By the sign of the volume at a thousand instants of the step.
bool touchesAtSomeInstant(const LinearPair& pair) {
    constexpr int kInstants = 1000;
    std::array<Vec3, 4> before = pair.at0;
    for (int i = 1; i <= kInstants; ++i) {
        const Corners now = cornersAt(pair, Real(i) / kInstants);
        const auto volume = [&](const Corners& c) {
            return pair.kind == FeatureKind::vertexFace ? (c[2] - c[1]).cross(c[3] - c[1]).dot(c[0] - c[1])
                                                        : (c[1] - c[0]).cross(c[3] - c[2]).dot(c[2] - c[0]);
        };
        const Real gap = shortestDifference(pair.kind, now).norm();
        if ((volume(before) > 0) != (volume(now) > 0) && gap < 2e-3) return true;
        before = now;
    }
    return false;
}

TEST(PairContacts, AreOfFeaturesThatCrossOrEndClose) {
    std::mt19937 random(3);
    std::uniform_real_distribution<Real> place(0, 1);
    const auto point = [&] { return Vec3(place(random), place(random), place(random)); };
    int crossings = 0, clear = 0, spurious = 0;
    for (int i = 0; i < 4000; ++i) {
        LinearPair pair{i % 2 == 0 ? FeatureKind::vertexFace : FeatureKind::edgeEdge, {}, {}};
        for (std::size_t k = 0; k < 4; ++k) {
            pair.at0[k] = point();
            pair.at1[k] = point();
        }
        const auto contact = pairContact(pair, kThickness);
        const bool isClose = shortestDifference(pair.kind, pair.at1).norm() < kThickness;
        if (touchesAtSomeInstant(pair)) {
            // What merely passes an end of an edge at less than the samples resolve may not touch.
            crossings += contact.has_value();
            clear += !contact.has_value();
        } else if (contact && !isClose) {
            ++spurious;
            EXPECT_GT(contact->least, 0);
            EXPECT_NEAR(contact->normal.norm(), 1, 1e-9);
        }
    }
    EXPECT_GT(crossings, 300);
    EXPECT_LT(clear, crossings / 20);
    EXPECT_LT(spurious, crossings / 20);
}

TEST(PairContacts, StopANodeOnTheSideFromWhichItComes) {
    const Corners face{Vec3(0.2, 0.2, 0), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    for (const Real side : {1.0, -1.0}) {
        LinearPair pair{FeatureKind::vertexFace, face, face};
        pair.at0[0].z() = 0.5 * side;
        pair.at1[0].z() = -3 * side;
        const auto contact = pairContact(pair, kThickness);
        ASSERT_TRUE(contact);
        EXPECT_NEAR(contact->normal.z(), side, 1e-12);
        EXPECT_NEAR(contact->least, kThickness, 1e-12);
        EXPECT_NEAR(gap(*contact, pair.at0), 0.5, 1e-12);
        EXPECT_NEAR(gap(*contact, pair.at1), -3, 1e-12);
        EXPECT_TRUE(beginToTouch(pair));
    }
}

TEST(PairContacts, RecoverATenthOfTheirThickness) {
    const Corners face{Vec3(0.2, 0.2, 0.004), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    const auto contact = pairContact({FeatureKind::vertexFace, face, face}, kThickness);
    ASSERT_TRUE(contact);
    EXPECT_NEAR(contact->least, 0.004 + 0.1 * (kThickness - 0.004), 1e-12);
    EXPECT_FALSE(pairContact({FeatureKind::vertexFace, face, face}, 0.003));
}

TEST(PairContacts, DegenerateFeaturesHaveDirections) {
    const Vec3 a(0, 0, 0), b(1, 0, 0), above(0.5, 0, 0.5), below(0.5, 0, -0.5);
    // A face without area, and parallel edges.
    const LinearPair flat{FeatureKind::vertexFace, {above, a, b, b}, {below, a, b, b}};
    const LinearPair parallel{FeatureKind::edgeEdge,
                              {a + Vec3(0, 0, 1), b + Vec3(0, 0, 1), a, b},
                              {a - Vec3(0, 0, 1), b - Vec3(0, 0, 1), a, b}};
    for (const LinearPair& pair : {flat, parallel}) {
        const auto contact = pairContact(pair, kThickness);
        ASSERT_TRUE(contact);
        EXPECT_NEAR(contact->normal.z(), 1, 1e-9);
    }
    const LinearPair stuck{FeatureKind::vertexFace, {a, a, b, b}, {a, a, b, b}};
    EXPECT_FALSE(beginToTouch(stuck));
}

}  // namespace
}  // namespace ricochet::soft_contacts
