#include "demos/mesh_files/obj_reader.h"

#include "tests/support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>

namespace ricochet {
namespace {

using testing::ElementsAre;

Result<std::shared_ptr<Mesh>> read(const std::string& text) {
    const TemporaryFile file(".obj", text);
    return readObj(file.path());
}

const std::string kFourVertices = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

TEST(ObjReader, KeepsSharingAndOrder) {
    const auto mesh = read(kFourVertices + "f 3 4 1\nf 1 2 3\n").value();
    EXPECT_EQ(mesh->vertexCount(), 4u);
    EXPECT_THAT(mesh->faces(), ElementsAre(Face{2, 3, 0}, Face{0, 1, 2}));
}

TEST(ObjReader, DoesNotJoinVerticesAtTheSamePlace) {
    const auto mesh = read("v 0 0 0\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 3 4\nf 2 3 4\n").value();
    EXPECT_THAT(mesh->faces(), ElementsAre(Face{0, 2, 3}, Face{1, 2, 3}));
}

TEST(ObjReader, FansPolygons) {
    const auto mesh = read(kFourVertices + "f 1 2 3 4\n").value();
    EXPECT_THAT(mesh->faces(), ElementsAre(Face{0, 1, 2}, Face{0, 2, 3}));
}

TEST(ObjReader, AConcavePolygonKeepsItsNotch) {
    const auto mesh = read("v 0 0 0\nv 2 1 0\nv 0 2 0\nv 1 1 0\nf 1 2 3 4\n").value();
    for (const Face& face : mesh->faces()) EXPECT_THAT(face, testing::IsSupersetOf({1u, 3u}));
    EXPECT_EQ(mesh->faceCount(), 2u);
}

TEST(ObjReader, APolygonThatCrossesItselfIsRefused) {
    const auto mesh = read("v 0 0 0\nv 2 2 0\nv 2 0 0\nv 0 1 0\n\nf 1 2 3 4\n");
    ASSERT_FALSE(mesh.has_value());
    EXPECT_THAT(mesh.error(), testing::EndsWith(":6: the outline of a face crosses or touches itself"));
}

TEST(ObjReader, ReadsEveryKindOfCorner) {
    const auto mesh = read(kFourVertices + "vt 0 0\nvn 0 0 1\nf 1 2/1 3//1\nf 1/1/1 -2 -1//1\n").value();
    EXPECT_THAT(mesh->faces(), ElementsAre(Face{0, 1, 2}, Face{0, 2, 3}));
}

TEST(ObjReader, ReadsFacesBeforeTheirVertices) {
    const auto mesh = read("f 1 2 3\n" + kFourVertices).value();
    EXPECT_THAT(mesh->faces(), ElementsAre(Face{0, 1, 2}));
}

TEST(ObjReader, SkipsWhatItDoesNotNeed) {
    const auto mesh = read(
                          "# a comment\r\nmtllib x.mtl\r\no part\r\ns off\r\n\tv 0 0 0 # origin\r\n"
                          "v  1\t0 0 1.0\r\nv 0 1 0 0.5 0.5 0.5\r\n\r\nf 1 2 3\r\n")
                          .value();
    EXPECT_EQ(mesh->vertices()[1], Vec3(1, 0, 0));
    EXPECT_EQ(mesh->faceCount(), 1u);
}

TEST(ObjReader, RoundsCoordinatesOnceToTheNearestFloat) {
    // Just above the middle of two floats: the double nearest to the text is the middle itself, and rounding
    // that to float would fall to the even neighbour below.
    const auto mesh = read("v 1.00000005960464477540 0.1 1e-50\nv +1 0 0\nv 0 1 0\nf 1 2 3\n").value();
    EXPECT_EQ(mesh->vertices()[0].x(), Real{std::nextafter(1.0f, 2.0f)});
    EXPECT_EQ(mesh->vertices()[0].y(), Real{0.1f});
    EXPECT_EQ(mesh->vertices()[0].z(), 0.0);
}

TEST(ObjReader, KeepsFacesWithoutArea) {
    EXPECT_EQ(read(kFourVertices + "f 1 1 2\nf 1 2 3\n").value()->faceCount(), 2u);
}

struct Malformed {
    const char* name;
    std::string text;
    std::string message;  ///< how it ends, from the line's number on
};

void PrintTo(const Malformed& malformed, std::ostream* out) { *out << malformed.name; }

class MalformedObj : public testing::TestWithParam<Malformed> {};

TEST_P(MalformedObj, IsRefusedWithFileAndLine) {
    const TemporaryFile file(".obj", GetParam().text);
    const auto mesh = readObj(file.path());
    ASSERT_FALSE(mesh.has_value());
    EXPECT_EQ(mesh.error(), file.path() + GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    , MalformedObj,
    testing::Values(
        Malformed{"ShortVertex", "v 0 0 0\nv 1 2\n", ":2: a vertex needs three coordinates"},
        Malformed{"Word", "v 0 zero 0\n", ":1: 'zero' is not a coordinate"},
        Malformed{"TrailingLetter", "v 0 1.5f 0\n", ":1: '1.5f' is not a coordinate"},
        Malformed{"NotANumber", "v 0 0 0\n\nv nan 0 0\n", ":3: the coordinate 'nan' is not finite"},
        Malformed{"Infinity", "v 0 -inf 0\n", ":1: the coordinate '-inf' is not finite"},
        Malformed{"BeyondFloat", "v 0 1e39 0\n", ":1: the coordinate '1e39' is beyond 32-bit floats"},
        Malformed{"TwoCorners", kFourVertices + "f 1 2\n", ":5: a face needs three corners or more"},
        Malformed{"CornerWord", kFourVertices + "f 1 two 3\n", ":5: 'two' is not a face's corner"},
        Malformed{"IndexZero", kFourVertices + "f 0 1 2\n",
                  ":5: the face names vertex 0, which does not exist"},
        Malformed{"IndexTooNegative", kFourVertices + "f 1 2 -5\n",
                  ":5: the face names vertex -5, which does not exist"},
        Malformed{"IndexTooLarge", kFourVertices + "f 1 2 3\nf 1 2 5\n",
                  ":6: the face names vertex 5, but the file has only 4"},
        Malformed{"IndexBeyond32Bits", kFourVertices + "f 1 2 4294967299\n",
                  ":5: the face names vertex 4294967299, which does not exist"},
        Malformed{"NoFaces", kFourVertices, ": the mesh has no faces"},
        Malformed{"Empty", "", ": the mesh has no faces"}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace ricochet
