#include "demos/mesh_files/read_mesh.h"

#include "tests/support/temporary_file.h"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

TEST(ReadMesh, TellsTheFormatByTheExtension) {
    const TemporaryFile file(".OBJ", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    EXPECT_TRUE(readMesh(file.path()).has_value());
}

TEST(ReadMesh, ListsTheKnownFormats) {
    EXPECT_EQ(readMesh("body.xyz").error(),
              "body.xyz: the mesh formats known here are .obj, .stl, .ply, .gltf, .glb, .dae");
}

TEST(ReadMesh, NamesAMissingFile) {
    EXPECT_EQ(readMesh("nowhere/body.obj").error(), "nowhere/body.obj: there is no such file");
    EXPECT_EQ(readMesh("nowhere/body.stl").error(), "nowhere/body.stl: there is no such file");
}

}  // namespace
}  // namespace ricochet
