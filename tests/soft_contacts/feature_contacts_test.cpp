#include "algorithms/soft_contacts/feature_contacts.h"

#include "algorithms/brute_force/brute_force.h"
#include "tests/support/meshes.h"
#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

namespace ricochet::soft_contacts {
namespace {

constexpr Real kFullMargin = 0.03;

/// A mesh, and one face or edge of a soft body.
class OneFeature {
public:
    explicit OneFeature(const SharedMesh& mesh) : mesh_(mesh) {}

    /// Of the feature with these nodes, which moves by `motion` in the step.
    std::vector<NodeContact> contacts(const std::vector<Vec3>& from, const Vec3& motion) const {
        std::vector<Vec3> to = from;
        for (Vec3& node : to) node += motion;
        SoftTopology topology;
        SoftPart part;
        topology.nodes = static_cast<Index>(from.size());
        if (from.size() == 3) {
            topology.faces.push_back({0, 1, 2});
            part.faces.push_back(0);
        } else {
            topology.edges.push_back({0, 1});
            part.edges.push_back(0);
        }
        std::vector<NearFace> faces;
        for (Index i = 0; i < mesh_->faceCount(); ++i) faces.push_back({i, boxOf(mesh_->triangle(i))});
        const SolidQuery query{narrowPhase_, *model_, *surface_};
        NearFeatures near;
        near.collect(query, faces);
        std::vector<NodeContact> out;
        findFeatureContacts(query, {topology, {}, from, to}, part, kFullMargin, near, out);
        return out;
    }

private:
    SharedMesh mesh_;
    BruteForce narrowPhase_;
    std::shared_ptr<const CollisionModel> model_ = narrowPhase_.build(mesh_);
    std::shared_ptr<const ContactSurface> surface_ = buildContactSurface(*mesh_);
};

/// One contact of each node: all with this normal, at a point of the mesh.
void expectHeld(const std::vector<NodeContact>& contacts, std::size_t nodes, const Vec3& normal,
                const Vec3& onMesh) {
    ASSERT_EQ(contacts.size(), nodes);
    for (std::size_t i = 0; i < nodes; ++i) {
        EXPECT_EQ(contacts[i].node, i);
        EXPECT_LT((contacts[i].normal - normal).norm(), 1e-6);
        EXPECT_LT((contacts[i].onMesh - onMesh).norm(), 1e-6);
    }
}

/// Metres from the plane of the contacts to the feature's point over them, when they have moved its nodes.
Real heightWhenHeld(const std::vector<NodeContact>& contacts, const std::vector<Vec3>& from,
                    const std::vector<Real>& weights) {
    Real height = 0;
    for (const NodeContact& contact : contacts) {
        const Real start = contact.normal.dot(from[contact.node] - contact.onMesh);
        height += weights[contact.node] * (start - contact.approach);
    }
    return height;
}

/// A segment whose point at `share` is over `point` by `height` along `normal`.
std::vector<Vec3> segmentOver(const Vec3& point, const Vec3& normal, const Vec3& along, Real share,
                              Real height) {
    const Vec3 foot = point + height * normal;
    return {foot - 0.3 * share * along, foot + 0.3 * (1 - share) * along};
}

Vec3 perpendicular(Random& random, const Vec3& normal) {
    const Vec3 any = randomPoint(random);
    return (any - any.dot(normal) * normal).normalized();
}

const Vec3 kUp(0, 0, 1);

/// Across the edge of a cube along z, at x = y = 1: out of the cube for angles from 0 to a right angle.
Vec3 acrossEdge(Real angle) { return {std::cos(angle), std::sin(angle), 0}; }

TEST(FeatureContacts, AnEdgeIsHeldAtTheMarginOverAnEdgeOfTheMesh) {
    const OneFeature onCube(boxMesh({-1, -1, -1}, {1, 1, 1}));
    Random random(1);
    for (int trial = 0; trial < 300; ++trial) {
        const Vec3 normal = acrossEdge(uniform(random, 0.05, 1.5)), point(1, 1, uniform(random, -0.6, 0.6));
        const Vec3 along = perpendicular(random, normal);
        if (along.cross(kUp).norm() < 0.1) continue;
        const Real share = uniform(random, 0.1, 0.9);
        const std::vector<Vec3> from = segmentOver(point, normal, along, share, 0.2);
        const std::vector<NodeContact> contacts = onCube.contacts(from, -0.3 * normal);
        expectHeld(contacts, 2, normal, point);
        EXPECT_NEAR(heightWhenHeld(contacts, from, {1 - share, share}), kFullMargin, 1e-6);
    }
}

TEST(FeatureContacts, AnEdgeThatEntersTheMeshAtItsEdgeIsNotHeldThere) {
    const OneFeature onCube(boxMesh({-1, -1, -1}, {1, 1, 1}));
    Random random(2);
    for (int trial = 0; trial < 300; ++trial) {
        const bool isBelow = trial % 2 == 0;
        const Vec3 normal = acrossEdge(isBelow ? uniform(random, -1.5, -0.05) : uniform(random, 1.7, 3));
        Vec3 along = perpendicular(random, normal);
        if (along.cross(kUp).norm() < 0.1) continue;
        for (const Real side : {1, -1}) {
            const std::vector<Vec3> from = segmentOver({1, 1, 0.1}, normal, along, 0.5, 0.2 * side);
            EXPECT_TRUE(onCube.contacts(from, -0.3 * side * normal).empty()) << trial;
        }
    }
}

std::vector<Vec3> triangleOver(const Vec3& point, const Vec3& normal, const Vec3& along,
                               const std::vector<Real>& weights, Real height) {
    const Vec3 across = normal.cross(along);
    std::vector<Vec3> nodes = {Vec3::Zero(), 0.4 * along, 0.3 * across};
    const Vec3 foot = weights[1] * nodes[1] + weights[2] * nodes[2];
    for (Vec3& node : nodes) node += point + height * normal - foot;
    return nodes;
}

TEST(FeatureContacts, AFaceIsHeldAtTheMarginOverACornerOfTheMesh) {
    const OneFeature onCube(boxMesh({-1, -1, -1}, {1, 1, 1}));
    const Vec3 corner(1, 1, 1);
    Random random(3);
    int held = 0;
    for (int trial = 0; trial < 300; ++trial) {
        const Vec3 normal = randomPoint(random).normalized();
        const Real first = uniform(random, 0.1, 0.8), second = uniform(random, 0.05, 0.95 - first);
        const std::vector<Real> weights = {1 - first - second, first, second};
        const std::vector<Vec3> from =
            triangleOver(corner, normal, perpendicular(random, normal), weights, 0.2);
        const std::vector<NodeContact> contacts = onCube.contacts(from, -0.3 * normal);
        if (std::abs(normal.minCoeff()) < 0.01) continue;
        if (normal.minCoeff() < 0) {  // it enters the mesh there, or leaves it
            EXPECT_TRUE(contacts.empty()) << trial;
            continue;
        }
        ++held;
        expectHeld(contacts, 3, normal, corner);
        EXPECT_NEAR(heightWhenHeld(contacts, from, weights), kFullMargin, 1e-6);
    }
    EXPECT_GT(held, 25);
}

TEST(FeatureContacts, AnEdgeIsHeldOnTheSideOfAnOpenSurfaceWhereItStarts) {
    // In the plane y = 0; the edge at x = 1 is free.
    const OneFeature onSquare(
        makeMesh({{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}}, {{0, 2, 1}, {0, 3, 2}}));
    Random random(4);
    for (int trial = 0; trial < 300; ++trial) {
        const Vec3 normal = acrossEdge(uniform(random, -1.5, 1.5)), point(1, 0, uniform(random, -0.6, 0.6));
        const Vec3 along = perpendicular(random, normal);
        if (along.cross(kUp).norm() < 0.1) continue;
        const std::vector<Vec3> from = segmentOver(point, normal, along, 0.4, 0.2);
        const std::vector<NodeContact> contacts = onSquare.contacts(from, -0.3 * normal);
        expectHeld(contacts, 2, normal, point);
        EXPECT_NEAR(heightWhenHeld(contacts, from, {0.6, 0.4}), kFullMargin, 1e-6);
        // From where the square is, it is not.
        const std::vector<Vec3> inside = segmentOver(point, normal, along, 0.4, -0.2);
        EXPECT_TRUE(onSquare.contacts(inside, 0.3 * normal).empty() || std::abs(normal.x()) < 0.01) << trial;
    }
}

TEST(FeatureContacts, AnEdgeCloserThanNineTenthsOfTheMarginIsPushedOut) {
    const OneFeature onCube(boxMesh({-1, -1, -1}, {1, 1, 1}));
    const Vec3 normal = acrossEdge(0.6), along = normal.cross(kUp), point(1, 1, 0);
    const auto atRest = [&](Real height) {
        return onCube.contacts(segmentOver(point, normal, along, 0.5, height * kFullMargin), Vec3::Zero());
    };
    expectHeld(atRest(0.5), 2, normal, point);
    expectHeld(atRest(0.89), 2, normal, point);
    EXPECT_TRUE(atRest(0.91).empty());
}

}  // namespace
}  // namespace ricochet::soft_contacts
