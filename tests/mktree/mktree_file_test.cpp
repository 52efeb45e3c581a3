#include "algorithms/geometry/boundary_loops.h"
#include "algorithms/geometry/weld.h"
#include "algorithms/mktree/crc32c.h"
#include "algorithms/mktree/file_format.h"
#include "algorithms/mktree/split_tree.h"
#include "tests/mktree/worlds.h"

#include <gmock/gmock.h>

#include <csignal>
#include <fstream>
#include <map>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>

namespace ricochet::mktree::test {
namespace {

using testing::HasSubstr;

std::string bytesOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}
void writeBytes(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

/// What a tree holds: each triangle by its part and number, bit for bit.
using Bits = std::array<std::uint64_t, 9>;
using Contents = std::map<std::pair<Index, Index>, Bits>;
Bits bitsOf(const Triangle& triangle) {
    Bits bits;
    std::size_t i = 0;
    for (const Vec3& v : triangle) {
        for (Real x : v) bits[i++] = std::bit_cast<std::uint64_t>(x);
    }
    return bits;
}

Contents contentsOf(const Objects& objects) {
    Contents contents;
    for (const WorldObject& object : objects) {
        for (std::size_t f = 0; f < object.faces.size(); ++f) {
            const Face& face = object.faces[f];
            contents[{object.part, object.numberOf(f)}] =
                bitsOf({object.vertices[face[0]], object.vertices[face[1]], object.vertices[face[2]]});
        }
    }
    return contents;
}

Contents contentsOf(const MkTree& tree) {
    Contents contents;
    for (Index i = 0; i < tree.directory().leaves.size(); ++i) {
        const LeafPointer leaf = tree.leaf(i).value();
        for (Index t = 0; t < leaf->triangles.size(); ++t) {
            EXPECT_TRUE(
                contents.try_emplace({leaf->partOf(t), leaf->triangles[t].number}, bitsOf(leaf->triangle(t)))
                    .second);
        }
    }
    return contents;
}

TEST(Crc32c, GivesThePublishedValues) {
    const std::string digits = "123456789";
    EXPECT_EQ(crc32c(std::as_bytes(std::span(digits))), 0xE3069283U);
    const std::array<std::byte, 32> zeros{};  // RFC 3720, B.4
    EXPECT_EQ(crc32c(zeros), 0x8A9136AAU);
}

struct Setup {
    const char* name;
    BuildSettings settings;
    bool isOfFloats;
};
class MkTreeFile : public testing::TestWithParam<Setup> {};

TEST_P(MkTreeFile, ReturnsEachTriangleBitForBit) {
    const TemporaryFolder folder;
    const Objects objects = clutter(7, 200, GetParam().isOfFloats);
    const auto tree = builtTree(objects, folder.file("world.mkt"), GetParam().settings);
    EXPECT_EQ(tree->directory().triangles, triangleCount(objects));
    EXPECT_EQ(tree->directory().parts.size(), objects.size());
    EXPECT_EQ(contentsOf(*tree), contentsOf(objects));
    EXPECT_EQ(folder.files(), 1u);  // nothing is left beside it
}

TEST_P(MkTreeFile, KeepsItsInvariants) {
    const TemporaryFolder folder;
    const Objects objects = clutter(11, 200, GetParam().isOfFloats);
    const auto tree = builtTree(objects, folder.file("world.mkt"), GetParam().settings);
    ASSERT_TRUE(check(tree->directory()));
    std::vector<FloatBox> boxOfLeaf(tree->directory().leaves.size());
    for (const Node& node : tree->directory().nodes) {
        if (node.isLeaf()) boxOfLeaf[node.first] = node.box;
    }
    for (Index i = 0; i < boxOfLeaf.size(); ++i) {
        const LeafPointer leaf = tree->leaf(i).value();
        EXPECT_LE(leaf->triangles.size(), GetParam().settings.leafTriangles);
        if (const Index maximum = GetParam().settings.leafBlocks; maximum > 0) {
            EXPECT_LE(blocksOf(tree->directory().leaves[i]), maximum);
        }
        for (const Leaf::Fragment& fragment : leaf->fragments) {
            for (Index t = fragment.firstTriangle; t < fragment.firstTriangle + fragment.triangles; ++t) {
                for (const Vec3& v : leaf->triangle(t)) {
                    EXPECT_TRUE(boxOfLeaf[i].box().contains(v));
                    EXPECT_TRUE(fragment.box.box().contains(v));
                    for (Index p = fragment.firstPlane; p < fragment.firstPlane + fragment.planes; ++p) {
                        const Plane& plane = leaf->planes[p];
                        const Vec3 normal(plane.normal[0], plane.normal[1], plane.normal[2]);
                        EXPECT_LE(normal.dot(v), plane.height);
                    }
                }
                // A triangle's corners are all in one of the spheres that cover its object.
                bool isCovered = false;
                for (Index s = fragment.firstSphere; s < fragment.firstSphere + fragment.spheres; ++s) {
                    const Sphere& sphere = leaf->spheres[s];
                    const Vec3 centre(sphere.centre[0], sphere.centre[1], sphere.centre[2]);
                    bool holds = true;
                    for (const Vec3& v : leaf->triangle(t)) holds &= (v - centre).norm() <= sphere.radius;
                    isCovered |= holds;
                }
                EXPECT_TRUE(isCovered);
            }
            EXPECT_LE(fragment.planes, 100u);
            EXPECT_EQ(fragment.planes > 0, GetParam().settings.polyhedra);
        }
    }
}

/// Each vertex and edge of a surface is represented by exactly one face.
TEST_P(MkTreeFile, OwnsEachFeatureOnce) {
    const TemporaryFolder folder;
    const Objects objects = clutter(5, 60, GetParam().isOfFloats);
    const auto tree = builtTree(objects, folder.file("world.mkt"), GetParam().settings);
    std::vector<int> vertices(objects.size()), edges(objects.size());
    for (Index i = 0; i < tree->directory().leaves.size(); ++i) {
        const LeafPointer leaf = tree->leaf(i).value();
        for (Index t = 0; t < leaf->triangles.size(); ++t) {
            for (unsigned k = 0; k < 3; ++k) {
                vertices[leaf->partOf(t)] += (leaf->triangles[t].owned >> k) & 1;
                edges[leaf->partOf(t)] += (leaf->triangles[t].owned >> (3 + k)) & 1;
            }
        }
    }
    for (std::size_t i = 0; i < objects.size(); ++i) {
        EXPECT_EQ(vertices[i], static_cast<int>(objects[i].vertices.size()));
        EXPECT_EQ(2 * edges[i], 3 * static_cast<int>(objects[i].faces.size()));
    }
}

TEST_P(MkTreeFile, IsTheSameEveryTime) {
    const TemporaryFolder folder;
    const Objects objects = clutter(3, 100, GetParam().isOfFloats);
    builtTree(objects, folder.file("a"), GetParam().settings);
    builtTree(objects, folder.file("b"), GetParam().settings);
    EXPECT_TRUE(bytesOf(folder.file("a")) == bytesOf(folder.file("b")));
}

INSTANTIATE_TEST_SUITE_P(
    Settings, MkTreeFile,
    testing::Values(Setup{"default", {}, true}, Setup{"doubles", {.leafTriangles = 100}, false},
                    Setup{"paper", {.leafTriangles = 128, .rule = SplitRule::leastOverlap}, true},
                    Setup{"literal", {.rule = SplitRule::leastOverlap, .minimumShare = 0}, true},
                    Setup{"blocks", {.leafTriangles = kMostLeafTriangles, .leafBlocks = 3}, false},
                    Setup{"oneBlock", {.leafBlocks = 1}, false},
                    Setup{"tiny", {.leafTriangles = 7, .splitTrees = false, .polyhedra = true}, true}),
    [](const auto& setup) { return std::string(setup.param.name); });

TEST(MkTreeSplitTree, NamesEachSideThatHasAnObjectThere) {
    std::mt19937 random(4);
    std::uniform_real_distribution<Real> transformPoint(0, 10), size(0, 2), corner(0, 10);
    int decided = 0, asked = 0;
    for (int round = 0; round < 200; ++round) {
        std::vector<FloatBox> boxes[2];
        for (int side = 0; side < 2; ++side) {
            for (int i = 0; i < 8; ++i) {
                Vec3 at(transformPoint(random), transformPoint(random),
                        4 * side + 0.5 * transformPoint(random));
                boxes[side].push_back(floatBoxOf({at, at + Vec3(size(random), size(random), size(random))}));
            }
        }
        std::vector<SplitNode> nodes;
        Aabb all[2];
        for (int side = 0; side < 2; ++side) {
            for (const FloatBox& box : boxes[side]) include(all[side], box.box());
        }
        const Aabb overlap = intersection(all[0], all[1]);
        const std::uint32_t root = appendSplitTree(overlap, boxes[0], boxes[1], nodes);
        if (root == Node::kNoSplit) continue;
        for (int i = 0; i < 50; ++i) {
            Aabb query;
            query.include(Vec3(corner(random), corner(random), corner(random)));
            query.include(query.min + Vec3(size(random), size(random), size(random)));
            query = intersection(query, overlap);
            if (query.isEmpty()) continue;
            const Sides sides = sidesOf(nodes, root, query);
            for (int side = 0; side < 2; ++side) {
                for (const FloatBox& box : boxes[side]) {
                    EXPECT_TRUE(!overlaps(box.box(), query) || (side == 0 ? sides.left : sides.right));
                }
            }
            ++asked;
            decided += !sides.both();
        }
    }
    EXPECT_GT(decided, asked / 5);  // so that the test tested something
    EXPECT_LT(decided, asked);
}

TEST(MkTreeFileSpecial, CanBeEmpty) {
    const TemporaryFolder folder;
    const auto tree = builtTree({}, folder.file("empty"));
    EXPECT_TRUE(tree->box().isEmpty());
    EXPECT_EQ(tree->directory().leaves.size(), 0u);
}

TEST(MkTreeFileSpecial, CutsAnObjectLargerThanALeaf) {
    const TemporaryFolder folder;
    const Objects objects = {objectOf(*torusMesh(2, 0.5, 300, 100), 0)};
    const auto tree = builtTree(objects, folder.file("torus"));
    EXPECT_GT(tree->directory().leaves.size(), 300u);
    EXPECT_EQ(contentsOf(*tree), contentsOf(objects));
}

TEST(MkTreeFileSpecial, StoresCoincidentAndDistantObjects) {
    const TemporaryFolder folder;
    Objects objects;
    for (Index i = 0; i < 300; ++i) objects.push_back(objectOf(*boxMesh(Vec3(0, 0, 0), Vec3(1, 1, 1)), i));
    for (Index i = 300; i < 400; ++i) {
        const Vec3 far(1e7, -1e7 + 0.1 * i, 1e7);
        objects.push_back(objectOf(*boxMesh(far, far + Vec3(1, 1, 1) / 3), i));
    }
    const auto tree = builtTree(objects, folder.file("world"));
    EXPECT_EQ(contentsOf(*tree), contentsOf(objects));
}

TEST(MkTreeFileSpecial, SplitsAMeshIntoItsSurfaces) {
    const auto a = boxMesh(Vec3(0, 0, 0), Vec3(1, 1, 1)), b = boxMesh(Vec3(2, 0, 0), Vec3(3, 1, 1));
    const WholeWorld both = whole({objectOf(*a, 0), objectOf(*b, 0)});
    const auto objects = objectsOf(*unshared(*both.mesh), 4);
    ASSERT_EQ(objects.size(), 2u);
    EXPECT_EQ(objects[1].part, 4u);
    EXPECT_EQ(objects[1].numberOf(0), 12u);
    EXPECT_EQ(objects[1].faces.size(), 12u);
}

/// The oracle is `hasInside` of the same mesh.
TEST(MkTreeFileSpecial, StatesWhetherItHasAnInside) {
    const TemporaryFolder folder;
    const auto insideOf = [&](const Objects& objects) {
        const auto tree = builtTree(objects, folder.file("w"), {.leafTriangles = 60});
        const WholeWorld world = whole(objects);
        const Mesh& mesh = *world.mesh;
        const bool hasInside =
            ricochet::hasInside(mesh, boundaryEdgesOf(mesh, weldVertices(mesh.vertices())));
        EXPECT_EQ(tree->directory().inside != WorldInside::none, hasInside);
        return tree->directory().inside;
    };
    Objects objects = clutter(7, 200);
    EXPECT_EQ(insideOf(objects), WorldInside::closed);
    Objects cracked = objects;
    for (WorldObject& object : cracked) {  // a corner of a face is displaced a little
        object.vertices.push_back(object.vertices[object.faces[0][0]] + Vec3(1e-9, 0, -1e-9));
        object.faces[0][0] = static_cast<Index>(object.vertices.size() - 1);
    }
    EXPECT_EQ(insideOf(cracked), WorldInside::closedButForCracks);
    for (WorldObject& object : objects) {
        for (Face& face : object.faces) std::swap(face[1], face[2]);
    }
    EXPECT_EQ(insideOf(objects), WorldInside::none);  // they face inwards
    objects = clutter(7, 200);
    objects[100].faces.pop_back();
    EXPECT_EQ(insideOf(objects), WorldInside::none);
    EXPECT_EQ(builtTree({}, folder.file("w"))->directory().inside, WorldInside::none);
}

TEST(MkTreeBadInput, GivesOneSentence) {
    const TemporaryFolder folder;
    Objects objects = clutter(1, 3);
    objects[1].faces[2][0] = 10'000;
    EXPECT_THAT(build(streamOf(objects), folder.file("x")).error(),
                HasSubstr("part 1: triangle 2 names a vertex"));
    objects = clutter(1, 3);
    objects[2].vertices[0].x() = std::numeric_limits<Real>::quiet_NaN();
    EXPECT_THAT(build(streamOf(objects), folder.file("x")).error(),
                HasSubstr("part 2: a vertex is not finite"));
    EXPECT_THAT(build(streamOf({}), folder.file("x"), {.leafTriangles = 0}).error(), HasSubstr("not 0"));
    EXPECT_EQ(build(streamOf({}), folder.file("x"), {.leafBlocks = 4097}).error(),
              "a leaf takes at most 4096 blocks, not 4097");
    EXPECT_THAT(build(streamOf({}), folder.file("x"), {.minimumShare = 0.6}).error(), HasSubstr("not 0.6"));
    EXPECT_THAT(build(streamOf({}), folder.file("nowhere/x")).error(), HasSubstr("nowhere/x"));
    EXPECT_THAT(MkTree::open(folder.file("x")).error(), HasSubstr("No such file"));
    EXPECT_EQ(folder.files(), 0u);
}

TEST(MkTreeBadInput, StreamThatFailsLeavesNoFile) {
    const TemporaryFolder folder;
    int calls = 0;
    const ObjectStream stream = [&](WorldObject& object) -> Result<bool> {
        if (++calls == 5) return tl::unexpected(std::string("the generator ran dry"));
        object = clutter(1, 1)[0];
        return true;
    };
    EXPECT_EQ(build(stream, folder.file("x")).error(), "the generator ran dry");
    EXPECT_EQ(folder.files(), 0u);
}

/// Builds in a child process that may write at most `bytes` bytes to a file; returns its exit code.
int buildWithRoomFor(rlim_t bytes, const Objects& objects, const TemporaryFolder& folder) {
    const pid_t child = fork();
    if (child == 0) {
        const rlimit limit{bytes, bytes};
        setrlimit(RLIMIT_FSIZE, &limit);
        std::signal(SIGXFSZ, SIG_IGN);
        const auto report = build(streamOf(objects), folder.file("world.mkt"));
        const bool isSaid = !report && report.error().find("cannot be written") != std::string::npos;
        _exit(report ? 0 : isSaid ? 1 : 2);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(MkTreeBadInput, FullDiskIsAnErrorAndLeavesNoFile) {
    const TemporaryFolder folder;
    const Objects objects = clutter(2, 3000);
    std::size_t whole;
    {
        const TemporaryFolder other;
        whole = static_cast<std::size_t>(build(streamOf(objects), other.file("w"))->fileBytes);
    }
    for (rlim_t bytes : {rlim_t{0}, rlim_t{100'000}, rlim_t{whole / 2}, rlim_t{whole - 1}}) {
        EXPECT_EQ(buildWithRoomFor(bytes, objects, folder), 1) << bytes;
        EXPECT_EQ(folder.files(), 0u) << bytes;
    }
    EXPECT_EQ(buildWithRoomFor(2 * whole, objects, folder), 0);
}

TEST(MkTreeDamage, ATruncatedFileIsReported) {
    const TemporaryFolder folder;
    builtTree(clutter(2, 50), folder.file("w"));
    const std::string bytes = bytesOf(folder.file("w"));
    for (std::size_t size :
         {std::size_t{0}, std::size_t{100}, std::size_t{600}, bytes.size() / 2, bytes.size() - 1}) {
        writeBytes(folder.file("cut"), bytes.substr(0, size));
        const auto tree = MkTree::open(folder.file("cut"));
        ASSERT_FALSE(tree) << size;
        EXPECT_THAT(tree.error(), HasSubstr("cut: ")) << size;
    }
}

TEST(MkTreeDamage, EachFlippedBitIsFoundAndItsLeafNamed) {
    const TemporaryFolder folder;
    const auto tree = builtTree(clutter(2, 40), folder.file("w"), {.leafTriangles = 100});
    const std::string bytes = bytesOf(folder.file("w"));
    std::mt19937 random(9);
    int named = 0;
    for (int i = 0; i < 1500; ++i) {
        std::string damaged = bytes;
        const std::size_t at = random() % bytes.size();
        damaged[at] = static_cast<char>(damaged[at] ^ (1 << (random() % 8)));
        writeBytes(folder.file("d"), damaged);
        const auto opened = MkTree::open(folder.file("d"));
        const Result<void> good = opened ? checkLeaves(**opened) : tl::unexpected(opened.error());
        std::string expected;  // empty: the byte is padding after a header or a leaf
        if (at < sizeof(FileHeader)) expected = "d: ";
        for (std::size_t l = 0; l < tree->directory().leaves.size(); ++l) {
            const LeafEntry& entry = tree->directory().leaves[l];
            const std::size_t begin = std::size_t{kBlockBytes} * entry.firstBlock;
            if (begin <= at && at < begin + entry.bytes) expected = "leaf " + std::to_string(l) + ": ";
        }
        if (at >= kBlockBytes * (1 + tree->directory().blocks)) expected = "d: the directory is damaged";
        ASSERT_EQ(good.has_value(), expected.empty()) << at;
        EXPECT_TRUE(good || good.error().find(expected) != std::string::npos) << at;
        named += expected.find("leaf") == 0;
    }
    EXPECT_GT(named, 300);
}

/// Even if the checksum is right, nothing is read out of bounds.
TEST(MkTreeDamage, DecodingAcceptsAnyBytes) {
    const TemporaryFolder folder;
    const auto tree = builtTree(clutter(2, 20), folder.file("w"), {.leafTriangles = 100});
    const std::string bytes = bytesOf(folder.file("w"));
    const LeafEntry& entry = tree->directory().leaves[0];
    const std::string leaf = bytes.substr(std::size_t{kBlockBytes} * entry.firstBlock, entry.bytes);
    std::mt19937 random(10);
    int refused = 0;
    for (int i = 0; i < 20'000; ++i) {
        std::string damaged = leaf.substr(0, i % 5 == 0 ? random() % leaf.size() : leaf.size());
        for (int k = 0; k < 1 + i % 3 && !damaged.empty(); ++k) {
            damaged[random() % std::min<std::size_t>(damaged.size(), 400)] = static_cast<char>(random());
        }
        const auto decoded = decodeLeaf(std::as_bytes(std::span(damaged)), 0, tree->directory().parts.size());
        refused += !decoded;
        if (decoded) {
            for (const Leaf::Fragment& fragment : decoded->fragments) {
                ASSERT_LT(fragment.part, tree->directory().parts.size());
            }
            for (Index t = 0; t < decoded->triangles.size(); ++t) decoded->triangle(t);
        }
    }
    EXPECT_GT(refused, 4000);
}

TEST(MkTreeDamage, ALeafThatClaimsFourGigabytesIsNotRead) {
    const TemporaryFolder folder;
    const std::string path = folder.file("world");
    builtTree(clutter(1, 30), path);
    std::string bytes = bytesOf(path);
    FileHeader header;
    std::memcpy(&header, bytes.data(), sizeof header);
    const std::size_t leaf = header.directoryPosition + header.nodes * sizeof(Node) +
                             header.splitNodes * sizeof(SplitNode) + offsetof(LeafEntry, bytes);
    const std::uint32_t size = 0xFFFFFFFF;
    std::memcpy(&bytes[leaf], &size, sizeof size);
    header.directoryCrc = crc32c(std::as_bytes(std::span(bytes)).subspan(header.directoryPosition));
    header.crc = headerCrc(header);
    std::memcpy(bytes.data(), &header, sizeof header);
    writeBytes(path, bytes);
    EXPECT_THAT(MkTree::open(path).error(), HasSubstr("a leaf ends behind the last block"));
}

/// A search would visit the children of such nodes as often as there are paths to them.
TEST(MkTreeDamage, ANodeWithTwoParentsIsRefused) {
    const TemporaryFolder folder;
    const auto tree = builtTree(clutter(2, 100), folder.file("w"), {.leafTriangles = 60});
    Directory directory = tree->directory();
    std::vector<Node*> inner;
    for (Node& node : directory.nodes) {
        node.box = directory.nodes[0].box;
        if (!node.isLeaf()) inner.push_back(&node);
    }
    ASSERT_TRUE(check(directory));
    ASSERT_GT(inner.size(), 3u);
    inner[0]->first = inner[1]->first;
    EXPECT_THAT(check(directory).error(), HasSubstr("has two parents"));
}

TEST(MkTreeDamage, FileChangedWhileInUseNamesTheLeaf) {
    const TemporaryFolder folder;
    const auto tree = builtTree(clutter(2, 100), folder.file("w"));
    const std::string bytes = bytesOf(folder.file("w"));
    const std::size_t at = std::size_t{kBlockBytes} * tree->directory().leaves[3].firstBlock + 60;
    std::fstream file(folder.file("w"), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(at));
    file.put(static_cast<char>(bytes[at] + 1));
    file.close();
    ASSERT_TRUE(tree->leaf(2));
    EXPECT_THAT(tree->leaf(3).error(), HasSubstr("leaf 3: its checksum is wrong"));
    std::filesystem::resize_file(folder.file("w"), 2000);
    EXPECT_THAT(tree->leaf(static_cast<Index>(tree->directory().leaves.size() - 1)).error(),
                HasSubstr("ends too early"));
}

TEST(MkTreeCache, KeepsToItsSizeAndDropsTheLeastRecent) {
    const TemporaryFolder folder;
    const auto tree =
        builtTree(clutter(2, 400), folder.file("w"), {.leafTriangles = 50}, {.cacheBytes = 40'000});
    const auto leaves = static_cast<Index>(tree->directory().leaves.size());
    for (Index i = 0; i < leaves; ++i) {
        ASSERT_TRUE(tree->leaf(i));
        ASSERT_TRUE(tree->leaf(0));  // remains cached
    }
    const CacheStatistics s = tree->statistics();
    EXPECT_LE(s.bytes, 40'000u);
    EXPECT_LE(s.maximumBytes, 40'000u);
    EXPECT_EQ(s.leavesRead, leaves);
    EXPECT_EQ(s.hits, leaves);
    EXPECT_EQ(s.blocksRead, tree->directory().blocks);
    tree->clearCache();
    EXPECT_EQ(tree->statistics().bytes, 0u);
}

TEST(MkTreeCache, PinnedLeavesStay) {
    const TemporaryFolder folder;
    const auto tree = builtTree(clutter(2, 200), folder.file("w"), {.leafTriangles = 50}, {.cacheBytes = 1});
    const LeafPointer held = tree->leaf(5).value();
    for (Index i = 0; i < tree->directory().leaves.size(); ++i) {
        EXPECT_TRUE(i == 5 || tree->leaf(i));
    }
    const std::uint64_t before = tree->statistics().leavesRead;
    EXPECT_EQ(tree->leaf(5).value(), held);
    EXPECT_EQ(tree->statistics().leavesRead, before);
}

TEST(MkTreeCache, ServesManyReadersAtOnce) {
    const TemporaryFolder folder;
    const Objects objects = clutter(2, 300);
    const auto tree = builtTree(objects, folder.file("w"), {.leafTriangles = 50}, {.cacheBytes = 60'000});
    const auto leaves = static_cast<Index>(tree->directory().leaves.size());
    std::vector<std::thread> readers;
    std::array<std::size_t, 4> seen{};
    for (std::size_t r = 0; r < 4; ++r) {
        readers.emplace_back([&, r] {
            std::mt19937 random(static_cast<unsigned>(r));
            for (int i = 0; i < 3000; ++i) seen[r] += tree->leaf(random() % leaves).value()->number < leaves;
        });
    }
    for (std::thread& reader : readers) reader.join();
    EXPECT_EQ(seen, (std::array<std::size_t, 4>{3000, 3000, 3000, 3000}));
    EXPECT_LE(tree->statistics().maximumBytes, 60'000u + 4 * 20'000);
}

}  // namespace
}  // namespace ricochet::mktree::test
