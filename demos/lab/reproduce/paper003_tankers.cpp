#include "demos/lab/reproduce/paper003_tankers.h"

#include <array>
#include <filesystem>
#include <unistd.h>

namespace ricochet::lab::paper003 {

using namespace mktree;

MovingSphere motion(std::size_t m, const Aabb& world) {
    struct Row {
        Real d;
        bool turns;
        Vec3 offset;  ///< of q(0) from the world's middle, in its sizes
    };
    constexpr Real kTenth = 0.1, kThird = 1.0 / 3;
    const std::array<Row, kMotions> rows = {{{40, false, Vec3(0, 0, 0)},
                                             {0, true, Vec3(0, kTenth, 0)},
                                             {0, true, Vec3(0, kThird, 0)},
                                             {0, true, Vec3(kThird, 0, 0)},
                                             {40, true, Vec3(0, kTenth, 0)},
                                             {10, true, Vec3(kTenth, 0, 0)},
                                             {10, true, Vec3(0, 0, 0)},
                                             {10, true, Vec3(kTenth, 0, 0)}}};
    Row row = rows[m];
    const Vec3 middle = world.centre();
    Vec3 start = middle + world.size().cwiseProduct(row.offset);
    // "p ≠ q": if q would be on the axis, the axis passes a tenth of the height below it.
    Vec3 axis = middle;
    if (row.turns && row.offset.y() == 0) axis.y() -= kTenth * world.size().y();
    if (m == 6) start.z() += world.size().z() / 4;
    const Real turns = m == 7 ? 1.5 : 1;  // b is 30 where it is 20 elsewhere
    ScrewMotion screw{row.turns ? axis : start, Vec3::UnitX(), row.turns ? turns * kTurn : 0, row.d / 10};
    return {start, kDiameter / 2, screw};
}

Result<std::shared_ptr<const MkTree>> treeOf(const scenes::TankerVariant& variant,
                                             const BuildSettings& settings) {
    const std::string path =
        (std::filesystem::temp_directory_path() / ("ricochet-paper003-" + std::to_string(getpid()))).string();
    const auto report = build(tankerObjects(variant.polygons, 1, variant.structure), path, settings);
    if (!report) return tl::unexpected(report.error());
    auto tree = MkTree::open(path);
    std::filesystem::remove(path);  // open files remain readable
    return tree;
}

}  // namespace ricochet::lab::paper003
