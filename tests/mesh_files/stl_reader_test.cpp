#include "demos/mesh_files/stl_reader.h"

#include "tests/support/temporary_file.h"

#include <gtest/gtest.h>

#include <array>

namespace ricochet::stl_files {
namespace {

const std::string kFacet =
    "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";

/// The error message after the file's name, or nothing if it reads the file.
std::string unavailableReason(const std::string& bytes) {
    const TemporaryFile file(".stl", bytes);
    const auto mesh = readStl(file.path());
    return mesh ? "" : mesh.error().substr(file.path().size());
}

template <class Value>
std::string bytesOf(const Value& value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

std::string binary(std::uint32_t facets, int written, const std::string& title = "any title") {
    std::string bytes = title + std::string(80 - title.size(), ' ') + bytesOf(facets);
    for (int f = 0; f < written; ++f) {
        const auto x = static_cast<float>(f);
        bytes += bytesOf(std::array<float, 12>{0, 0, 1, x, 0, 0, x, 1, 0, x, 0, 1}) + std::string(2, '\0');
    }
    return bytes;
}

TEST(StlReader, DistinguishesVerticesThatDifferByOneBit) {
    const TemporaryFile file(".stl", "solid s\n" + kFacet +
                                         "facet normal 0 0 1\nouter loop\nvertex 0 0 1e-45\nvertex 1 0 0\n"
                                         "vertex 0 -1 0\nendloop\nendfacet\nendsolid s\n");
    EXPECT_EQ(readStl(file.path()).value()->vertexCount(), 5u);
}

TEST(StlReader, ReadsSeveralSolidsInAnyCase) {
    const TemporaryFile file(
        ".stl", "SOLID\n" + kFacet + "ENDSOLID\nsolid a facet of b\n" + kFacet + "endsolid a facet of b\n");
    EXPECT_EQ(readStl(file.path()).value()->faceCount(), 2u);
}

TEST(StlReader, ReadsBinaryEvenIfItsTitleBeginsWithSolid) {
    for (const char* title : {"any title", "solid but binary"}) {
        const TemporaryFile file(".stl", binary(2, 2, title));
        const auto mesh = readStl(file.path());
        ASSERT_TRUE(mesh.has_value()) << mesh.error();
        EXPECT_EQ((*mesh)->faceCount(), 2u);
        EXPECT_EQ((*mesh)->vertexCount(), 6u);
        EXPECT_EQ((*mesh)->vertices()[4], Vec3(1, 1, 0));
    }
    EXPECT_EQ(unavailableReason(binary(2, 2) + "more"), "");
}

TEST(StlReader, RefusesMoreFacetsThanTheFileHolds) {
    EXPECT_EQ(unavailableReason(binary(3, 2)), ": the header counts 3 facets, but there are only 2");
    EXPECT_EQ(unavailableReason(binary(4294967295u, 2)),
              ": the header counts 4294967295 facets, but there are only 2");
    EXPECT_EQ(unavailableReason(binary(0, 0)), ": the mesh has no faces");
}

TEST(StlReader, NamesTheLineWhereTextIsCutOrWrong) {
    EXPECT_EQ(unavailableReason("solid s\n" + kFacet), ": the file ends before its solid does");
    EXPECT_EQ(unavailableReason("solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0"),
              ":4: the end of the file instead of a coordinate");
    EXPECT_EQ(unavailableReason("solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 x\n"),
              ":4: 'x' instead of a coordinate");
    EXPECT_EQ(unavailableReason("solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 nan\n"),
              ":4: the coordinate 'nan' is not finite");
    EXPECT_EQ(unavailableReason("solid s\nface\n"), ":2: 'face' instead of facet or endsolid");
}

TEST(StlReader, RefusesAVertexThatIsNotFinite) {
    std::string bytes = binary(1, 1);
    bytes.replace(84 + 12, 4, std::string("\0\0\xc0\x7f", 4));
    EXPECT_EQ(unavailableReason(bytes), ": a vertex of facet 0 is not finite");
}

}  // namespace
}  // namespace ricochet::stl_files
