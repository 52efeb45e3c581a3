#include "demos/mesh_files/ply_reader.h"

#include "tests/support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::ply_files {
namespace {

using testing::ElementsAre;

const std::string kVertices = "element vertex 3\nproperty float x\nproperty float y\nproperty float z\n";
const std::string kFaces = "element face 1\nproperty list uchar int vertex_indices\n";

Result<std::shared_ptr<Mesh>> read(const std::string& bytes) {
    const TemporaryFile file(".ply", bytes);
    auto mesh = readPly(file.path());
    if (mesh) return mesh;
    EXPECT_EQ(mesh.error().find(file.path()), 0u) << mesh.error();
    return tl::unexpected(mesh.error().substr(file.path().size()));
}

std::string unavailableReason(const std::string& bytes) {
    const auto mesh = read(bytes);
    return mesh ? "" : mesh.error();
}

std::string text(const std::string& elements, const std::string& rows) {
    return "ply\nformat ascii 1.0\n" + elements + "end_header\n" + rows;
}

TEST(PlyReader, SkipsWhatItDoesNotNeed) {
    const auto mesh = read(
        text("comment c\nelement material 1\nproperty list uchar float shades\nproperty uchar shine\n"
             "element vertex 3\nproperty uchar red\nproperty float z\nproperty float y\nproperty double x\n" +
                 kFaces,
             "2 0.5 0.5 9\n255 3 2 1\n255 6 5 4\n255 9 8 8.5\n3 0 1 2\n"));
    ASSERT_TRUE(mesh.has_value()) << mesh.error();
    EXPECT_THAT((*mesh)->vertices(), ElementsAre(Vec3(1, 2, 3), Vec3(4, 5, 6), Vec3(8.5, 8, 9)));
}

TEST(PlyReader, PolygonsBecomeFansAndLinesAreSkipped) {
    const auto mesh =
        read(text("element vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
                  "element face 3\nproperty list uchar int vertex_index\n",
                  "0 0 0\n1 0 0\n1 1 0\n0 1 0\n2 0 1\n4 0 1 2 3\n0\n"));
    ASSERT_TRUE(mesh.has_value()) << mesh.error();
    EXPECT_THAT((*mesh)->faces(), ElementsAre(Face{0, 1, 2}, Face{0, 2, 3}));
}

TEST(PlyReader, AConcavePolygonKeepsItsNotchAndOneThatCrossesItselfIsRefused) {
    const std::string header =
        "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 1\nproperty list uchar int vertex_index\n";
    const auto arrow = read(text(header, "0 0 0\n2 1 0\n0 2 0\n1 1 0\n4 0 1 2 3\n"));
    ASSERT_TRUE(arrow.has_value()) << arrow.error();
    EXPECT_EQ((*arrow)->faceCount(), 2u);
    const auto bow = read(text(header, "0 0 0\n2 2 0\n2 0 0\n0 1 0\n4 0 1 2 3\n"));
    ASSERT_FALSE(bow.has_value());
    EXPECT_THAT(bow.error(), testing::EndsWith(": face 0: the outline of a face crosses or touches itself"));
}

TEST(PlyReader, ReadsBothByteOrders) {
    const std::string header =
        "ply\r\nformat binary_big_endian 1.0\r\n" + kVertices + kFaces + "end_header\r\n";
    std::string rows;
    for (const char* corner : {"\0\0", "\x3f\x80", "\x40\0"}) {  // 0, 1 and 2
        for (int k = 0; k < 3; ++k) rows += std::string(corner, 2) + std::string(2, '\0');
    }
    rows += std::string("\3\0\0\0\0\0\0\0\1\0\0\0\2", 13);
    const auto mesh = read(header + rows);
    ASSERT_TRUE(mesh.has_value()) << mesh.error();
    EXPECT_THAT((*mesh)->vertices(), ElementsAre(Vec3(0, 0, 0), Vec3(1, 1, 1), Vec3(2, 2, 2)));
}

// Assimp 5.2 never comes back from the second.
TEST(PlyReader, AFileThatEndsWithinItsHeaderIsRefused) {
    EXPECT_EQ(unavailableReason("ply"), ": the file ends within its header");
    EXPECT_EQ(unavailableReason("ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty"),
              ": line 5: '' is not a type of number");
    const std::string whole = text(kVertices + kFaces, "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
    for (std::size_t size = 0; size + 2 < whole.size(); ++size)
        EXPECT_NE(unavailableReason(whole.substr(0, size)), "");
}

TEST(PlyReader, RefusesCountsForWhichTheFileIsTooShort) {
    const std::string tooShort = ", but the file is too short for them";
    EXPECT_EQ(unavailableReason(text("element vertex 18446744073709551615\nproperty float x\n", "1\n")),
              ": the header counts 18446744073709551615 of the element 'vertex'" + tooShort);
    EXPECT_EQ(unavailableReason("ply\nformat binary_little_endian 1.0\nelement face 4000000000\n"
                                "property list uchar int vertex_indices\nend_header\n\3"),
              ": the header counts 4000000000 of the element 'face'" + tooShort);
    EXPECT_EQ(unavailableReason(text("element nothing 1000000000000\n", "")),
              ": the element 'nothing' has no properties");
    EXPECT_EQ(
        unavailableReason(
            "ply\nformat binary_little_endian 1.0\nelement vertex 0\nproperty float x\nproperty float y\n"
            "property float z\nelement face 1\nproperty list uint int vertex_indices\nend_header\n" +
            std::string(4, '\xff')),
        ": the property 'vertex_indices' of face 0 is missing or not a number of its type");
}

TEST(PlyReader, NamesWhatIsWrong) {
    EXPECT_EQ(unavailableReason("pla\n"), ": the file does not begin with ply");
    EXPECT_EQ(unavailableReason("ply\nformat octal 1.0\n"), ": line 2: 'octal' is not a format");
    EXPECT_EQ(unavailableReason("ply\nelement vertex 3\nend_header\n"), ": the header names no format");
    EXPECT_EQ(unavailableReason("ply\nproperty float x\n"),
              ": line 2: a property precedes the first element");
    EXPECT_EQ(unavailableReason(text("element vertex 1\nproperty float x\n", "1\n")),
              ": its vertices have no x, y and z");
    EXPECT_EQ(unavailableReason(text(kVertices, "0 0 0\n1 0 0\n0 1 0\n")), ": the mesh has no faces");
    EXPECT_EQ(unavailableReason(text(kVertices + kFaces, "0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n")),
              ": a face names vertex 3, but there are 3");
    EXPECT_EQ(unavailableReason(text(kVertices + kFaces, "0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n")),
              ": a face names vertex -1, but there are 3");
    EXPECT_EQ(unavailableReason(text(kVertices + kFaces, "0 0 0\n1 inf 0\n0 1 0\n3 0 1 2\n")),
              ": vertex 1 is not finite");
}

}  // namespace
}  // namespace ricochet::ply_files
