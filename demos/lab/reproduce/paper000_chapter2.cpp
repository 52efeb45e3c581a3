// Smith, Kitamura. Towards the Realization of Real-Time Collision Detection. 1994. Chapter 2: figures 2.3 and
// 2.4, and the statements of the text about them.

#include "algorithms/geometry/triangle_triangle.h"
#include "algorithms/octree_motion/translation.h"
#include "algorithms/octree_motion/weng_ahuja.h"
#include "demos/app/mesh_solid.h"
#include "demos/baselines/machine.h"
#include "demos/baselines/stopwatch.h"
#include "demos/lab/reproduce/experiment.h"
#include "demos/lab/reproduce/paper000_claims.h"
#include "demos/lab/reproduce/paper000_shuttle.h"
#include "demos/scenes/collision_models.h"

#include <array>
#include <cstdio>
#include <functional>
#include <thread>

namespace ricochet::lab::paper000 {
namespace {

using namespace octree_motion;

std::string number(double value, const char* format = "%.3g") {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

std::string percent(std::size_t part, std::size_t whole) {
    return number(100 * double(part) / double(whole), "%.0f %%");
}

/// Number of runs of each motion, of which the median counts.
int runsFor(Effort effort) { return effort == Effort::trial ? 1 : effort == Effort::normal ? 9 : 31; }
int cyclesFor(Effort effort) { return effort == Effort::trial ? 2 : kCycles; }

/// A method of moving the octree; the function owns its data.
struct Mover {
    std::string name;
    std::function<Result<LinearOctree>(const Pose&)>
        move;  ///< the conversion to a linear octree is not timed
    std::function<Result<void>(const Pose&)> timed;
    std::function<MotionCounters()> counters;
    bool isParallel = false;
};

struct MoverSeries {
    const Mover* mover;
    std::vector<double> medians;  ///< microseconds, by cycle
    std::vector<MotionCounters> counters;

    double median() const { return baselines::Stopwatch(medians).median(); }
};

Mover wengAhuja(const std::string& name, const CubeSet& cubes, const Grid& world,
                const WengAhujaSettings& settings, NodeMemory nodes) {
    const auto memory = std::make_shared<WengAhujaMemory>(nodes);
    const auto timed = [=, &cubes, &world](const Pose& pose) {
        return moveByWengAhuja(cubes, pose, world, settings, *memory);
    };
    return {name,
            [=](const Pose& pose) { return timed(pose).map([&] { return linearOctree(memory->octree); }); },
            timed, [memory] { return std::exchange(memory->counters, {}); }};
}

Mover preorder(const std::string& name, const CubeSet& cubes, const Grid& world,
               const MotionSettings& settings) {
    const auto memory = std::make_shared<MotionMemory>();
    const auto moved = std::make_shared<LinearOctree>();
    const auto timed = [=, &cubes, &world](const Pose& pose) {
        return moveOctree(cubes, pose, world, settings, *memory, *moved);
    };
    return {name, [=](const Pose& pose) { return timed(pose).map([&] { return *moved; }); }, timed,
            [memory] { return std::exchange(memory->counters, {}); }};
}

Mover inShares(Index shares, const CubeSet& cubes, const Grid& world, const MotionSettings& settings) {
    const auto memories = std::make_shared<std::vector<MotionMemory>>(shares);
    const auto sets = std::make_shared<std::vector<CubeSet>>(dealt(cubes, shares));
    const auto moved = std::make_shared<LinearOctree>();
    const std::shared_ptr<const Executor> executor = makeThreadExecutor(shares);
    const auto timed = [=, &world](const Pose& pose) {
        return moveShares(*sets, pose, world, settings, *executor, *memories, *moved);
    };
    return {"new, compacted, " + std::to_string(shares) + " threads",
            [=](const Pose& pose) { return timed(pose).map([&] { return *moved; }); }, timed,
            [memories] {
                MotionCounters sum;
                for (MotionMemory& memory : *memories) {
                    const MotionCounters counted = std::exchange(memory.counters, {});
                    sum.cubeTests += counted.cubeTests;
                    sum.voxelTests += counted.voxelTests;
                }
                return sum;
            },
            /*isParallel*/ true};
}

Mover tables(const std::string& name, const CubeSet& cubes, const Grid& world,
             const TranslationSettings& settings) {
    const auto memory = std::make_shared<TranslationMemory>();
    const auto moved = std::make_shared<LinearOctree>();
    const auto timed = [=, &cubes, &world](const Pose& pose) {
        return translateOctree(cubes, pose.translation, world, settings, *memory, *moved);
    };
    return {name, [=](const Pose& pose) { return timed(pose).map([&] { return *moved; }); }, timed,
            [memory] { return std::exchange(memory->motion.counters, {}); }};
}

/// All movers at a cycle, by turns, so that disturbances affect all alike.
Result<void> measureCycle(const Pose& pose, int runs, std::vector<MoverSeries>& all) {
    std::optional<LinearOctree> expected;
    std::vector<baselines::Stopwatch> watches;
    for (MoverSeries& series : all) {
        series.mover->counters();  // those of the timed runs before
        const auto octree = series.mover->move(pose);
        if (!octree) return tl::unexpected(octree.error());
        if (!expected) expected = *octree;
        if (*octree != *expected) {
            return tl::unexpected("'" + series.mover->name + "' moved the octree to another place than '" +
                                  all.front().mover->name + "'");
        }
        series.counters.push_back(series.mover->counters());
        watches.emplace_back(series.mover->isParallel ? baselines::wallClock() : baselines::threadClock());
    }
    for (int run = 0; run < runs; ++run) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            watches[i].time([&] { (void)all[i].mover->timed(pose); });
        }
    }
    for (std::size_t i = 0; i < all.size(); ++i) all[i].medians.push_back(watches[i].median());
    return {};
}

using PoseAt = std::function<Pose(int cycle)>;

Result<std::vector<MoverSeries>> measure(const std::vector<Mover>& movers, const PoseAt& poses,
                                         Effort effort) {
    std::vector<MoverSeries> all;
    for (const Mover& mover : movers) all.push_back({&mover, {}, {}});
    for (int cycle = 0; cycle < cyclesFor(effort); ++cycle) {
        const auto done = measureCycle(poses(cycle), runsFor(effort), all);
        if (!done) return tl::unexpected(done.error());
    }
    return all;
}

std::uint64_t allTests(const MotionCounters& counters) { return counters.cubeTests + counters.voxelTests; }

TextTable tableOf(const std::vector<MoverSeries>& all, double reference) {
    TextTable table = {{"", "median us", "ratio", "cube tests", "with voxels"}};
    for (const MoverSeries& series : all) {
        const MotionCounters& last = series.counters.back();
        const bool counts = allTests(last) > 0;
        table.push_back({series.mover->name, number(series.median(), "%.1f"),
                         number(reference / series.median()), counts ? std::to_string(last.cubeTests) : "-",
                         counts ? std::to_string(allTests(last)) : "-"});
    }
    return table;
}

TextTable rowsOf(const std::vector<MoverSeries>& all) {
    TextTable rows = {{"cycle", "method", "median_us", "cube_tests", "voxel_tests"}};
    for (const MoverSeries& series : all) {
        for (std::size_t cycle = 0; cycle < series.medians.size(); ++cycle) {
            rows.push_back({std::to_string(cycle), series.mover->name, number(series.medians[cycle], "%.2f"),
                            std::to_string(series.counters[cycle].cubeTests),
                            std::to_string(series.counters[cycle].voxelTests)});
        }
    }
    return rows;
}

PageChart chartOf(const std::vector<MoverSeries>& all, const std::string& title) {
    PageChart chart = {title,
                       "a space shuttle's octree of level 5; threads by the wall clock",
                       {"cycle"},
                       {"time to make the target octree, \u00b5s", /*isLogarithmic*/ true}};
    for (const MoverSeries& series : all) {
        PageChart::Curve curve{series.mover->name};
        for (std::size_t cycle = 0; cycle < series.medians.size(); ++cycle) {
            curve.points.push_back({double(cycle), series.medians[cycle]});
        }
        chart.curves.push_back(std::move(curve));
    }
    return chart;
}

Result<void> reportMovers(const std::string& name, const std::string& title,
                          const std::vector<MoverSeries>& all, Report& report) {
    report.say(title + "; ratio: to the first row. Tests at the last cycle",
               tableOf(all, all.front().median()));
    report.add(chartOf(all, title));
    return report.write(name, rowsOf(all));
}

double ratio(const std::vector<MoverSeries>& all, std::size_t a, std::size_t b) {
    return all[a].median() / all[b].median();
}

/// A benchmark to compare machines: every pair of faces of two spheres in light contact, without boxes.
std::string bruteForceReference(int runs) {
    const auto sphere = meshOf(scenes::paperSphere(528));
    const Pose aside = {Matrix3::Identity(), Vec3(1.95, 0, 0)};
    std::vector<Triangle> moved;
    for (Index face = 0; face < sphere->faceCount(); ++face) {
        moved.push_back(transformTriangle(aside, sphere->triangle(face)));
    }
    baselines::Stopwatch watch;
    std::size_t hits = 0;
    for (int run = 0; run < runs; ++run) {
        watch.time([&] {
            for (Index face = 0; face < sphere->faceCount(); ++face) {
                const Triangle triangle = sphere->triangle(face);
                for (const Triangle& other : moved) hits += intersects(triangle, other);
            }
        });
    }
    return "Brute force over two spheres of 528 triangles, to compare machines: " +
           number(watch.median(), "%.0f") + " us, " + std::to_string(hits / std::size_t(runs)) + " hits";
}

std::vector<std::string> compactionRow(const std::string& name, const Shuttle& shuttle) {
    const std::size_t black = shuttle.black.cubes.size();
    const auto with = [&](const CubeSet& set) {
        return std::to_string(set.cubes.size()) + " (" + percent(set.cubes.size(), black) + ")";
    };
    return {name, std::to_string(black), with(shuttle.scanned), with(shuttle.compacted)};
}

}  // namespace

Result<void> runCompaction(Effort, Report& report) {
    report.say("The paper's shuttle: 863 black nodes become 458 cubes (53 %). Ours, 528 triangles, level 5:");
    TextTable table = {{"octree", "black nodes", "one scan", "compacted"}};
    struct Row {
        const char* name;
        VoxelRule rule;
        Contents contents;
    };
    for (const Row& row : {Row{"solid, centre rule", VoxelRule::centre, Contents::solid},
                           Row{"solid, touch rule", VoxelRule::touch, Contents::solid},
                           Row{"faces", VoxelRule::touch, Contents::faces}}) {
        const auto shuttle = makeShuttle(row.rule, row.contents);
        if (!shuttle) return tl::unexpected(shuttle.error());
        table.push_back(compactionRow(row.name, *shuttle));
        if (row.rule == VoxelRule::centre) {  // as in the paper's experiment
            report.add(compactionClaim(shuttle->black.cubes.size(), shuttle->compacted.cubes.size()));
        }
    }
    report.say("section 2.3: cubes that cover the black nodes", table);
    return report.write("compaction", table);
}

Result<void> runMotion(Effort effort, Report& report) {
    const auto made = makeShuttle(VoxelRule::centre, Contents::solid);
    if (!made) return tl::unexpected(made.error());
    const Shuttle& shuttle = *made;
    const auto exact = [](CubeTest test) {
        return MotionSettings{VoxelRule::centre, Outside::isAnError, test};
    };
    const auto tested = [](NodeTest test) {
        return WengAhujaSettings{VoxelRule::centre, Outside::isAnError, test};
    };
    const CubeSet &black = shuttle.black, &compacted = shuttle.compacted;
    const Grid& world = shuttle.world;
    const std::vector<Mover> movers = {
        wengAhuja("Weng, Ahuja, pooled nodes", black, world, tested(NodeTest::boxOfSphere), NodeMemory::pool),
        wengAhuja("Weng, Ahuja, nodes by new", black, world, tested(NodeTest::boxOfSphere), NodeMemory::heap),
        wengAhuja("Weng, Ahuja, six steps", black, world, tested(NodeTest::sixSteps), NodeMemory::pool),
        wengAhuja("Weng, Ahuja, six steps, nodes by new", black, world, tested(NodeTest::sixSteps),
                  NodeMemory::heap),
        wengAhuja("Weng, Ahuja, 15 axes", black, world, tested(NodeTest::axes), NodeMemory::pool),
        preorder("new, six steps, compacted", compacted, world, exact(CubeTest::sixSteps)),
        preorder("new, 15 axes, compacted", compacted, world, exact(CubeTest::axes)),
        preorder("new, axes of 8 octants", black, world, exact(CubeTest::axesOfOctants)),
        preorder("new, axes of 8 octants, compacted", compacted, world, exact(CubeTest::axesOfOctants)),
        inShares(2, compacted, world, exact(CubeTest::axesOfOctants)),
        inShares(3, compacted, world, exact(CubeTest::axesOfOctants)),
        inShares(4, compacted, world, exact(CubeTest::axesOfOctants)),
    };
    enum { pooled, byNew, sixPooled, sixByNew, axes, newSix, newAxes, newAll, newCompact, two, three, four };
    const auto all = measure(movers, poseAt, effort);
    if (!all) return tl::unexpected(all.error());
    const auto tests = [&](std::size_t i) { return allTests((*all)[i].counters.back()); };
    report.say(baselines::machine() + "\n" + bruteForceReference(runsFor(effort)));
    report.add(claimsOf(MotionResults{.exactTest = ratio(*all, byNew, sixByNew),
                                      .exactTestPooled = ratio(*all, pooled, sixPooled),
                                      .newSixSteps = ratio(*all, byNew, newSix),
                                      .newAsItIs = ratio(*all, byNew, newCompact),
                                      .fourThreads = ratio(*all, byNew, four),
                                      .processors = std::thread::hardware_concurrency(),
                                      .cubeTests = {tests(pooled), tests(sixPooled)}}));
    return reportMovers("motion", "Figure 2.3: arbitrary motion", *all, report);
}

Result<void> runTranslation(Effort effort, Report& report) {
    const auto made = makeShuttle(VoxelRule::touch, Contents::solid);
    if (!made) return tl::unexpected(made.error());
    const Shuttle& shuttle = *made;
    const CubeSet &black = shuttle.black, &compacted = shuttle.compacted;
    const Grid& world = shuttle.world;
    const auto lookup = [](Lookup how) {
        return TranslationSettings{VoxelRule::touch, Outside::isAnError, how};
    };
    const WengAhujaSettings conventional = {VoxelRule::touch, Outside::isAnError, NodeTest::facePlanes};
    const std::vector<Mover> movers = {
        wengAhuja("conventional, pooled nodes", black, world, conventional, NodeMemory::pool),
        wengAhuja("conventional, compacted", compacted, world, conventional, NodeMemory::pool),
        tables("tables, lists", black, world, lookup(Lookup::lists)),
        tables("tables, lists, compacted", compacted, world, lookup(Lookup::lists)),
        tables("tables, bits", black, world, lookup(Lookup::bits)),
        tables("tables, bits, compacted", compacted, world, lookup(Lookup::bits)),
        preorder("arbitrary motion, compacted", compacted, world, {VoxelRule::touch}),
    };
    enum { plain, plainCompact, lists, listsCompact, bits, bitsCompact, arbitrary };
    const auto translations = [](int cycle) { return Pose{Matrix3::Identity(), poseAt(cycle).translation}; };
    const auto all = measure(movers, translations, effort);
    if (!all) return tl::unexpected(all.error());
    report.say(baselines::machine());
    report.add(claimsOf(TranslationResults{.compacted = ratio(*all, plain, bitsCompact),
                                           .notCompacted = ratio(*all, plain, bits),
                                           .againstArbitrary = ratio(*all, arbitrary, bitsCompact)}));
    return reportMovers("translation", "Figure 2.4: translation only", *all, report);
}

}  // namespace ricochet::lab::paper000
