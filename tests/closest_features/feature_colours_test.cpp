#include "algorithms/closest_features/feature_colours.h"

#include "tests/support/build_kind.h"
#include "tests/support/meshes.h"
#include "tests/support/random_geometry.h"
#include "tests/support/rational_oracle.h"
#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace ricochet::test {
namespace {

struct Coloured {
    Polytope hull;
    FeatureColours colours;
};

Coloured coloured(const Mesh& mesh) {
    Polytope hull = buildPolytope(mesh.vertices()).value();
    FeatureColours colours = colourFeatures(hull, mesh);
    return {std::move(hull), std::move(colours)};
}

Index redIn(const IndexLists& lists) {
    Index red = 0;
    for (Index i = 0; i < lists.size(); ++i) red += !lists[i].empty();
    return red;
}

/// Red vertices, edges and faces.
std::array<Index, 3> redCounts(const Mesh& mesh) {
    const Coloured c = coloured(mesh);
    return {redIn(c.colours.vertices), redIn(c.colours.edges), redIn(c.colours.faces)};
}

/// The colours by testing every face of the mesh against every feature, in rational numbers.
class Oracle {
public:
    Oracle(const Polytope& hull, const Mesh& mesh) : hull_(hull), mesh_(mesh) {}

    bool isVertexRed(Index v) const {
        for (const Face& face : mesh_.faces()) {
            for (const Index corner : face) {
                if (mesh_.vertices()[corner] == hull_.vertices[v]) return true;
            }
        }
        return false;
    }

    bool isEdgeRed(Index e) const {
        const Vec3 &tail = hull_.vertices[hull_.edges[e].tail], &head = hull_.vertices[hull_.edges[e].head];
        std::vector<std::array<Vec3, 2>> segments;
        for (Index f = 0; f < mesh_.faceCount(); ++f) {
            const Triangle t = mesh_.triangle(f);
            for (int k = 0; k < 3; ++k) {
                const Vec3 &p = t[k], &q = t[(k + 1) % 3];
                if (rational::areCollinear(tail, head, p) && rational::areCollinear(tail, head, q)) {
                    segments.push_back({p, q});
                }
            }
        }
        return rational::coversSegment(segments, tail, head);
    }

    bool isFaceRed(Index f) const {
        std::vector<Vec3> outline;
        for (const Index e : hull_.sidesOf(f)) {
            const auto& edge = hull_.edges[e];
            outline.push_back(hull_.vertices[edge.left == f ? edge.tail : edge.head]);
        }
        const auto& c = hull_.faces[f].corners;
        std::vector<Triangle> coplanar;
        for (Index g = 0; g < mesh_.faceCount(); ++g) {
            const Triangle t = mesh_.triangle(g);
            const auto isOn = [&](const Vec3& p) {
                return rational::orient3d(hull_.vertices[c[0]], hull_.vertices[c[1]], hull_.vertices[c[2]],
                                          p) == 0;
            };
            if (std::all_of(t.begin(), t.end(), isOn)) coplanar.push_back(t);
        }
        int dropped;
        hull_.faces[f].normal.cwiseAbs().maxCoeff(&dropped);
        return rational::coversPolygon(coplanar, outline, dropped);
    }

private:
    const Polytope& hull_;
    const Mesh& mesh_;
};

/// How many features of each colour the oracle has; expects the same colour of each.
std::array<int, 2> expectColoursOfOracle(const Mesh& mesh, const std::string& name) {
    const Coloured c = coloured(mesh);
    const Oracle oracle(c.hull, mesh);
    std::array<int, 2> count{};
    const auto check = [&](PolytopePart kind, std::size_t features, auto&& isRed) {
        for (Index i = 0; i < features; ++i) {
            const bool red = isRed(i);
            EXPECT_EQ(c.colours.isRed({kind, i}), red) << name << ", kind " << int(kind) << ", feature " << i;
            ++count[red];
        }
    };
    check(PolytopePart::vertex, c.hull.vertices.size(), [&](Index v) { return oracle.isVertexRed(v); });
    check(PolytopePart::edge, c.hull.edges.size(), [&](Index e) { return oracle.isEdgeRed(e); });
    check(PolytopePart::face, c.hull.faces.size(), [&](Index f) { return oracle.isFaceRed(f); });
    return count;
}

SharedMesh withFaces(const Mesh& mesh, const std::function<bool(Index)>& keep) {
    std::vector<Face> faces;
    for (Index f = 0; f < mesh.faceCount(); ++f) {
        if (keep(f)) faces.push_back(mesh.faces()[f]);
    }
    return makeMesh(mesh.vertices(), faces);
}

TEST(FeatureColours, AllFeaturesOfAConvexMeshAreRed) {
    EXPECT_EQ(redCounts(*boxMesh({0, 0, 0}, {1, 2, 3})), (std::array<Index, 3>{8, 12, 6}));
    EXPECT_EQ(redCounts(*gridBoxMesh({1, 2, 3}, 5)), (std::array<Index, 3>{8, 12, 6}));
    EXPECT_EQ(redCounts(*unshared(*gridBoxMesh({1, 2, 3}, 3))), (std::array<Index, 3>{8, 12, 6}));
    EXPECT_EQ(redCounts(*insideOut(*boxMesh({0, 0, 0}, {1, 1, 1}))), (std::array<Index, 3>{8, 12, 6}));
}

TEST(FeatureColours, AHoleMakesAFaceGreenAndLeavesItsEdges) {
    const auto box = gridBoxMesh({1, 1, 1}, 3);
    // the middle of a side of 3 x 3 squares; which side does not matter
    const auto isInTheMiddle = [&](Index f) {
        Vec3 middle = Vec3::Zero();
        for (const Vec3& corner : box->triangle(f)) middle += corner / 3;
        return middle.x() > 0.49 && std::abs(middle.y()) < 0.16 && std::abs(middle.z()) < 0.16;
    };
    const auto holed = withFaces(*box, [&](Index f) { return !isInTheMiddle(f); });
    ASSERT_EQ(holed->faceCount() + 2, box->faceCount());
    EXPECT_EQ(redCounts(*holed), (std::array<Index, 3>{8, 12, 5}));
}

TEST(FeatureColours, AnOpenBoxHasAGreenFaceWithRedEdges) {
    const auto box = boxMesh({0, 0, 0}, {1, 1, 1});
    EXPECT_EQ(redCounts(*withFaces(*box, [](Index f) { return f > 1; })), (std::array<Index, 3>{8, 12, 5}));
    // a triangle alone: its edges are the model's, and so are both sides
    EXPECT_EQ(redCounts(*withFaces(*box, [](Index f) { return f != 0; })), (std::array<Index, 3>{8, 12, 5}));
}

TEST(FeatureColours, AVertexThatNoFaceUsesIsGreen) {
    auto vertices = boxMesh({0, 0, 0}, {1, 1, 1})->vertices();
    vertices.emplace_back(0.5, 0.5, 3);
    const auto mesh = makeMesh(vertices, boxMesh({0, 0, 0}, {1, 1, 1})->faces());
    const Coloured c = coloured(*mesh);
    EXPECT_EQ(c.hull.vertices.size(), 9u);
    EXPECT_EQ(redIn(c.colours.vertices), 8u);
    EXPECT_EQ(redIn(c.colours.faces), 5u);
    EXPECT_EQ(redIn(c.colours.edges), 12u);
}

TEST(FeatureColours, AnEdgeCoveredByPiecesIsRedAndOneWithAGapIsGreen) {
    // a bar of two boxes with a third between them has whole edges; without the third they have a gap
    const auto boxes = [](bool hasMiddle) {
        std::vector<Vec3> vertices;
        std::vector<Face> faces;
        for (const Real at : {0.0, 2.0, 1.0}) {
            if (at == 1 && !hasMiddle) continue;
            const auto box = boxMesh({at, 0, 0}, {at + 1, 1, 1});
            for (Face face : box->faces()) {
                for (Index& corner : face) corner += static_cast<Index>(vertices.size());
                faces.push_back(face);
            }
            vertices.insert(vertices.end(), box->vertices().begin(), box->vertices().end());
        }
        return makeMesh(std::move(vertices), std::move(faces));
    };
    EXPECT_EQ(redCounts(*boxes(true)), (std::array<Index, 3>{8, 12, 6}));
    EXPECT_EQ(redCounts(*boxes(false)), (std::array<Index, 3>{8, 8, 2}));
}

TEST(FeatureColours, FlatLinearAndSinglePointHullsAreColoured) {
    const auto square = makeMesh({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}});
    EXPECT_EQ(redCounts(*square), (std::array<Index, 3>{4, 4, 2}));
    EXPECT_EQ(redCounts(*withFaces(*square, [](Index f) { return f == 0; })),
              (std::array<Index, 3>{3, 2, 0}));
    const auto line = makeMesh({{0, 0, 0}, {1, 1, 1}, {3, 3, 3}, {4, 4, 4}}, {{0, 1, 1}, {1, 3, 2}});
    EXPECT_EQ(redCounts(*line), (std::array<Index, 3>{2, 1, 0}));
    EXPECT_EQ(redCounts(*withFaces(*line, [](Index f) { return f == 1; })), (std::array<Index, 3>{1, 0, 0}));
    EXPECT_EQ(redCounts(*makeMesh({{1, 2, 3}, {1, 2, 3}}, {{0, 1, 1}})), (std::array<Index, 3>{1, 0, 0}));
}

TEST(FeatureColours, RedFeaturesListTheirFaces) {
    const auto mesh = gridBoxMesh({1, 1, 1}, 4);
    const Coloured c = coloured(*mesh);
    for (Index f = 0; f < c.hull.faces.size(); ++f) EXPECT_EQ(c.colours.faces[f].size(), 32u);
    for (Index e = 0; e < c.hull.edges.size(); ++e) EXPECT_EQ(c.colours.edges[e].size(), 8u);
    for (Index v = 0; v < c.hull.vertices.size(); ++v) {
        for (const Index f : c.colours.vertices[v]) {
            const Triangle t = mesh->triangle(f);
            EXPECT_NE(std::find(t.begin(), t.end(), c.hull.vertices[v]), t.end());
        }
    }
}

/// Cuts faces at the middle of a side but not the adjacent faces, so that there are T-junctions.
SharedMesh roughlyCut(Random& random, const Mesh& mesh, int times) {
    std::vector<Vec3> vertices = mesh.vertices();
    std::vector<Face> faces = mesh.faces();
    for (int i = 0; i < times; ++i) {
        const auto at = static_cast<std::size_t>(pick(random, static_cast<int>(faces.size())));
        const Face face = faces[at];
        const int k = pick(random, 3);
        const Index middle = static_cast<Index>(vertices.size());
        vertices.push_back(0.5 * (vertices[face[k]] + vertices[face[(k + 1) % 3]]));
        faces[at] = {middle, face[(k + 1) % 3], face[(k + 2) % 3]};
        faces.push_back({face[k], middle, face[(k + 2) % 3]});
        if (pick(random, 4) == 0) std::swap(faces.back()[0], faces.back()[1]);
    }
    return makeMesh(std::move(vertices), std::move(faces));
}

TEST(FeatureColours, AgreeWithTheOracleOnMeshesWithTJunctionsHolesAndDuplicates) {
    Random random(81);
    std::array<int, 2> count{};
    for (int trial = 0; trial < (kIsSlowBuild ? 12 : 30); ++trial) {
        const auto whole = pick(random, 2) ? boxMesh({0, 0, 0}, {4, 8, 2}) : gridBoxMesh({4, 4, 4}, 2);
        auto mesh = roughlyCut(random, *whole, pick(random, 30));
        const Index lost = static_cast<Index>(pick(random, 2 * static_cast<int>(mesh->faceCount())));
        if (lost < mesh->faceCount()) mesh = withoutFace(*mesh, lost);
        if (pick(random, 2)) mesh = unshared(*mesh);
        const auto colours = expectColoursOfOracle(*mesh, "trial " + std::to_string(trial));
        count[0] += colours[0], count[1] += colours[1];
    }
    EXPECT_GT(count[0], 5);
    EXPECT_GT(count[1], 100);
}

TEST(FeatureColours, AgreeWithTheOracleOnLatticeSoups) {
    Random random(82);
    std::array<int, 2> count{};
    for (int trial = 0; trial < (kIsSlowBuild ? 12 : 45); ++trial) {
        // rotated so that nothing is along an axis: faces stay coplanar only if rounding permits
        const bool isTurned = trial % 3 == 0;
        const Matrix3 turn = isTurned ? randomRotation(random) : Matrix3::Identity();
        std::vector<Vec3> vertices;
        std::vector<Face> faces;
        for (Index f = 0; f < 40; ++f) {
            for (const Vec3& corner : randomLatticeTriangle(random, 2)) vertices.push_back(turn * corner);
            faces.push_back({3 * f, 3 * f + 1, 3 * f + 2});
        }
        const auto colours = expectColoursOfOracle(*makeMesh(std::move(vertices), std::move(faces)),
                                                   "trial " + std::to_string(trial));
        count[0] += colours[0], count[1] += colours[1];
    }
    EXPECT_GT(count[0], 100);
    EXPECT_GT(count[1], 100);
}

TEST(FeatureColours, AgreeWithTheOracleOnOtherSurfaces) {
    Random random(83);
    expectColoursOfOracle(*torusMesh(1, 0.4, 12, 8), "torus");
    expectColoursOfOracle(*knotMesh(20, 5), "knot");
    expectColoursOfOracle(*sphereMesh(8, 6), "sphere");
    expectColoursOfOracle(*withoutFace(*sphereMesh(8, 6), 5), "open sphere");
    expectColoursOfOracle(*soupMesh(random, 60), "soup");
}

}  // namespace
}  // namespace ricochet::test
