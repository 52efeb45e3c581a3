#include "algorithms/contact/manifold/renumber.h"

#include "algorithms/contact/candidate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace ricochet {
namespace {

constexpr Index kCells = 6;

/// A hilly square of kCells by kCells quads, or its part from a column on.
struct Grid {
    std::shared_ptr<Mesh> mesh;
    std::shared_ptr<const ContactSurface> surface;
    std::vector<Index> names;  ///< of each face: its number in the whole

    explicit Grid(Index firstColumn) {
        std::vector<Vec3> vertices;
        std::vector<Face> faces;
        for (Index i = firstColumn; i <= kCells; ++i) {
            for (Index k = 0; k <= kCells; ++k) vertices.push_back({Real(i), std::sin(1.3 * i * k), Real(k)});
        }
        for (Index i = firstColumn; i < kCells; ++i) {
            for (Index k = 0; k < kCells; ++k) {
                const Index corner = (i - firstColumn) * (kCells + 1) + k, next = corner + kCells + 1;
                faces.push_back({corner, corner + 1, next});
                faces.push_back({next, corner + 1, next + 1});
                for (Index half = 0; half < 2; ++half) names.push_back(2 * (i * kCells + k) + half);
            }
        }
        mesh = *Mesh::create(vertices, faces);
        surface = buildContactSurface(*mesh);
    }
    SurfacePart part() const { return {mesh.get(), surface.get()}; }
    Index face(Index name) const {
        const auto found = std::ranges::find(names, name);
        return found == names.end() ? kNone : static_cast<Index>(found - names.begin());
    }
    Index vertexOf(Index f, Index k) const { return surface->topology->weld[mesh->faces()[f][k]]; }
    Index edgeOf(Index f, Index k) const { return surface->topology->faceEdges[f][k]; }
    Index planeOf(Index f) const { return surface->topology->regions[f]; }
};

struct Renumber : testing::Test {
    const Grid whole{0}, part{3};
    static constexpr Index kOther = 17;  // a feature of the other body

    /// A contact at a face of the whole, with its key and face renumbered.
    ContactPoint renumbered(std::uint64_t key, Index face, bool isA, bool isAInKeys) const {
        PersistentContacts memory;
        memory.points.emplace_back();
        memory.points[0].key = key;
        (isA ? memory.points[0].faceA : memory.points[0].faceB) = face;
        const auto faceNow = [&](Index f) { return part.face(whole.names[f]); };
        renumberContacts(whole.part(), part.part(), faceNow, isA, isAInKeys, memory);
        return memory.points[0];
    }
    static std::uint64_t keyOf(FeaturePair pair, bool isA, Index feature) {
        return isA ? contactKey(pair, feature, kOther) : contactKey(pair, kOther, feature);
    }
};

TEST_F(Renumber, FacePairsOfTheLastStepAreForgotten) {
    PersistentContacts memory;
    memory.facePairs = {{0, 1}, {2, 3}};
    memory.firstFacePairs = 2;
    renumberContacts(
        whole.part(), part.part(), [](Index f) { return f; }, true, true, memory);
    EXPECT_TRUE(memory.facePairs.empty());
    EXPECT_EQ(memory.firstFacePairs, 0u);
}

TEST_F(Renumber, FeaturesKeepTheirPositions) {
    for (Index f = 0; f < whole.mesh->faceCount(); ++f) {
        const Index now = part.face(whole.names[f]);
        if (now == kNone) continue;
        for (const bool isA : {true, false}) {
            const auto key = [&](FeaturePair pair, Index before) {
                const ContactPoint point = renumbered(keyOf(pair, isA, before), f, isA, isA);
                EXPECT_EQ(isA ? point.faceA : point.faceB, now);
                return point.key;
            };
            const FeaturePair vertexFace = isA ? FeaturePair::vertexFace : FeaturePair::faceVertex,
                              faceVertex = isA ? FeaturePair::faceVertex : FeaturePair::vertexFace;
            EXPECT_EQ(key(faceVertex, whole.planeOf(f)), keyOf(faceVertex, isA, part.planeOf(now)));
            for (Index k = 0; k < 3; ++k) {
                EXPECT_EQ(key(vertexFace, whole.vertexOf(f, k)),
                          keyOf(vertexFace, isA, part.vertexOf(now, k)));
                EXPECT_EQ(key(FeaturePair::edgeEdge, whole.edgeOf(f, k)),
                          keyOf(FeaturePair::edgeEdge, isA, part.edgeOf(now, k)));
            }
        }
    }
}

TEST_F(Renumber, BothEndsOfParallelEdgesAreRenumbered) {
    const Index f = 50, now = part.face(whole.names[f]);
    for (Index which = 0; which < 2; ++which) {
        const auto key = [&](const Grid& grid, Index face) {
            return contactKey(FeaturePair::parallelEdges, kOther, grid.edgeOf(face, 1) << 1 | which);
        };
        EXPECT_EQ(renumbered(key(whole, f), f, false, false).key, key(part, now));
    }
}

TEST_F(Renumber, IfTheRoundBodyIsBTheMeshIsSecondInKeys) {
    const Index f = 60, now = part.face(whole.names[f]);
    const ContactPoint point =
        renumbered(contactKey(FeaturePair::edgeEdge, kOther, whole.edgeOf(f, 0)), f, true, false);
    EXPECT_EQ(point.key, contactKey(FeaturePair::edgeEdge, kOther, part.edgeOf(now, 0)));
    EXPECT_EQ(point.faceA, now);
}

TEST_F(Renumber, DeepContactsNameFaces) {
    const Index f = 61, now = part.face(whole.names[f]);
    EXPECT_EQ(renumbered(contactKey(FeaturePair::edgeEdge, kDeepFlag | f, kOther), f, true, true).key,
              contactKey(FeaturePair::edgeEdge, kDeepFlag | now, kOther));
    EXPECT_EQ(renumbered(contactKey(FeaturePair::edgeEdge, kDeepFlag | kOther, f), f, false, false).key,
              contactKey(FeaturePair::edgeEdge, kDeepFlag | kOther, now));
}

/// The first faces lie outside the part.
TEST_F(Renumber, FacesOutsideTheRegionAreDroppedAndTheirKeysNotReused) {
    const std::uint64_t key = contactKey(FeaturePair::edgeEdge, whole.edgeOf(2, 1), kOther);
    const ContactPoint point = renumbered(key, 2, true, true);
    EXPECT_EQ(point.faceA, kNone);
    EXPECT_GT(point.key >> 30 & 0x7fffffff, part.surface->topology->edges.size());
}

}  // namespace
}  // namespace ricochet
