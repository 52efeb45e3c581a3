#include "demos/window/coarser_meshes.h"

#include "tests/window/box_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace ricochet::window {
namespace {

constexpr int kTurns = 128;
constexpr float kRing = 2, kTube = 0.5f;  // metres

view::DrawnMesh fineTorus() {
    view::DrawnMesh mesh;
    const auto number = [](int i, int k) { return std::uint32_t(i % kTurns * kTurns + k % kTurns); };
    for (int i = 0; i < kTurns; ++i) {
        for (int k = 0; k < kTurns; ++k) {
            const float a = 2 * std::numbers::pi_v<float> * float(i) / kTurns;
            const float b = 2 * std::numbers::pi_v<float> * float(k) / kTurns;
            const float r = kRing + kTube * std::cos(b);
            mesh.vertices.push_back({r * std::cos(a), kTube * std::sin(b), r * std::sin(a)});
            mesh.faces.push_back({number(i, k), number(i, k + 1), number(i + 1, k + 1)});
            mesh.faces.push_back({number(i, k), number(i + 1, k + 1), number(i + 1, k)});
        }
    }
    return mesh;
}

/// Metres, from the exact torus.
float distanceFromTorus(const Eigen::Vector3f& p) {
    return std::abs(std::hypot(std::hypot(p.x(), p.z()) - kRing, p.y()) - kTube);
}

using Edge = std::pair<view::Point, view::Point>;

TEST(CoarserMesh, HalvesTheTrianglesOfChunksAndSaysHowFarTheirSurfacesAre) {
    view::DrawnMesh torus = fineTorus();
    const std::vector<MeshChunk> chunks = sortIntoChunks(torus);
    ASSERT_GE(chunks.size(), 8u);
    const CoarserMesh coarser = coarserMesh(torus, chunks);
    ASSERT_EQ(coarser.ofChunk.size(), chunks.size());
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        ASSERT_GE(coarser.ofChunk[i].size(), 2u);
        std::uint32_t before = chunks[i].faceCount;
        float error = 0;
        for (const CoarserChunk& level : coarser.ofChunk[i]) {
            EXPECT_LE(level.faceCount, before * 8 / 10);
            EXPECT_GE(level.error, error);
            float farthest = 0;
            for (std::uint32_t f = level.firstFace; f < level.firstFace + level.faceCount; ++f) {
                Eigen::Vector3f centre = Eigen::Vector3f::Zero();
                for (const std::uint32_t vertex : coarser.mesh.faces[f])
                    centre += view::toVector(coarser.mesh.vertices[vertex]) / 3;
                farthest = std::max(farthest, distanceFromTorus(centre));
            }
            // the finest is itself a little inside of the torus; errors are root mean squares over planes
            EXPECT_LE(farthest, 4 * level.error + 1e-3f);
            before = level.faceCount;
            error = level.error;
        }
        EXPECT_LT(coarser.ofChunk[i].front().error, 0.01f);
    }
}

TEST(CoarserMesh, ChunksOfAnyCoarsenessFitTogether) {
    view::DrawnMesh torus = fineTorus();
    const std::vector<MeshChunk> chunks = sortIntoChunks(torus);
    const CoarserMesh coarser = coarserMesh(torus, chunks);
    std::mt19937 random(3);
    for (int i = 0; i < 10; ++i) {
        std::vector<Edge> edges, opposite;
        const auto add = [&](const view::DrawnMesh& mesh, std::uint32_t first, std::uint32_t count) {
            for (std::uint32_t f = first; f < first + count; ++f) {
                for (std::size_t k = 0; k < 3; ++k) {
                    const view::Point& a = mesh.vertices[mesh.faces[f][k]];
                    const view::Point& b = mesh.vertices[mesh.faces[f][(k + 1) % 3]];
                    edges.emplace_back(a, b);
                    opposite.emplace_back(b, a);
                }
            }
        };
        for (std::size_t c = 0; c < chunks.size(); ++c) {
            const std::size_t level = random() % (coarser.ofChunk[c].size() + 1);
            if (level == 0) {
                add(torus, chunks[c].firstFace, chunks[c].faceCount);
            } else {
                const CoarserChunk& chunk = coarser.ofChunk[c][level - 1];
                add(coarser.mesh, chunk.firstFace, chunk.faceCount);
            }
        }
        std::ranges::sort(edges);
        std::ranges::sort(opposite);
        EXPECT_EQ(edges, opposite);
    }
}

TEST(CoarserMesh, NormalsAreThoseOfTheWholeMesh) {
    view::DrawnMesh torus = fineTorus();
    const CoarserMesh coarser = coarserMesh(torus, sortIntoChunks(torus));
    ASSERT_EQ(coarser.normals.size(), coarser.mesh.vertices.size());
    ASSERT_EQ(coarser.vertexOfWhole.size(), coarser.mesh.vertices.size());
    for (std::size_t i = 0; i < coarser.normals.size(); ++i) {
        EXPECT_EQ(coarser.mesh.vertices[i], torus.vertices[coarser.vertexOfWhole[i]]);
        const Eigen::Vector3f p = view::toVector(coarser.mesh.vertices[i]);
        const Eigen::Vector3f ring = kRing * Eigen::Vector3f(p.x(), 0, p.z()).normalized();
        EXPECT_GT(view::toVector(coarser.normals[i]).dot((p - ring).normalized()), 0.995f) << p.transpose();
    }
}

TEST(CoarserMesh, SmallMeshesHaveNone) {
    view::DrawnMesh box = test::boxMesh();
    EXPECT_TRUE(coarserMesh(box, sortIntoChunks(box)).mesh.faces.empty());
}

TEST(MeshChunks, HoldEachFaceOnceAndWhatIsConnectedTogether) {
    view::DrawnMesh boxes;
    for (int i = 0; i < 1000; ++i) {
        for (view::Point vertex : test::boxMesh().vertices) {
            vertex[0] += 3 * float(i);
            boxes.vertices.push_back(vertex);
        }
        for (std::array<std::uint32_t, 3> face : test::boxMesh().faces) {
            for (std::uint32_t& vertex : face) vertex += std::uint32_t(8 * i);
            boxes.faces.push_back(face);
        }
    }
    view::DrawnMesh sorted = boxes;
    std::size_t next = 0;
    std::vector<int> chunkOfBox(1000, -1);
    int number = 0;
    for (const MeshChunk& chunk : sortIntoChunks(sorted)) {
        EXPECT_EQ(chunk.firstFace, next);
        EXPECT_LE(chunk.faceCount, 2048u);
        next += chunk.faceCount;
        for (std::uint32_t i = chunk.firstFace; i < next; ++i) {
            int& known = chunkOfBox[sorted.faces[i][0] / 8];
            EXPECT_TRUE(known == -1 || known == number);
            known = number;
            for (const std::uint32_t vertex : sorted.faces[i])
                EXPECT_TRUE(chunk.box.contains(view::toVector(sorted.vertices[vertex])));
        }
        ++number;
    }
    EXPECT_GE(number, 6);
    EXPECT_EQ(next, boxes.faces.size());
    std::ranges::sort(boxes.faces);
    std::ranges::sort(sorted.faces);
    EXPECT_EQ(sorted.faces, boxes.faces);
}

}  // namespace
}  // namespace ricochet::window
