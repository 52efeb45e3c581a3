#include "algorithms/contact/features/pair_filter.h"

#include "algorithms/contact/feature_depth.h"
#include "algorithms/contact/features/feature_contacts.h"
#include "algorithms/geometry/surface_directions.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "tests/contact/contact_scene.h"
#include "tests/support/build_kind.h"
#include "tests/support/only_target.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace ricochet::test {
namespace {

/// Whether a normal points out of the surface at a vertex. Where the surface is nearly flat, the tolerant
/// tests of single features also let through its reverse.
bool pointsOut(const PlacedFeatures& body, Index vertex, const Vec3& outward) {
    Vec3 sum = Vec3::Zero();
    for (const MeshTopology::Edge& edge : body.topology().edges) {
        if (edge.vertex0 != vertex && edge.vertex1 != vertex) continue;
        sum += unitNormal(body.mesh(), edge.face0) + unitNormal(body.mesh(), edge.face1);
    }
    return sum.dot(body.toLocal(outward)) > 0;
}

/// All that a pair of faces has with one another, without any filter.
struct Truth {
    bool intersect = false;
    FaceSketch::Corners verticesOfA = 0, verticesOfB = 0;
    BorderPairs edges = 0;
};

class Pairs {
public:
    Pairs(const ContactScene& scene, const SpeculativeMargin& margin)
        : margin_(margin), a_(scene.input.a, *scene.surfaceA), b_(scene.input.b, *scene.surfaceB) {}

    Truth of(const FacePair& pair) {
        const Index slotA = a_.enter(pair.faceA), slotB = b_.enter(pair.faceB);
        const PlacedFace fa = a_.faceAt(slotA), fb = b_.faceAt(slotB);
        Truth truth;
        truth.intersect = intersects(fa.corners, fb.corners);
        truth.verticesOfA = touching(a_, fa, b_, fb, VertexOf::a);
        truth.verticesOfB = touching(b_, fb, a_, fa, VertexOf::b);
        for (Index k = 0; k < 3; ++k) {
            for (Index l = 0; l < 3; ++l) {
                if (touchByEdges(fa.face, k, fb.face, l)) {
                    truth.edges = static_cast<BorderPairs>(truth.edges | 1u << (3 * k + l));
                }
            }
        }
        return truth;
    }

private:
    static bool isOwn(const PlacedFeatures& body, Index face, Index k) {
        const Index e = body.topology().faceEdges[face][k];
        return e != kNone && body.topology().edges[e].face0 == face &&
               body.topology().edges[e].dihedral == Dihedral::convex;
    }
    bool touchByEdges(Index faceA, Index k, Index faceB, Index l) {
        if (!isOwn(a_, faceA, k) || !isOwn(b_, faceB, l)) return false;
        const PlacedEdge &ea = a_.edgeOf(faceA, k), &eb = b_.edgeOf(faceB, l);
        std::vector<Candidate> found;
        addEdgeEdgeContact({a_, ea, faceA}, {b_, eb, faceB}, margin_, found);
        const auto middle = [](const PlacedEdge& e) { return Vec3(-e.inward0 - e.inward1); };
        return !found.empty() && middle(ea).dot(found[0].normal) < 0 && middle(eb).dot(found[0].normal) > 0;
    }
    FaceSketch::Corners touching(const PlacedFeatures& body, const PlacedFace& from,
                                 const PlacedFeatures& other, const PlacedFace& face, VertexOf whose) const {
        unsigned corners = 0;
        for (Index k = 0; k < 3; ++k) {
            const PlacedVertex vertex = body.vertexOf(from, k);
            const MeshTopology& t = body.topology();
            if (t.vertexOwner[vertex.vertex] != from.face || !t.isConvexVertex[vertex.vertex]) continue;
            std::vector<Candidate> found;
            addVertexFaceContact(body, vertex, from.face, other, face, whose, margin_, found);
            if (!found.empty() && pointsOut(body, vertex.vertex, -face.normal)) corners |= 1u << k;
        }
        return static_cast<FaceSketch::Corners>(corners);
    }

    const SpeculativeMargin& margin_;
    PlacedFeatures a_, b_;
};

/// Two bodies through one another, or one ring nearly flat upon another.
ContactScene sceneOf(int i, Random& random) {
    static const std::shared_ptr<const Mesh> meshes[] = {ring(16, 8, 0.4), knotMesh(32, 6),
                                                         gridBoxMesh(Vec3(2, 1, 1), 2)};
    const bool isPile = i % 4 == 0;
    const Pose poseB = isPile ? turned(0.05, randomPoint(random), {0.1, -0.73, 0})
                              : turned(uniform(random, 0, 6), randomPoint(random), 1.3 * randomPoint(random));
    const Pose poseA = isPile ? Pose{} : turned(0.1 * i, {1, 2, 3}, {0, 0, 0});
    ContactScene scene(meshes[isPile ? 0 : i % 3], poseA, meshes[isPile ? 0 : i % 2], poseB);
    scene.input.motionA.linearVelocity = 3 * randomPoint(random);
    scene.input.motionB.angularVelocity = 4 * randomPoint(random);
    return scene;
}

FacePairs closePairs(const ContactScene& scene, const SpeculativeMargin& margin) {
    FacePairs near;
    PairMemory memory;
    ClosePairs().findFacePairs(scene.input.a, scene.input.b, margin.queryDistance, memory, near);
    return near;
}

/// What the filter says of each pair; nothing where it left the pair out.
class Verdicts {
public:
    Verdicts(const ContactScene& scene, const SpeculativeMargin& margin, const FacePairs& pairs) {
        for (const PairVerdict& verdict : PairFilter(scene.input, margin).judge(pairs)) {
            EXPECT_TRUE(verdict.hasAny());
            EXPECT_TRUE(byPair_.insert({verdict.faces, verdict}).second);
        }
    }
    PairVerdict of(const FacePair& pair) const {
        const auto found = byPair_.find(pair);
        return found == byPair_.end() ? PairVerdict{} : found->second;
    }

private:
    std::map<FacePair, PairVerdict> byPair_;
};

TEST(PairFilter, LetsThroughAllThatTouchesOrIntersects) {
    Random random(23);
    int touching = 0, intersecting = 0, pairs = 0, dropped = 0;
    for (int i = 0; i < 48; i += kIsSlowBuild ? 3 : 1) {
        ContactScene scene = sceneOf(i, random);
        scene.input.isCompliant = i >= 32;
        const FeatureDepth deep{0.2, poseOfSmaller(scene.input)};
        const SpeculativeMargin margin =
            speculativeMarginOf(scene.input, {}, i >= 32 ? std::optional(deep) : std::nullopt);
        const FacePairs near = closePairs(scene, margin);
        const Verdicts verdicts(scene, margin, near);
        Pairs truths(scene, margin);
        for (const FacePair& pair : near) {
            const PairVerdict verdict = verdicts.of(pair);
            const Truth truth = truths.of(pair);
            EXPECT_GE(verdict.mayIntersect, truth.intersect);
            EXPECT_EQ(truth.verticesOfA & ~verdict.verticesOfA, 0);
            EXPECT_EQ(truth.verticesOfB & ~verdict.verticesOfB, 0);
            EXPECT_EQ(truth.edges & ~verdict.edges, 0);
            touching += truth.verticesOfA || truth.verticesOfB || truth.edges;
            intersecting += truth.intersect;
            dropped += !verdict.hasAny();
            ++pairs;
        }
    }
    EXPECT_GT(touching, kIsSlowBuild ? 8 : 25);
    EXPECT_GT(intersecting, kIsSlowBuild ? 150 : 500);
    EXPECT_GT(dropped, pairs / 4);
}

TEST(PairFilter, EveryInstructionSetAnswersAlike) {
    const auto fields = [](const PairVerdict& v) {
        return std::tuple(v.faces, v.mayIntersect, v.verticesOfA, v.verticesOfB, v.tipsOfA, v.tipsOfB,
                          v.edges);
    };
    const auto alike = [&](const PairVerdict& v, const PairVerdict& w) { return fields(v) == fields(w); };
    Random random(29);
    std::size_t verdicts = 0;
    for (int i = 0; i < 12; ++i) {
        ContactScene scene = sceneOf(i, random);
        scene.input.restGap = i % 3 == 0 ? 0.02 : 0;
        const SpeculativeMargin margin = speculativeMarginOf(scene.input, {});
        FacePairs near = closePairs(scene, margin);
        near.resize(near.size() - std::min(near.size(), std::size_t(i) % 8));  // any number of them
        const std::vector<PairVerdict> expected = PairFilter(scene.input, margin).judge(near);
        verdicts += expected.size();
        for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
            const OnlyTarget only(target);
            const std::vector<PairVerdict> found = PairFilter(scene.input, margin).judge(near);
            EXPECT_TRUE(std::ranges::equal(found, expected, alike)) << hwy::TargetName(target);
        }
    }
    EXPECT_GT(verdicts, 1000u);
}

}  // namespace
}  // namespace ricochet::test
