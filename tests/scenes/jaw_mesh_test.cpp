#include "demos/scenes/jaw_mesh.h"

#include "demos/scenes/mesh_generators.h"
#include "tests/scenes/mesh_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ricochet::scenes {
namespace {

TEST(JawMesh, TeethAreClosedAndPointOutwards) {
    for (const int around : {5, 24, 106}) {
        const SceneMesh mesh = tooth({around, 20});
        EXPECT_EQ(mesh.faces.size(), static_cast<std::size_t>(2 * around * 19));
        EXPECT_EQ(whyNotClosed(mesh), "");
        EXPECT_GT(volumeOf(mesh), 0);
    }
}

TEST(JawMesh, ATooothHasCuspsAboutAPit) {
    const SceneMesh mesh = tooth({48, 40});
    double crown = 0, pit = 0, highest = 0;
    for (const btVector3& v : mesh.vertices) {
        const double r = std::hypot(double(v.x()), double(v.z())), y = double(v.y());
        highest = std::max(highest, y);
        if (r < 1e-6 && y > 0) pit = y;
        if (r > 0.9) crown = std::max(crown, y);
    }
    EXPECT_GT(highest, crown + 0.2);
    EXPECT_GT(highest, pit + 0.3);
}

TEST(JawMesh, ArchesAreClosedAndFaceEachOther) {
    const SceneMesh lower = dentalArch({}), upper = dentalArch({.shift = 0.5, .isUpper = true});
    EXPECT_EQ(whyNotClosed(lower), "");
    EXPECT_EQ(whyNotClosed(upper), "");
    EXPECT_EQ(piecesOf(lower).size(), 14u);
    EXPECT_GT(std::min(volumeOf(lower), volumeOf(upper)), 0);
    EXPECT_EQ(selfIntersections(dentalArch({.teeth = 3, .tooth = {12, 10}})), 0u) << "no tooth is in another";
    EXPECT_LT(bottomOf(lower), -1);
    EXPECT_GT(topOf(upper), 1);
    EXPECT_NEAR(double(topOf(lower)), -double(bottomOf(upper)), 1e-6);
}

}  // namespace
}  // namespace ricochet::scenes
