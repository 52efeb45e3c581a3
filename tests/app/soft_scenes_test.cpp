#include "tests/app/scene_report.h"

#include <gmock/gmock.h>

#include <fstream>
#include <sstream>
#include <string_view>

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

TEST(SoftScenes, NoNodesEndInMeshes) {
    for (const char* scene : {"cloth-on-torus", "net-with-scans", "squeezed-sphere", "flag-in-pipes"}) {
        const auto report = reportOfSoftScene(scene, "wide-tree", 60);
        EXPECT_EQ(report.at("bodies_lost"), 0) << scene;
        EXPECT_GT(report.at("soft_nodes"), 500) << scene;
        EXPECT_EQ(report.at("soft_nodes_inside"), 0) << scene;
        // Between nodes that two tori hold, the sphere's faces may still be pressed into their edges.
        if (std::string_view(scene) != "squeezed-sphere") {
            EXPECT_EQ(report.at("soft_crossings"), 0) << scene;
        }
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
