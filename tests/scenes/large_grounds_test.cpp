#include "demos/scenes/level_mesh.h"
#include "demos/scenes/terrain_ground.h"
#include "tests/scenes/stock_world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace ricochet::scenes {
namespace {

/// Edges that are not run as often in one direction as in the other.
int openEdges(const SceneMesh& mesh) {
    std::map<std::pair<int, int>, int> balance;
    for (const auto& f : mesh.faces) {
        for (int k = 0; k < 3; ++k) {
            const int from = f[k], to = f[(k + 1) % 3];
            balance[std::minmax(from, to)] += from < to ? 1 : -1;
        }
    }
    return static_cast<int>(
        std::ranges::count_if(balance, [](const auto& edge) { return edge.second != 0; }));
}

TEST(LevelMesh, IsClosedAndHasTheVolumeOfItsCells) {
    const LevelPlan plan{2};
    const SceneMesh mesh = levelMesh(plan);
    EXPECT_EQ(openEdges(mesh), 0);
    int cells = 0;
    for (int x = 0; x < plan.cells(); ++x) {
        for (int y = 0; y < LevelPlan::kHigh; ++y) {
            for (int z = 0; z < plan.cells(); ++z) cells += plan.isSolid(x, y, z);
        }
    }
    EXPECT_NEAR(volumeOf(mesh) / (cells * std::pow(LevelPlan::kCell, 3)), 1, 1e-3);
}

TEST(LevelMesh, HasAboutTheRequestedNumberOfTriangles) {
    for (const int triangles : {50'000, 200'000, 500'000}) {
        const double is = double(levelMesh(LevelPlan::of(triangles)).faces.size());
        EXPECT_NEAR(is / triangles, 1, 0.25) << triangles;
    }
    EXPECT_EQ(LevelPlan::of(1).rooms, 1);
}

TEST(LevelMesh, EachRoomIsConnectedToEachOther) {
    const LevelPlan plan{3};
    using Cell = std::array<int, 3>;
    std::set<Cell> seen, rooms;
    std::vector<Cell> open = {{8, 1, 3}};
    while (!open.empty()) {  // up and down by one cell at most
        const Cell at = open.back();
        open.pop_back();
        if (!seen.insert(at).second) continue;
        rooms.insert({at[0] / LevelPlan::kRoom, at[1] >= LevelPlan::kUpper, at[2] / LevelPlan::kRoom});
        for (const auto& [dx, dz] : {std::pair(1, 0), {-1, 0}, {0, 1}, {0, -1}}) {
            for (const int dy : {-1, 0, 1}) {
                const int x = at[0] + dx, y = at[1] + dy, z = at[2] + dz;
                const bool isInside = std::min(x, z) >= 0 && std::max(x, z) < plan.cells() && y > 0;
                if (isInside && !plan.isSolid(x, y, z) && plan.isSolid(x, y - 1, z))
                    open.push_back({x, y, z});
            }
        }
    }
    EXPECT_EQ(rooms.size(), 18u);
}

TEST(TerrainGround, HasTheRequestedSizeAndPits) {
    TerrainGround ground(20'000);
    EXPECT_NEAR(ground.half(), 0.125 * 100, 1e-9);
    const double before = ground.heightAt(3, 2), aside = ground.heightAt(6, 2);
    const auto box = ground.dig(3, 2, 1, 0.5);
    EXPECT_NEAR(ground.heightAt(3, 2), before - 0.5, 1e-6);
    EXPECT_EQ(ground.heightAt(6, 2), aside);
    EXPECT_LE(box.minimum.x(), 2);
    EXPECT_GE(box.maximum.z(), 3);
    EXPECT_EQ(whyNotClosed(ground.slabAbout(3, 2, 4)), "");
    EXPECT_GT(volumeOf(ground.slabAbout(3, 2, 4)), 60);
    EXPECT_EQ(ground.slabAbout(0, 0, 1e6).faces.size(), 2 * 20'000 + 8 * 100u);
}

using Key = std::array<double, 9>;  // millimetres

/// The same whatever the order of the corners.
Key keyOf(std::array<btVector3, 3> corners) {
    std::ranges::sort(corners, {}, [](const btVector3& v) { return std::pair(v.x(), v.z()); });
    Key key;
    for (std::size_t i = 0; i < 9; ++i) key[i] = std::round(1e3 * double(corners[i / 3][int(i % 3)]));
    return key;
}

TEST(TerrainGround, ASlabAgreesWithBulletsTerrain) {
    TerrainGround ground(5'000);
    const SceneMesh slab = ground.slabAbout(0, 0, 1e6);
    std::set<Key> ours;
    for (const auto& f : slab.faces) {
        ours.insert(keyOf({slab.vertices[std::size_t(f[0])], slab.vertices[std::size_t(f[1])],
                           slab.vertices[std::size_t(f[2])]}));
    }
    struct Collector : btTriangleCallback {
        void processTriangle(btVector3* corners, int, int) override {
            keys.insert(keyOf({corners[0], corners[1], corners[2]}));
        }
        std::set<Key> keys;
    } bullets;
    ground.shape().processAllTriangles(&bullets, btVector3(-1e3, -1e3, -1e3), btVector3(1e3, 1e3, 1e3));
    EXPECT_EQ(bullets.keys.size(), 5'000u);
    EXPECT_TRUE(std::ranges::includes(ours, bullets.keys));
}

TEST(TerrainScene, ReportsItsPits) {
    StockWorld stock;
    SceneOptions options = stockOptions();
    options.triangles = 20'000;
    int told = 0;
    options.changed = [&](const btCollisionShape& shape, const btVector3& minimum, const btVector3& maximum) {
        EXPECT_EQ(shape.getShapeType(), TERRAIN_SHAPE_PROXYTYPE);
        EXPECT_LT(minimum.x(), maximum.x());
        ++told;
    };
    const auto scene = makeScene("terrain", stock.world, options);
    for (int i = 0; i < 30; ++i) scene->beforeStep();
    EXPECT_EQ(told, 3);
    EXPECT_EQ(measuresOf(*scene)["pits"], 3);
}

}  // namespace
}  // namespace ricochet::scenes
