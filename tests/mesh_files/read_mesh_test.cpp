#include "demos/mesh_files/read_mesh.h"

#include "tests/support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace ricochet {
namespace {

using testing::ElementsAre;
using testing::StartsWith;

std::string stlFacet(const std::string& a, const std::string& b, const std::string& c) {
    return "facet normal 0 0 0\nouter loop\nvertex " + a + "\nvertex " + b + "\nvertex " + c +
           "\nendloop\nendfacet\n";
}

/// Two triangles with a common edge.
const std::map<std::string, std::string> kSquares = {
    {".stl", "solid square\n" + stlFacet("0 0 0", "1 0 0", "1 1 0") + stlFacet("0 0 0", "1 1 0", "0 1 0") +
                 "endsolid square\n"},
    {".ply",
     "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
     "element face 2\nproperty list uchar int vertex_indices\nend_header\n"
     "0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n"},
    {".gltf",
     R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
        "buffers":[{"byteLength":60,"uri":"data:application/octet-stream;base64,)"
     "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAACAPwAAgD8AAAAAAAAAAAAAgD8AAAAAAAABAAIAAAACAAMA"
     R"("}],
        "bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":12}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
                     {"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR"}]})"},
    {".dae",
     R"(<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
        <asset><up_axis>Y_UP</up_axis></asset>
        <library_geometries><geometry id="g"><mesh>
          <source id="p"><float_array id="pa" count="12">0 0 0 1 0 0 1 1 0 0 1 0</float_array>
            <technique_common><accessor source="#pa" count="4" stride="3"><param name="X" type="float"/>
            <param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
          <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
          <triangles count="2"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2 0 2 3</p></triangles>
        </mesh></geometry></library_geometries>
        <library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node></visual_scene>
        </library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>)"},
};

TEST(ReadMesh, ChoosesTheFormatByTheExtension) {
    const TemporaryFile file(".OBJ", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    EXPECT_TRUE(readMesh(file.path()).has_value());
}

TEST(ReadMesh, ListsTheKnownFormats) {
    EXPECT_EQ(readMesh("body.xyz").error(),
              "body.xyz: the known mesh formats are .obj, .stl, .ply, .gltf, .glb, .dae");
}

TEST(ReadMesh, NamesAMissingFile) {
    EXPECT_EQ(readMesh("nowhere/body.obj").error(), "nowhere/body.obj: there is no such file");
    EXPECT_EQ(readMesh("nowhere/body.stl").error(), "nowhere/body.stl: there is no such file");
}

TEST(ReadMesh, JoinsTheSharedEdgeInEveryFormat) {
    for (const auto& [extension, text] : kSquares) {
        const TemporaryFile file(extension, text);
        const auto mesh = readMesh(file.path());
        ASSERT_TRUE(mesh.has_value()) << mesh.error();
        EXPECT_THAT((*mesh)->vertices(),
                    ElementsAre(Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(0, 1, 0)))
            << extension;
        EXPECT_THAT((*mesh)->faces(), ElementsAre(Face{0, 1, 2}, Face{0, 2, 3})) << extension;
    }
}

TEST(ReadMesh, NamesTheFileThatItCannotRead) {
    for (const char* extension : {".stl", ".ply", ".gltf", ".glb", ".dae"}) {
        for (const char* text : {"this is no mesh", ""}) {
            const TemporaryFile file(extension, text);
            const auto mesh = readMesh(file.path());
            ASSERT_FALSE(mesh.has_value()) << extension;
            EXPECT_THAT(mesh.error(), StartsWith(file.path() + ": "));
        }
    }
}

}  // namespace
}  // namespace ricochet
