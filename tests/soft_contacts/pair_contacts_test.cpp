// The oracle is brute force: every node with every face, and every edge with every edge.

#include "algorithms/soft_contacts/pair_contacts.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "algorithms/soft_contacts/layer_contacts.h"
#include "tests/soft_contacts/cloth.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <span>
#include <vector>

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

TEST(FeaturePairs, OfClothsThatFallTogetherDoNotDependOnTheFall) {
    std::mt19937 random(6);
    const Vec3 fall(3, -4, -5);
    for (const Real height : {0.1, 1.0}) {
        Cloth a = crumpledCloth(random, 12, 0), b = crumpledCloth(random, 9, height);
        a.moveBy(random, 0.01, fall);
        b.moveBy(random, 0.01, fall);
        std::vector<FeaturePair> listed;
        FeaturePairFinder().find(a.step(), b.step(), kThickness, listed);
        const Pairs contacts = withContacts(allPairs(a, b, false), a, b);
        EXPECT_EQ(withContacts(listed, a, b), contacts);
        EXPECT_EQ(listed.empty(), height == 1.0);
        EXPECT_EQ(contacts.empty(), height == 1.0);
    }
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

/// Edges alone, from node to node.
Cloth ropeThrough(const std::vector<Vec3>& nodes) {
    Cloth rope(1, [](Real, Real) { return Vec3::Zero(); });
    rope.topology = {};
    rope.topology.nodes = static_cast<Index>(nodes.size());
    for (Index i = 0; i + 1 < rope.topology.nodes; ++i) rope.topology.edges.push_back({i, i + 1});
    rope.from = rope.to = nodes;
    rope.parts = divide(rope.topology, nodes);
    rope.elements = elementsOf(rope.topology, rope.parts, nodes);
    return rope;
}

TEST(FeaturePairs, OfARopeAreThoseOfBruteForce) {
    std::mt19937 random(4);
    std::uniform_real_distribution<Real> place(0, 1);
    std::vector<Vec3> nodes;
    for (int i = 0; i < 120; ++i) nodes.emplace_back(place(random), place(random), 0.2 * place(random));
    Cloth rope = ropeThrough(nodes), cloth = crumpledCloth(random, 9, 0.1);
    rope.moveBy(random, 0.02);
    std::vector<FeaturePair> listed;
    FeaturePairFinder().find(rope.step(), cloth.step(), kThickness, listed);
    const Pairs withCloth = withContacts(listed, rope, cloth);
    EXPECT_EQ(withCloth, withContacts(allPairs(rope, cloth, false), rope, cloth));
    EXPECT_GT(withCloth.size(), 100u);
    listed.clear();
    FeaturePairFinder().findOfItself(rope.step(), kThickness, listed);
    const Pairs withItself = withContacts(listed, rope, rope);
    EXPECT_EQ(withItself, withContacts(allPairs(rope, rope, true), rope, rope));
    EXPECT_GT(withItself.size(), 100u);
}

/// Those that end the step with less than their least gap. `thickness`: of each pair.
template <class Thickness>
Pairs actingPairs(const std::vector<FeaturePair>& pairs, const Cloth& a, const Cloth& b,
                  Thickness&& thickness) {
    Pairs found;
    for (const FeaturePair& pair : pairs) {
        const LinearPair paths = pathsOf(pair, a, b);
        const auto contact = pairContact(paths, thickness(pair));
        if (contact && gap(*contact, paths.at1) < contact->least) found.insert(ordered(pair));
    }
    return found;
}

Pairs pairsOf(std::span<const LayerContact> contacts) {
    Pairs pairs;
    for (const LayerContact& contact : contacts) pairs.insert(ordered(contact.pair));
    return pairs;
}

TEST(LayerContacts, AreThoseOfBruteForceThatAct) {
    std::mt19937 random(5);
    LayerContacts layers;
    for (const Real motion : {0.0, 0.02, 0.1}) {
        Cloth a = crumpledCloth(random, 12, 0), b = crumpledCloth(random, 9, 0.1);
        a.moveBy(random, motion);
        b.moveBy(random, motion);
        const Pairs acting =
            actingPairs(allPairs(a, b, false), a, b, [](const FeaturePair&) { return kThickness; });
        EXPECT_EQ(pairsOf(layers.find(a.step(), b.step(), kThickness)), acting);
        EXPECT_GT(acting.size(), 10u);
    }
}

TEST(LayerContacts, OfOneBodyAreNoThickerThanTheSpacingOfItsNodes) {
    // Two layers, with rows of different widths.
    Cloth folded(16, [](Real u, Real v) { return Vec3(u < 0.5 ? u : 1 - u, v * v, u < 0.5 ? 0 : 0.02); });
    const auto spacing = [&](const FeaturePair& pair) {
        Real least = 0.05;
        for (const Index node : pair.nodes) least = std::min(least, folded.elements.spacing[node]);
        return least;
    };
    const Pairs acting = actingPairs(allPairs(folded, folded, true), folded, folded, spacing);
    EXPECT_EQ(pairsOf(LayerContacts().findOfItself(folded.step(), 0.05)), acting);
    EXPECT_GT(acting.size(), 100u);
}

TEST(SoftElements, SpacingIsHalfOfTheSmallestAltitude) {
    SoftTopology topology;
    topology.nodes = 4;
    topology.faces = {{0, 1, 2}, {2, 1, 3}};
    const std::vector<Vec3> nodes = {{0, 0, 0}, {4, 0, 0}, {0, 3, 0}, {4, 3, 9}};
    const SoftElements elements = elementsOf(topology, divide(topology, nodes), nodes);
    const Real first = 0.5 * 12 / 5;  // over the side of 5
    const Vec3 side = nodes[2] - nodes[1], other = nodes[3] - nodes[1];
    const Real second = 0.5 * side.cross(other).norm() / (nodes[3] - nodes[2]).norm();
    EXPECT_NEAR(elements.spacing[0], first, 1e-12);
    EXPECT_NEAR(elements.spacing[1], std::min(first, second), 1e-12);
    EXPECT_NEAR(elements.spacing[3], second, 1e-12);
    EXPECT_NEAR(elements.largestSpacing, std::max(first, second), 1e-12);
    const Cloth rope = ropeThrough({{0, 0, 0}, {3, 4, 0}, {3, 4, 1}});
    EXPECT_NEAR(rope.elements.spacing[0], 2.5, 1e-12);
    EXPECT_NEAR(rope.elements.spacing[1], 0.5, 1e-12);
    EXPECT_NEAR(rope.elements.largestSpacing, 2.5, 1e-12);
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
