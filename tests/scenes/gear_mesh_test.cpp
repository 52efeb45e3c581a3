#include "demos/scenes/gear_mesh.h"

#include "tests/scenes/mesh_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ricochet::scenes {
namespace {

TEST(GearMesh, IsClosedWithoutSelfIntersection) {
    // From 42 teeth on the involute extends down to the root.
    for (const int teeth : {18, 20, 30, 50}) {
        const SceneMesh mesh = gearMesh({.teeth = teeth, .backlash = 0.005});
        EXPECT_EQ(whyNotClosed(mesh), "") << teeth;
        EXPECT_EQ(selfIntersections(mesh), 0u) << teeth;
        EXPECT_GT(volumeOf(mesh), 0) << teeth;
    }
}

TEST(GearMesh, HasTheStandardRadii) {
    const SceneMesh mesh = gearMesh({.teeth = 20});
    double outer = 0, root = 1;
    for (const btVector3& v : mesh.vertices) {
        outer = std::max(outer, distanceFromYAxis(v));
        if (distanceFromYAxis(v) > 0.5) root = std::min(root, distanceFromYAxis(v));
    }
    EXPECT_NEAR(outer, 1.1, 1e-6);
    EXPECT_NEAR(root, 0.875, 1e-6);
}

// What makes a gear an involute one: a flank's normals touch the base circle.
TEST(GearMesh, NormalsOfItsFlanksTouchTheBaseCircle) {
    const GearSize gear{.teeth = 20, .flankSegments = 64};
    const SceneMesh mesh = gearMesh(gear);
    const double base = pitchRadius(gear) * std::cos(20 * M_PI / 180);
    int flanks = 0;
    for (const auto& face : mesh.faces) {
        const btVector3 corner = mesh.vertices[face[0]];
        btVector3 across(0, 0, 0), middle(0, 0, 0);
        for (int k = 0; k < 3; ++k) {
            const btVector3 edge = mesh.vertices[face[(k + 1) % 3]] - mesh.vertices[face[k]];
            if (edge.y() == 0) across = edge, middle = mesh.vertices[face[k]] + edge / 2;
        }
        const bool isCap =
            std::all_of(face.begin(), face.end(), [&](int v) { return mesh.vertices[v].y() == corner.y(); });
        const bool isFlank = !isCap && distanceFromYAxis(middle) > base + 0.01 &&
                             distanceFromYAxis(middle) < 1.098 && across.length() < 0.02;
        if (!isFlank) continue;
        // How far from the axis the line across the flank's middle passes.
        const double offset =
            std::abs(double(middle.x() * across.x() + middle.z() * across.z()) / double(across.length()));
        EXPECT_NEAR(offset, base, 2e-3);
        ++flanks;
    }
    EXPECT_GT(flanks, 1000);
}

TEST(GearMesh, BacklashThinsTheTeeth) {
    const double thick = volumeOf(gearMesh({.teeth = 20})),
                 thin = volumeOf(gearMesh({.teeth = 20, .backlash = 0.01}));
    // Each tooth loses the backlash over its height of 2.25 modules and the gear's width.
    EXPECT_NEAR(thick - thin, 20 * 0.01 * 0.225 * 0.3, 0.1 * 20 * 0.01 * 0.225 * 0.3);
}

}  // namespace
}  // namespace ricochet::scenes
