// The backs of a two-sided mesh follow from its fronts. Each collides like the front of the reversed mesh,
// except for vertices, which only fronts own.

#include "algorithms/contact/depth_bound.h"
#include "algorithms/contact/features/feature_contacts.h"
#include "algorithms/contact/surface/normal_cones.h"
#include "algorithms/geometry/surface_directions.h"
#include "tests/contact/contact_scene.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace ricochet::test {
namespace {

SharedMesh bowl() { return withoutFace(*knotMesh(24, 6), 9); }

SharedMesh reversed(const Mesh& mesh) {
    std::vector<Face> faces = mesh.faces();
    for (auto& [u, v, w] : faces) std::swap(v, w);
    return makeMesh(mesh.vertices(), std::move(faces));
}

TEST(BackFaces, HaveTheEdgesOfTheReversedMesh) {
    const SharedMesh open = bowl();
    const SharedMesh twoSided = *Mesh::createTwoSided(open->vertices(), open->faces());
    const SharedMesh behind = reversed(*open);
    const MeshTopology both = buildTopology(*twoSided), back = buildTopology(*behind);
    const Index faces = open->faceCount(), edges = back.frontEdgeCount();
    ASSERT_EQ(both.frontEdgeCount(), edges);
    ASSERT_EQ(twoSided->faceCount(), 2 * faces);
    for (Index f = 0; f < faces; ++f) {
        EXPECT_EQ(twoSided->face(faces + f), behind->face(f));
        for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_EQ(both.edgesOf(faces + f)[k], edges + back.faceEdges[f][k]);
        }
    }
    for (Index e = 0; e < edges; ++e) {
        MeshTopology::Edge edge = back.edges[e];
        edge.face0 += faces;
        if (edge.face1 != kNone) edge.face1 += faces;
        EXPECT_EQ(both.edge(edges + e), edge);
    }
}

TEST(BackFaces, ConesContainTheNormalsAtTheirEdges) {
    const SharedMesh open = bowl();
    const SharedMesh twoSided = *Mesh::createTwoSided(open->vertices(), open->faces());
    const MeshTopology topology = buildTopology(*twoSided);
    const SurfaceNormals normals = surfaceNormals(*twoSided, topology);
    const ConeBuilder builder(*twoSided, topology, normals);
    const Index fronts = open->faceCount();
    int known = 0;
    for (Index f = 0; f < fronts; ++f) {
        const std::optional<float> sine = builder.backConeSine(f);
        if (!sine || *sine == NormalCone::kAllDirections) continue;
        ++known;
        const Real cosine = std::sqrt(1 - Real(*sine) * Real(*sine));
        for (const Index e : topology.edgesOf(fronts + f)) {
            const MeshTopology::Edge edge = topology.edge(e);
            if (edge.face0 != fronts + f || edge.dihedral != Dihedral::convex) continue;
            const Vec3 n0 = unitNormal(*twoSided, edge.face0), n1 = unitNormal(*twoSided, edge.face1);
            EXPECT_GT(n0.dot(n1), cosine);
        }
    }
    EXPECT_GT(known, 50);
}

/// Contacts of the backs' edges with edges, and of the other body's vertices with backs.
std::vector<Candidate> contactsOfBacks(const ContactScene& scene, bool areFronts) {
    const SpeculativeMargin margin =
        speculativeMargin(scene.input, {}, DepthBound{0.2, poseOfSmaller(scene.input)});
    const Index fronts = scene.modelA->mesh().frontCount(), first = areFronts ? 0 : fronts;
    FacePairs pairs;
    for (Index a = 0; a < fronts; ++a) {
        for (Index b = 0; b < scene.modelB->mesh().faceCount(); ++b) pairs.push_back({first + a, b});
    }
    PlacedFeatures a(scene.input.a.instance(), *scene.surfaceA), b(scene.input.b.instance(), *scene.surfaceB);
    FeatureContacts all;
    findFeatureContacts(scene.input, margin, a, b, pairs, all);
    std::vector<Candidate>& found = all.candidates;
    std::erase_if(found, [](const Candidate& c) {
        return static_cast<FeaturePair>(c.key >> 61) == FeaturePair::vertexFace;
    });
    for (Candidate& c : found) c.faceA -= first;
    return std::move(all.candidates);
}

TEST(BackFaces, TouchWhereTheReversedMeshDoes) {
    const SharedMesh open = bowl(), other = knotMesh(20, 5);
    const SharedMesh twoSided = *Mesh::createTwoSided(open->vertices(), open->faces());
    const SharedMesh behind = reversed(*open);
    Random random(31);
    std::size_t contacts = 0, poses = 0;
    for (int i = 0; i < (kIsSlowBuild ? 40 : 120); ++i) {
        const Pose poseA = randomPose(random, 0.2), poseB = randomPose(random, 0.2);
        const auto backs = contactsOfBacks(ContactScene(twoSided, poseA, other, poseB), false);
        const auto fronts = contactsOfBacks(ContactScene(behind, poseA, other, poseB), true);
        ASSERT_EQ(backs.size(), fronts.size()) << i;
        for (std::size_t c = 0; c < backs.size(); ++c) {
            EXPECT_EQ(backs[c].faceA, fronts[c].faceA);
            EXPECT_EQ(backs[c].onA, fronts[c].onA);
            EXPECT_EQ(backs[c].onB, fronts[c].onB);
            EXPECT_EQ(backs[c].normal, fronts[c].normal);
        }
        contacts += backs.size();
        poses += !backs.empty();
    }
    EXPECT_GT(poses, kIsSlowBuild ? 3u : 10u);
    EXPECT_GT(contacts, kIsSlowBuild ? 3u : 10u);
}

}  // namespace
}  // namespace ricochet::test
