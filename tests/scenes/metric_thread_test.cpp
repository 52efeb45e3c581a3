#include "demos/scenes/metric_thread.h"

#include "tests/scenes/mesh_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ricochet::scenes {
namespace {

const SceneMesh& bolt() {
    static const SceneMesh mesh = boltMesh(M16::bolt(), 10 * M16::kPitch);
    return mesh;
}
const SceneMesh& nut() {
    static const SceneMesh mesh = nutMesh(M16::nut(), 14.5e-3);
    return mesh;
}

/// Takes the vertices between two heights: all of them on the thread.
Limits diametersOf(const SceneMesh& mesh) {
    Limits diameters{1, 0};
    for (const btVector3& v : mesh.vertices) {
        if (v.y() < 0.001 || v.y() > 0.013) continue;
        const double diameter = 2 * std::hypot(double(v.x()), double(v.z()));
        diameters = {std::min(diameters.minimum, diameter), std::max(diameters.greatest, diameter)};
    }
    return diameters;
}

bool lieInside(double diameter, const Limits& limits) {
    return limits.minimum <= diameter && diameter <= limits.greatest;
}

// The limits of M16-6g and M16-6H as tables of threads print them.
TEST(MetricThread, HasTheLimitsOfTheStandardsTables) {
    const auto expectLimits = [](const Limits& limits, double minimum, double greatest) {
        EXPECT_NEAR(limits.minimum, minimum, 0.6e-6);
        EXPECT_NEAR(limits.greatest, greatest, 0.6e-6);
    };
    EXPECT_NEAR(M16::pitchDiameter(), 14.701e-3, 0.5e-6);
    EXPECT_NEAR(M16::minorDiameter(), 13.835e-3, 0.5e-6);
    expectLimits(M16::boltMajor(), 15.682e-3, 15.962e-3);
    expectLimits(M16::boltPitchDiameter(), 14.503e-3, 14.663e-3);
    expectLimits(M16::nutMinor(), 13.835e-3, 14.210e-3);
    expectLimits(M16::nutPitchDiameter(), 14.701e-3, 14.913e-3);
}

TEST(MetricThread, MeshesLieWithinTheirLimits) {
    const Limits boltDiameters = diametersOf(bolt()), nutDiameters = diametersOf(nut());
    EXPECT_TRUE(lieInside(boltDiameters.greatest, M16::boltMajor())) << boltDiameters.greatest;
    EXPECT_LT(boltDiameters.minimum, M16::minorDiameter());
    EXPECT_TRUE(lieInside(nutDiameters.minimum, M16::nutMinor())) << nutDiameters.minimum;
    EXPECT_GT(nutDiameters.greatest, M16::kMajorDiameter);
}

// Halfway between root and crest of the basic profile, ridge and groove are half a pitch wide.
TEST(MetricThread, FlanksHaveThirtyDegreesAtThePitchCylinder) {
    for (const ThreadProfile& thread : {M16::bolt(), M16::nut()}) {
        const double crestWidth = thread.pitch * thread.crestSteps / thread.segments;
        const double rootWidth = thread.pitch * thread.rootSteps / thread.segments;
        const double alongFlank = (thread.pitch - crestWidth - rootWidth) / 2;
        const double tangent = alongFlank / (thread.crestRadius() - thread.rootRadius());
        EXPECT_NEAR(std::atan(tangent), M_PI / 6, 1e-12);
        const double toCrest = (thread.pitch / 2 - crestWidth) / 2;
        EXPECT_NEAR(thread.crestRadius() - thread.pitchRadius, toCrest / tangent, 1e-15);
    }
}

TEST(MetricThread, MeshesAreClosedOutwardAndWithoutSelfIntersection) {
    for (const SceneMesh* mesh : {&bolt(), &nut()}) {
        EXPECT_EQ(whyNotClosed(*mesh), "");
        EXPECT_EQ(selfIntersections(*mesh), 0u);
        EXPECT_GT(volumeOf(*mesh), 0);
    }
}

}  // namespace
}  // namespace ricochet::scenes
