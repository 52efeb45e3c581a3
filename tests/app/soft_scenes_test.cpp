#include "tests/app/scene_report.h"

#include <LinearMath/btScalar.h>
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>
#include <utility>

namespace ricochet::app {
namespace {

nlohmann::ordered_json reportOfSoftScene(const char* scene, const char* narrow, int steps) {
    RunOptions options;
    options.scene = scene;
    options.narrow = narrow;
    options.steps = steps;
    options.penetrationEvery = 0;
    return reportOf(options);
}

/// Of the net, stiff links press 2 of 625 nodes into a scan in double Bullet: a limit that
/// algorithms/soft_contacts/README.md names.
TEST(SoftScenes, ClothAndNetsStayOutOfMeshes) {
    constexpr int kPressedIn = sizeof(btScalar) == sizeof(double) ? 2 : 0;
    for (const auto& [scene, mostInside] :
         {std::pair("cloth-on-torus", 0), std::pair("net-with-scans", kPressedIn)}) {
        const auto report = reportOfSoftScene(scene, "wide-tree", 60);
        EXPECT_EQ(report.at("bodies_lost"), 0) << scene;
        EXPECT_GT(report.at("soft_nodes"), 500) << scene;
        EXPECT_LE(report.at("soft_nodes_inside"), mostInside) << scene;
        EXPECT_EQ(report.at("soft_crossings"), 0) << scene;
    }
}

TEST(SoftScenes, ThePageOfFiguresDefinesTheirKeys) {
    std::ostringstream page;
    page << std::ifstream("docs/figures.md").rdbuf();
    const auto report = reportOfSoftScene("squeezed-sphere", "wide-tree", 2);
    for (const char* key : {"soft_nodes", "soft_nodes_inside", "soft_crossings"}) {
        EXPECT_TRUE(report.contains(key)) << key;
        EXPECT_THAT(page.str(), testing::HasSubstr("`" + std::string(key) + "`"));
    }
}

}  // namespace
}  // namespace ricochet::app
