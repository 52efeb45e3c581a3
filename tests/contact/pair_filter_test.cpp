#include "algorithms/contact/features/pair_filter.h"

#include "algorithms/contact/depth_bound.h"
#include "algorithms/contact/features/edge_edge.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "tests/contact/contact_scene.h"
#include "tests/support/build_kind.h"
#include "tests/support/meshes.h"
#include "tests/support/only_target.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace ricochet::test {
namespace {

/// A mesh at a pose. Adjacency is computed from its faces, independently of MeshTopology.
class Body {
public:
    struct Edge {
        Index begin, end;
        std::array<Index, 2> faces;  ///< at the edge
        std::array<Index, 2> sides;  ///< its index in each
    };

    Body(const Mesh& mesh, const Pose& pose, const BodyMotion& motion) : mesh_(mesh), motion_(motion) {
        for (const Vec3& v : mesh.vertices()) points_.push_back(transformPoint(pose, v));
        neighbours_.resize(points_.size());
        facesOf_.resize(points_.size());
        for (Index face = 0; face < mesh.faceCount(); ++face) {
            for (Index k = 0; k < 3; ++k) {
                const Index v = mesh.faces()[face][k], w = mesh.faces()[face][(k + 1) % 3];
                neighbours_[v].push_back(w);
                neighbours_[w].push_back(v);
                facesOf_[v].push_back({face, k});
                const auto [known, isNew] = edgeAt_.insert({std::minmax(v, w), edges_.size()});
                if (isNew) edges_.push_back({v, w, {face, face}, {k, k}});
                edges_[known->second].faces[1] = face;
                edges_[known->second].sides[1] = k;
            }
        }
    }
    const Mesh& mesh() const { return mesh_; }
    const std::vector<Edge>& edges() const { return edges_; }
    const Vec3& point(Index v) const { return points_[v]; }
    /// The faces at a vertex, and which corner it is of each.
    const std::vector<std::pair<Index, Index>>& facesOf(Index v) const { return facesOf_[v]; }
    Triangle triangle(Index face) const {
        const Face& f = mesh_.faces()[face];
        return {points_[f[0]], points_[f[1]], points_[f[2]]};
    }
    Vec3 normal(Index face) const {
        const Triangle t = triangle(face);
        return (t[1] - t[0]).cross(t[2] - t[0]).normalized();
    }
    /// Out of the solid at a vertex.
    Vec3 outwardAt(Index v) const {
        Vec3 sum = Vec3::Zero();
        for (const auto& [face, corner] : facesOf_[v]) sum += normal(face);
        return sum;
    }
    /// Metres per second.
    Vec3 velocityAt(const Vec3& point) const {
        return motion_.linearVelocity + motion_.angularVelocity.cross(point - motion_.centre);
    }
    /// Whether no neighbour lies as low along `up`.
    bool isLowest(Index v, const Vec3& up) const {
        return std::ranges::all_of(neighbours_[v],
                                   [&](Index w) { return up.dot(points_[w] - points_[v]) > kClear; });
    }
    /// In-face tangent: unit, perpendicular to the edge, into one of its faces.
    Vec3 inward(const Edge& edge, int side) const {
        const Vec3 along = (points_[edge.end] - points_[edge.begin]).normalized();
        const Face& f = mesh_.faces()[edge.faces[static_cast<std::size_t>(side)]];
        for (const Index v : f) {
            if (v == edge.begin || v == edge.end) continue;
            const Vec3 aside = points_[v] - points_[edge.begin];
            return (aside - aside.dot(along) * along).normalized();
        }
        return Vec3::Zero();
    }
    bool isConvex(const Edge& edge) const {
        constexpr Real kThreeDegrees = 0.05;
        return normal(edge.faces[0]).dot(inward(edge, 1)) < -kThreeDegrees;
    }

    static constexpr Real kClear = 1e-6;  ///< metres: smaller differences are rounding

private:
    const Mesh& mesh_;
    BodyMotion motion_;
    std::vector<Vec3> points_;
    std::vector<std::vector<Index>> neighbours_;
    std::vector<std::vector<std::pair<Index, Index>>> facesOf_;
    std::vector<Edge> edges_;
    std::map<std::pair<Index, Index>, std::size_t> edgeAt_;
};

/// What touches now or within the step, by the geometry of vertices and edges alone.
class Truth {
public:
    Truth(const ContactScene& scene, const SpeculativeMargin& margin)
        : a(scene.modelA->mesh(), scene.input.a.pose, scene.input.a.motion),
          b(scene.modelB->mesh(), scene.input.b.pose, scene.input.b.motion),
          margin_(margin),
          timeStep_(scene.input.step.timeStep) {}

    Body a, b;

    /// A vertex over the interior of a face of the other body, above or slightly below it, and lower than its
    /// neighbours.
    bool touches(const Body& body, Index vertex, const Body& other, Index face) const {
        const Triangle t = other.triangle(face);
        const Vec3 n = other.normal(face), p = body.point(vertex);
        if (!isNear(body, other, p, p, n, n.dot(p - t[0]))) return false;
        for (std::size_t k = 0; k < 3; ++k) {
            if (n.cross(t[(k + 1) % 3] - t[k]).normalized().dot(p - t[k]) < Body::kClear) return false;
        }
        return body.outwardAt(vertex).dot(n) < 0 && body.isLowest(vertex, n);
    }

    /// Two convex edges that cross, each outside of the other's faces.
    bool touch(const Body::Edge& edgeA, const Body::Edge& edgeB) const {
        const Vec3 p = a.point(edgeA.begin), q = b.point(edgeB.begin), u = a.point(edgeA.end) - p,
                   v = b.point(edgeB.end) - q;
        const Real uu = u.squaredNorm(), vv = v.squaredNorm(), uv = u.dot(v);
        const Real determinant = uu * vv - uv * uv;
        constexpr Real kThreeDegrees2 = 0.0025;
        if (determinant < kThreeDegrees2 * uu * vv) return false;
        const Vec3 w = q - p;
        const Real s = (vv * u.dot(w) - uv * v.dot(w)) / determinant,
                   t = (uv * u.dot(w) - uu * v.dot(w)) / determinant;
        if (std::min({s, t, 1 - s, 1 - t}) < 1e-4) return false;
        const Vec3 onA = p + s * u, onB = q + t * v;
        Vec3 n = u.cross(v).normalized();  // from B to A
        if (n.dot(a.inward(edgeA, 0)) < 0) n = -n;
        for (const int side : {0, 1}) {
            if (n.dot(a.inward(edgeA, side)) < kClearSine || n.dot(b.inward(edgeB, side)) > -kClearSine) {
                return false;
            }
        }
        return isNear(a, b, onA, onB, n, n.dot(onA - onB)) && a.isConvex(edgeA) && b.isConvex(edgeB);
    }

private:
    /// Whether two points with this gap along `n`, which points from `other` to `body`, are no deeper than
    /// features are searched, or touch within the step.
    bool isNear(const Body& body, const Body& other, const Vec3& point, const Vec3& onOther, const Vec3& n,
                Real gap) const {
        if (gap <= 0) return gap >= -margin_.featureDepth;
        const Real approach = -timeStep_ * n.dot(body.velocityAt(point) - other.velocityAt(onOther));
        return gap < 0.9 * approach && gap < margin_.farthestGap();  // the step's arc differs from its chord
    }

    static constexpr Real kClearSine = 1e-4;
    const SpeculativeMargin& margin_;
    Real timeStep_;
};

std::shared_ptr<const Mesh> bodyOf(int i) {
    static const std::shared_ptr<const Mesh> meshes[] = {ring(16, 8, 0.4), knotMesh(32, 6),
                                                         gridBoxMesh(Vec3(2, 1, 1), 2)};
    return meshes[i % 3];
}

/// Two bodies that intersect, or one ring almost flat on another.
ContactScene sceneOf(int i, Random& random) {
    const bool isPile = i % 4 == 0;
    const Pose poseB = isPile ? turned(0.05, randomPoint(random), {0.1, -0.73, 0})
                              : turned(uniform(random, 0, 6), randomPoint(random), 1.3 * randomPoint(random));
    const Pose poseA = isPile ? Pose{} : turned(0.1 * i, {1, 2, 3}, {0, 0, 0});
    ContactScene scene(bodyOf(isPile ? 0 : i), poseA, bodyOf(isPile ? 0 : i % 2), poseB);
    scene.input.a.motion.linearVelocity = 3 * randomPoint(random);
    scene.input.b.motion.angularVelocity = 4 * randomPoint(random);
    return scene;
}

/// Metres, approximately: how far B can move along a unit direction until it touches A. Conservative
/// advancement.
Real freeDistance(const WideTree& tree, const MeshInstance& a, MeshInstance b, const Vec3& direction) {
    PairMemory memory;
    Real distance = 0;
    for (int i = 0; i < 60; ++i) {
        const auto nearest = tree.findClosestPair(a, b, kAnyDistance, memory);
        const Real step = std::sqrt(nearest->points.distanceSquared);
        distance += step;
        b.pose.translation += step * direction;
        if (step < 1e-4) break;
    }
    return distance;
}

/// A body that comes from the side and is about to touch the other one, or is slightly inside.
ContactScene touchingScene(int i, Random& random) {
    const Vec3 direction = -Vec3(0.3, 1, 0.2).normalized();
    const Pose poseA = turned(0.1 * i, {1, 2, 3}, {0, 0, 0});
    Pose poseB =
        turned(uniform(random, 0, 6), randomPoint(random), 0.3 * randomPoint(random) - 4 * direction);
    const WideTree tree;
    const auto a = tree.build(bodyOf(i)), b = tree.build(bodyOf(i / 3));
    const Real distance = freeDistance(tree, {a.get(), poseA}, {b.get(), poseB}, direction);
    poseB.translation += (distance - uniform(random, -0.008, 0.03)) * direction;
    ContactScene scene(bodyOf(i), poseA, bodyOf(i / 3), poseB);
    scene.input.b.motion.linearVelocity = 3 * direction;
    return scene;
}

FacePairs closePairs(const ContactScene& scene, const SpeculativeMargin& margin) {
    FacePairs near;
    PairMemory memory;
    ClosePairs().findFacePairs(scene.input.a.instance(), scene.input.b.instance(), margin.queryDistance,
                               memory, near);
    return near;
}

/// The filter's mask of each pair; empty if the filter dropped the pair.
class Masks {
public:
    Masks(const ContactScene& scene, const SpeculativeMargin& margin, const FacePairs& pairs) {
        for (const PairMask& mask : filterPairs(scene.input, margin, pairs)) {
            EXPECT_TRUE(mask.hasAny());
            EXPECT_TRUE(byPair_.insert({mask.faces, mask}).second);
        }
    }
    std::size_t size() const { return byPair_.size(); }
    PairMask of(const FacePair& pair) const {
        const auto found = byPair_.find(pair);
        return found == byPair_.end() ? PairMask{} : found->second;
    }

private:
    std::map<FacePair, PairMask> byPair_;
};

/// Whether the mask of any face at the vertex lets the vertex touch the given face.
bool mayTouch(const Masks& masks, const Body& body, Index vertex, Index face, bool isOfA) {
    return std::ranges::any_of(body.facesOf(vertex), [&](const auto& own) {
        const PairMask v = masks.of(isOfA ? FacePair{own.first, face} : FacePair{face, own.first});
        return (isOfA ? v.verticesOfA : v.verticesOfB) >> own.second & 1;
    });
}

bool mayTouch(const Masks& masks, const Body::Edge& a, const Body::Edge& b) {
    for (std::size_t i = 0; i < 2; ++i) {
        for (std::size_t j = 0; j < 2; ++j) {
            const PairMask v = masks.of({a.faces[i], b.faces[j]});
            if (v.edges >> (3 * a.sides[i] + b.sides[j]) & 1) return true;
        }
    }
    return false;
}

/// Expects the vertices of a body that touch faces of the other one to pass; returns their number.
int expectVertices(const Truth& truth, const Masks& masks, bool areOfA) {
    const Body &body = areOfA ? truth.a : truth.b, &other = areOfA ? truth.b : truth.a;
    int count = 0;
    for (Index vertex = 0; vertex < body.mesh().vertexCount(); ++vertex) {
        for (Index face = 0; face < other.mesh().faceCount(); ++face) {
            if (!truth.touches(body, vertex, other, face)) continue;
            EXPECT_TRUE(mayTouch(masks, body, vertex, face, areOfA)) << vertex << " " << face;
            ++count;
        }
    }
    return count;
}

int expectEdges(const Truth& truth, const Masks& masks) {
    int count = 0;
    for (const Body::Edge& edgeA : truth.a.edges()) {
        for (const Body::Edge& edgeB : truth.b.edges()) {
            if (!truth.touch(edgeA, edgeB)) continue;
            EXPECT_TRUE(mayTouch(masks, edgeA, edgeB));
            ++count;
        }
    }
    return count;
}

TEST(PairFilter, KeepsVerticesAndEdgesThatTouch) {
    Random random(23);
    int vertices = 0, edges = 0;
    std::size_t pairs = 0, passed = 0;
    for (int i = 0; i < (kIsSlowBuild ? 50 : 150); ++i) {
        const ContactScene scene = touchingScene(i, random);
        const SpeculativeMargin margin = speculativeMargin(scene.input, {});
        const FacePairs near = closePairs(scene, margin);
        const Masks masks(scene, margin, near);
        const Truth truth(scene, margin);
        vertices += expectVertices(truth, masks, true) + expectVertices(truth, masks, false);
        edges += expectEdges(truth, masks);
        pairs += near.size();
        passed += masks.size();
    }
    EXPECT_GT(vertices, kIsSlowBuild ? 8 : 25);
    EXPECT_GT(edges, kIsSlowBuild ? 8 : 25);
    EXPECT_LT(passed, pairs / 2);
}

/// Two beams of 2 mm whose edges are parallel or nearly so. `height`: metres between their middles.
ContactScene beams(Random& random, Real height) {
    const SharedMesh beam = boxMesh({-0.5, -0.001, -0.001}, {0.5, 0.001, 0.001});
    const Pose along = turned(uniform(random, 0, 6), {1, 0, 0}, {0, 0, 0});
    const Pose tilt = turned(uniform(random, -0.03, 0.03), randomPoint(random),
                             {uniform(random, -0.9, 0.9), height, uniform(random, -0.001, 0.001)});
    return {beam, Pose{}, beam, {tilt.rotation * along.rotation, tilt.translation}};
}

/// The pairs of convex edges of two bodies, by index in their topologies.
using PairsOfEdges = std::set<std::pair<Index, Index>>;

PairsOfEdges allEdgePairs(const ContactScene& scene) {
    PairsOfEdges pairs;
    const MeshTopology &a = *scene.surfaceA->topology, &b = *scene.surfaceB->topology;
    for (Index i = 0; i < a.edges.size(); ++i) {
        for (Index j = 0; j < b.edges.size(); ++j) {
            if (a.edge(i).dihedral == Dihedral::convex && b.edge(j).dihedral == Dihedral::convex)
                pairs.insert({i, j});
        }
    }
    return pairs;
}

PairsOfEdges edgePairsThatPass(const ContactScene& scene, const SpeculativeMargin& margin) {
    PairsOfEdges pairs;
    for (const PairMask& mask : filterPairs(scene.input, margin, closePairs(scene, margin))) {
        const auto ofA = scene.surfaceA->topology->edgesOf(mask.faces.faceA),
                   ofB = scene.surfaceB->topology->edgesOf(mask.faces.faceB);
        for (std::size_t bit = 0; bit < 9; ++bit) {
            if (mask.edges >> bit & 1) pairs.insert({ofA[bit / 3], ofB[bit % 3]});
        }
    }
    return pairs;
}

PairsOfEdges edgePairsWithContact(const ContactScene& scene, const SpeculativeMargin& margin) {
    PlacedFeatures a(scene.input.a.instance(), *scene.surfaceA), b(scene.input.b.instance(), *scene.surfaceB);
    const auto placed = [](PlacedFeatures& body, Index edge) {
        const Index face = body.topology().edge(edge).face0;
        const auto edges = body.topology().edgesOf(face);
        return body.edgeOf(face, static_cast<Index>(std::ranges::find(edges, edge) - edges.begin()));
    };
    PairsOfEdges pairs;
    for (const auto& [edgeA, edgeB] : allEdgePairs(scene)) {
        std::vector<Candidate> contacts;
        addEdgeEdgeContact(a, placed(a, edgeA), b, placed(b, edgeB), margin, contacts);
        if (!contacts.empty()) pairs.insert({edgeA, edgeB});
    }
    return pairs;
}

/// Those of which both are edges along a beam.
std::ptrdiff_t countOfLong(const PairsOfEdges& pairs, const ContactScene& scene) {
    const auto isLong = [](const MeshTopology& topology, const Mesh& mesh, Index edge) {
        const MeshTopology::Edge e = topology.edge(edge);
        return (mesh.vertices()[e.vertex1] - mesh.vertices()[e.vertex0]).norm() > 0.5;
    };
    return std::ranges::count_if(pairs, [&](const auto& edges) {
        return isLong(*scene.surfaceA->topology, scene.modelA->mesh(), edges.first) &&
               isLong(*scene.surfaceB->topology, scene.modelB->mesh(), edges.second);
    });
}

TEST(PairFilter, KeepsLongParallelEdgesThatTouch) {
    Random random(31);
    std::size_t touching = 0;
    for (int i = 0; i < (kIsSlowBuild ? 300 : 3000); ++i) {
        const ContactScene scene = beams(random, uniform(random, -0.004, 0.004));
        const SpeculativeMargin margin = speculativeMargin(scene.input, {});
        const PairsOfEdges passed = edgePairsThatPass(scene, margin);
        const PairsOfEdges exact = edgePairsWithContact(scene, margin);
        EXPECT_TRUE(std::ranges::includes(passed, exact)) << i;
        touching += exact.size();
    }
    EXPECT_GT(touching, kIsSlowBuild ? 50u : 500u);
}

TEST(PairFilter, DropsLongParallelEdgesThatAreApart) {
    Random random(37);
    std::ptrdiff_t pairs = 0, passed = 0;
    for (int i = 0; i < 100; ++i) {
        ContactScene scene = beams(random, 0.02);
        scene.input.b.pose.rotation = turned(uniform(random, 0, 6), {1, 0, 0}, {0, 0, 0}).rotation;
        SpeculativeMargin margin = speculativeMargin(scene.input, {});
        margin.queryDistance = 0.05;  // so that only the edges' own distances are left to tell
        ASSERT_LT(std::max(margin.farthestGap(), margin.featureDepth), 0.01);
        pairs += countOfLong(allEdgePairs(scene), scene);
        passed += countOfLong(edgePairsThatPass(scene, margin), scene);
    }
    EXPECT_EQ(pairs, 100 * 4 * 4);
    EXPECT_EQ(passed, 0);
}

TEST(PairFilter, KeepsAllIntersectingPairs) {
    Random random(23);
    int intersecting = 0, pairs = 0, dropped = 0;
    for (int i = 0; i < 48; i += kIsSlowBuild ? 3 : 1) {
        ContactScene scene = sceneOf(i, random);
        scene.input.step.isCompliant = i >= 32;
        const DepthBound deep{0.2, poseOfSmaller(scene.input)};
        const SpeculativeMargin margin =
            speculativeMargin(scene.input, {}, i >= 32 ? std::optional(deep) : std::nullopt);
        const FacePairs near = closePairs(scene, margin);
        const Masks masks(scene, margin, near);
        const Truth truth(scene, margin);
        for (const FacePair& pair : near) {
            const PairMask mask = masks.of(pair);
            const bool meet = intersects(truth.a.triangle(pair.faceA), truth.b.triangle(pair.faceB));
            EXPECT_GE(mask.mayIntersect, meet);
            intersecting += meet;
            dropped += !mask.hasAny();
            ++pairs;
        }
    }
    EXPECT_GT(intersecting, kIsSlowBuild ? 150 : 500);
    EXPECT_GT(dropped, pairs / 4);
}

TEST(PairFilter, EveryInstructionSetGivesTheSameResult) {
    const auto fields = [](const PairMask& v) {
        return std::tuple(v.faces, v.mayIntersect, v.verticesOfA, v.verticesOfB, v.vertexContactsOfA,
                          v.vertexContactsOfB, v.edges);
    };
    const auto alike = [&](const PairMask& v, const PairMask& w) { return fields(v) == fields(w); };
    Random random(29);
    std::size_t masks = 0;
    for (int i = 0; i < 12; ++i) {
        ContactScene scene = sceneOf(i, random);
        scene.input.step.restGap = i % 3 == 0 ? 0.02 : 0;
        const SpeculativeMargin margin = speculativeMargin(scene.input, {});
        FacePairs near = closePairs(scene, margin);
        near.resize(near.size() - std::min(near.size(), std::size_t(i) % 8));  // any remainder of eight
        const std::span<const PairMask> first = filterPairs(scene.input, margin, near);
        const std::vector<PairMask> expected(first.begin(), first.end());
        masks += expected.size();
        for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
            const OnlyTarget only(target);
            const std::span<const PairMask> found = filterPairs(scene.input, margin, near);
            EXPECT_TRUE(std::ranges::equal(found, expected, alike)) << hwy::TargetName(target);
        }
    }
    EXPECT_GT(masks, 1000u);
}

}  // namespace
}  // namespace ricochet::test
