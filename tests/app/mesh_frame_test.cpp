#include "demos/app/mesh_frame.h"

#include "tests/support/temporary_file.h"

#include <gtest/gtest.h>

#include <sstream>

namespace ricochet::app {
namespace {

/// A tetrahedron with these extents, as an OBJ file.
std::string tetrahedron(double x, double y, double z) {
    std::ostringstream text;
    text << "v 0 0 0\nv " << x << " 0 0\nv 0 " << y << " 0\nv 0 0 " << z
         << "\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    return text.str();
}

MeshFrame frameOf(const std::string& file, const std::string& unit = "", const std::string& up = "") {
    return readMeshFiles({file}, "", unit, up).value().front().frame;
}

TEST(MeshFrame, TheUnitIsGuessedFromTheSize) {
    const TemporaryFile metres("a.obj", tetrahedron(1, 2, 1)), centimetres("b.obj", tetrahedron(10, 18, 4)),
        millimetres("c.obj", tetrahedron(170, 130, 180));
    EXPECT_STREQ(frameOf(metres.path()).unit.name, "m");
    EXPECT_STREQ(frameOf(centimetres.path()).unit.name, "cm");
    EXPECT_STREQ(frameOf(millimetres.path()).unit.name, "mm");
    EXPECT_EQ(frameOf(centimetres.path()).unitReason, "the largest body measures 18");
}

TEST(MeshFrame, ASmallPartIsInTheUnitOfALargeOne) {
    const TemporaryFile large("a.obj", tetrahedron(170, 130, 180)), small("b.obj", tetrahedron(5, 5, 5));
    const auto files = readMeshFiles({large.path(), small.path()}, "", "", "").value();
    EXPECT_STREQ(files[1].frame.unit.name, "mm");
}

TEST(MeshFrame, AFlatGroundShowsWhatIsUp) {
    const TemporaryFile body("a.obj", tetrahedron(1, 1, 1)), ground("b.obj", tetrahedron(50, 40, 2));
    const auto files = readMeshFiles({body.path()}, ground.path(), "", "").value();
    EXPECT_EQ(files[0].frame.up, 'z');
    EXPECT_EQ(files[1].frame.up, 'z');
    EXPECT_STREQ(files[1].frame.unit.name, "m");  // the body's
}

TEST(MeshFrame, IsTheUsersIfSaid) {
    const TemporaryFile body("a.obj", tetrahedron(1, 1, 1));
    const MeshFrame frame = frameOf(body.path(), "in", "x");
    EXPECT_EQ(frame.unit.metres, 0.0254);
    EXPECT_EQ(frame.up, 'x');
    EXPECT_FALSE(frame.isGuessed());
}

TEST(MeshFrame, UpBecomesY) {
    const Vec3 point(1, 2, 3);
    EXPECT_EQ(toWorldAxes({.up = 'y'}, point), point);
    EXPECT_EQ(toWorldAxes({.up = 'z'}, point), Vec3(1, 3, -2));
    EXPECT_EQ(toWorldAxes({.up = 'x'}, point), Vec3(-2, 1, 3));
    EXPECT_EQ(toWorldAxes({.unit = {"mm", 0.001}}, point), 0.001 * point);
}

TEST(MeshFrame, AMeshThatIsAPointIsRejected) {
    const TemporaryFile point("a.obj", tetrahedron(0, 0, 0));
    const auto files = readMeshFiles({point.path()}, "", "", "");
    ASSERT_FALSE(files);
    EXPECT_EQ(files.error(), point.path() + ": all its vertices are one point");
}

}  // namespace
}  // namespace ricochet::app
