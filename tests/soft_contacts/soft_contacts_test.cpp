#include "algorithms/soft_contacts/soft_contacts.h"

#include "algorithms/brute_force/brute_force.h"
#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/point_in_mesh.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <random>
#include <set>

namespace ricochet::soft_contacts {
namespace {

constexpr Real kMargin = 0.03;

struct Torus {
    SharedMesh mesh = torusMesh(1, 0.4, 24, 12);
    WideTree narrowPhase;
    std::shared_ptr<const CollisionModel> model = narrowPhase.build(mesh);
    std::shared_ptr<const ContactSurface> surface = buildContactSurface(*mesh);

    std::vector<NodeContact> contactsWith(const SoftMotion& body) const {
        std::vector<NodeContact> contacts;
        findContacts({narrowPhase, *model, *surface}, body, kMargin, contacts);
        return contacts;
    }
};

struct Nodes {
    std::vector<Vec3> from, to;
};

/// Near a torus of radii 1 and 0.4, some of them far from it.
Nodes nodesAboutATorus(std::mt19937& random, int count, Real motion) {
    std::uniform_real_distribution<Real> place(-1.6, 1.6), height(-0.6, 0.6), step(-motion, motion);
    Nodes nodes;
    for (int i = 0; i < count; ++i) {
        nodes.from.emplace_back(place(random), place(random), height(random));
        nodes.to.push_back(nodes.from.back() + Vec3(step(random), step(random), step(random)));
    }
    return nodes;
}

Real distanceTo(const Mesh& mesh, const Vec3& point) {
    Real least = std::numeric_limits<Real>::infinity();
    for (Index face = 0; face < mesh.faceCount(); ++face)
        least = std::min(least, (closestPoint(mesh.triangle(face), point) - point).norm());
    return least;
}

std::set<Index> nodesWithContacts(const std::vector<NodeContact>& contacts) {
    std::set<Index> nodes;
    for (const NodeContact& contact : contacts) nodes.insert(contact.node);
    return nodes;
}

/// A node that starts outside has a contact where it ends inside or near; one whose path only grazes the mesh
/// may have one, too.
TEST(SoftContacts, OfNodesAreWhereBruteForceFindsThem) {
    const Torus t;
    const SharedMesh& torus = t.mesh;
    std::mt19937 random(1);
    for (const Real motion : {0.02, 0.2, 1.0}) {
        const Nodes nodes = nodesAboutATorus(random, 1500, motion);
        SoftTopology topology;
        topology.nodes = 1500;
        const std::vector<SoftPart> parts = divide(topology, nodes.from);
        const std::vector<NodeContact> contacts = t.contactsWith({topology, parts, nodes.from, nodes.to});
        const std::set<Index> found = nodesWithContacts(contacts);
        EXPECT_EQ(found.size(), contacts.size());
        EXPECT_GT(found.size(), 300u);
        for (Index i = 0; i < 1500; ++i) {
            const bool mustMeet = contains(*torus, Pose{}, nodes.to[i]) ||
                                  distanceTo(*torus, nodes.to[i]) < kMargin * (1 - 1e-9);
            if (mustMeet) {
                EXPECT_TRUE(found.contains(i)) << i;
            } else if (found.contains(i)) {  // it passes through the tube
                EXPECT_LT(distanceTo(*torus, nodes.from[i]), std::sqrt(3) * motion);
                EXPECT_FALSE(contains(*torus, Pose{}, nodes.from[i]));
            }
        }
    }
}

TEST(SoftContacts, KeepNodesOutOfTheMesh) {
    const Torus t;
    const SharedMesh& torus = t.mesh;
    std::mt19937 random(2);
    const Nodes nodes = nodesAboutATorus(random, 3000, 0.3);
    SoftTopology topology;
    topology.nodes = 3000;
    const std::vector<SoftPart> parts = divide(topology, nodes.from);
    const std::vector<NodeContact> contacts = t.contactsWith({topology, parts, nodes.from, nodes.to});
    int fromOutside = 0;
    for (const NodeContact& contact : contacts) {
        const Vec3 &from = nodes.from[contact.node], &to = nodes.to[contact.node];
        EXPECT_NEAR(contact.normal.norm(), 1, 1e-9);
        EXPECT_LT(distanceTo(*torus, contact.onMesh), 1e-9);
        const Vec3 along = (to - from) - (to - from).dot(contact.normal) * contact.normal;
        const Vec3 end = from + along - contact.approach * contact.normal;
        EXPECT_NEAR((end - contact.onMesh).dot(contact.normal), kMargin, 1e-9);
        // Only what approaches is stopped; a node may also come about an edge, and leave the face behind it.
        const bool approaches = (to - from).dot(contact.normal) < 0;
        if (!approaches || contains(*torus, Pose{}, from)) continue;
        ++fromOutside;
        EXPECT_GT((from - contact.onMesh).dot(contact.normal), -1e-9) << contact.node;
    }
    EXPECT_GT(fromOutside, 300);
}

TEST(SoftContacts, NodesThatRestNearTheSurfaceAreLedOutFromBothOfItsSides) {
    const Torus t;
    const Mesh& torus = *t.mesh;
    for (const Real height : {-0.5, 0.5}) {
        Nodes nodes;
        std::vector<Vec3> normals;
        for (Index i = 0; i < torus.faceCount(); ++i) {
            const auto& [a, b, c] = torus.triangle(i);
            normals.push_back((b - a).cross(c - a).normalized());
            nodes.from.push_back((a + b + c) / 3 + height * kMargin * normals.back());
        }
        nodes.to = nodes.from;
        SoftTopology topology;
        topology.nodes = torus.faceCount();
        const std::vector<SoftPart> parts = divide(topology, nodes.from);
        const std::vector<NodeContact> contacts = t.contactsWith({topology, parts, nodes.from, nodes.to});
        EXPECT_EQ(nodesWithContacts(contacts).size(), topology.nodes);
        for (const NodeContact& contact : contacts) {
            EXPECT_GT(contact.normal.dot(normals[contact.node]), 0.9) << height << ", " << contact.node;
            EXPECT_NEAR(-contact.approach, (1 - height) * kMargin, 0.1 * kMargin) << contact.node;
        }
    }
}

/// From beside a terrain a straight line leads below it.
TEST(SoftContacts, ANodeBelowATerrainIsLedUpBesideOneThatIsBeyondItsBorder) {
    const SharedMesh terrain = makeMesh({{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}}, {{0, 1, 2}, {0, 2, 3}});
    const WideTree narrowPhase;
    const auto model = narrowPhase.build(terrain);
    const auto surface = buildContactSurface(*terrain, Vec3(0, 0, 1));
    const std::vector<Vec3> nodes = {{-0.4, 1, 0.1}, {0.1, 1, -0.9}};
    SoftTopology topology;
    topology.nodes = 2;
    std::vector<NodeContact> contacts;
    findContacts({narrowPhase, *model, *surface}, {topology, divide(topology, nodes), nodes, nodes}, kMargin,
                 contacts);
    ASSERT_EQ(contacts.size(), 1u);
    EXPECT_EQ(contacts[0].node, 1u);
    EXPECT_NEAR(-contacts[0].approach, 0.9 + kMargin, 1e-9);
}

/// What starts outside ends outside, also where one contact leads through another face.
TEST(SoftContacts, HeldNodesAreThoseThatCrossTheSurfaceAndEndOutside) {
    const Torus t;
    std::mt19937 random(4);
    int crossing = 0, passing = 0;
    for (const Real motion : {0.02, 0.2, 1.0}) {
        const Nodes nodes = nodesAboutATorus(random, 3000, motion);
        SoftTopology topology;
        topology.nodes = 3000;
        const std::vector<SoftPart> parts = divide(topology, nodes.from);
        std::vector<HeldNode> held;
        findHeldNodes({t.narrowPhase, *t.model, *t.surface}, {topology, parts, nodes.from, nodes.to}, kMargin,
                      held);
        std::vector<Vec3> ends = nodes.to;
        for (const HeldNode& each : held) {
            passing += !contains(*t.mesh, Pose{}, nodes.to[each.node]);
            ends[each.node] = each.end;
        }
        for (Index i = 0; i < topology.nodes; ++i) {
            if (contains(*t.mesh, Pose{}, nodes.from[i])) continue;
            crossing += contains(*t.mesh, Pose{}, nodes.to[i]);
            EXPECT_FALSE(contains(*t.mesh, Pose{}, ends[i])) << i;
        }
    }
    EXPECT_GT(crossing, 300);
    EXPECT_GT(passing, 30);
}

TEST(SoftContacts, DoNotDependOnTheNarrowPhase) {
    const SharedMesh torus = torusMesh(1, 0.4, 24, 12);
    const auto surface = buildContactSurface(*torus);
    std::mt19937 random(3);
    Nodes nodes = nodesAboutATorus(random, 600, 0.1);
    SoftTopology topology;
    topology.nodes = 600;
    for (Index i = 0; i + 2 < 600; i += 3) {
        for (Index k : {i + 1, i + 2}) {  // small faces
            const Vec3 beside = nodes.from[i] + (nodes.from[k] - nodes.from[i]) / 20;
            nodes.to[k] = beside + (nodes.to[i] - nodes.from[i]);
            nodes.from[k] = beside;
        }
        topology.faces.push_back({i, i + 1, i + 2});
        topology.edges.insert(topology.edges.end(), {{i, i + 1}, {i + 1, i + 2}, {i, i + 2}});
    }
    const auto parts = divide(topology, nodes.from);
    const auto found = [&](const NarrowPhase& narrowPhase) {
        const auto model = narrowPhase.build(torus);
        std::vector<NodeContact> contacts;
        findContacts({narrowPhase, *model, *surface}, {topology, parts, nodes.from, nodes.to}, kMargin,
                     contacts);
        return contacts;
    };
    const std::vector<NodeContact> ours = found(WideTree()), plain = found(BruteForce());
    ASSERT_EQ(ours.size(), plain.size());
    std::multiset<std::pair<Index, Real>> a, b;
    for (const NodeContact& contact : ours) a.emplace(contact.node, contact.approach);
    for (const NodeContact& contact : plain) b.emplace(contact.node, contact.approach);
    EXPECT_EQ(a, b);
    EXPECT_GT(ours.size(), nodesWithContacts(ours).size());  // faces and edges have some, too
}

TEST(SoftParts, ContainEachFeatureOnce) {
    std::mt19937 random(4);
    const Nodes nodes = nodesAboutATorus(random, 1000, 0);
    SoftTopology topology;
    topology.nodes = 1000;
    for (Index i = 0; i + 2 < 1000; ++i) {
        topology.faces.push_back({i, i + 1, i + 2});
        topology.edges.push_back({i, i + 1});
    }
    std::vector<Index> ofNodes, ofFaces, ofEdges;
    for (const SoftPart& part : divide(topology, nodes.from)) {
        EXPECT_LE(part.nodes.size(), 32u);
        ofNodes.insert(ofNodes.end(), part.nodes.begin(), part.nodes.end());
        ofFaces.insert(ofFaces.end(), part.faces.begin(), part.faces.end());
        ofEdges.insert(ofEdges.end(), part.edges.begin(), part.edges.end());
    }
    for (auto [all, count] :
         {std::pair(&ofNodes, 1000u), std::pair(&ofFaces, 998u), std::pair(&ofEdges, 998u)}) {
        std::ranges::sort(*all);
        std::vector<Index> expected(count);
        std::iota(expected.begin(), expected.end(), Index{0});
        EXPECT_EQ(*all, expected);
    }
    EXPECT_TRUE(divide({}, {}).empty());
}

}  // namespace
}  // namespace ricochet::soft_contacts
