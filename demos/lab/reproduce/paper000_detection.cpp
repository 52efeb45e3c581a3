// Chapter 3 of paper 000: figures 3.6 to 3.10.

#include "algorithms/face_octree/face_octree.h"
#include "algorithms/octree_motion/octree_detection.h"
#include "demos/baselines/machine.h"
#include "demos/baselines/separating_planes.h"
#include "demos/lab/reproduce/experiment.h"
#include "demos/lab/reproduce/paper000_claims.h"
#include "demos/lab/reproduce/paper000_real_time.h"
#include "demos/lab/reproduce/paper000_timing.h"
#include "demos/scenes/collision_models.h"

#include <algorithm>
#include <map>
#include <optional>

namespace ricochet::lab::paper000 {
namespace {

using octree_motion::Grid;
using octree_motion::OctreeDetection;

const Grid kWorldGrid = {Vec3::Constant(-kWorldHalf), 2 * kWorldHalf, kLevel};

FaceOctreeSettings literalSettings() {
    return {.level = kLevel, .world = 2 * kWorldHalf, .exactInRegions = true, .exactInCells = true};
}

int times(Effort effort, int normal) { return effort == Effort::trial ? 1 : normal; }
int cyclesOf(Effort effort, int paper) { return effort == Effort::trial ? 6 : paper; }

/// Adds the number of pairs at the last cycle to `found`, so that methods can be compared.
template <class Detector>
Series timedPairs(const std::string& label, const Run& run, int repeats, const Detector& detector,
                  std::size_t& found) {
    const auto models = modelsOf(run, detector);
    std::vector<CollidingFaces> pairs;
    const Series series = timed(label, run, repeats, [&]() -> Detect {
        return [&](const std::vector<Pose>& poses) {
            detector.findCollidingFaces(placed(models, poses), pairs);
        };
    });
    found = pairs.size();
    return series;
}

Result<void> unequal(const std::string& what, std::size_t a, std::size_t b) {
    if (a == b) return {};
    return tl::unexpected(what + ": " + std::to_string(a) + " pairs by one, " + std::to_string(b) +
                          " by the other");
}

/// Pairs of bodies whose boxes overlap at the last cycle.
std::size_t overlappingBoxes(const Run& run) {
    const auto models = modelsOf(run, FaceOctree());
    const std::vector<MeshInstance> bodies = placed(models, run.posesAt(run.cycles));
    std::vector<PlacedBody> boxes;
    placeBodies(bodies, 0, boxes);
    findOverlapRegions(serialExecutor(), boxes);
    std::size_t regions = 0;  // each is one of two bodies
    for (const PlacedBody& body : boxes) regions += body.regions.size();
    return regions / 2;
}

}  // namespace

Result<void> runSpheres(Effort effort, Report& report) {
    report.say(
        "Two spheres that approach and collide at the last cycle; processor time of one thread, median of "
        "several runs.\n" +
        baselines::machine());
    const FaceOctree octree, literal(literalSettings());
    std::vector<Series> figure36;
    TextTable figure37 = {{"triangles", "face octree, us", "level 6, exact boxes, us", "brute force, us",
                           "pairs", "paper, ms"}};
    PageChart chart = {"Figure 3.7: last cycle of two spheres",
                       "microseconds of processor time",
                       {"triangles of each", true},
                       {"microseconds", true},
                       {{"face octree"}, {"level 6, exact boxes"}, {"brute force"}}};
    std::vector<SphereTimes> last;
    const std::map<int, const char*> paper = {{168, "11"}, {528, "16"}, {960, "24"}, {3968, "70"}};
    for (const scenes::SphereSize& size : scenes::paperSpheres()) {
        const int triangles = size.triangles();
        const Run run = twoSpheres(triangles, cyclesOf(effort, 72));
        std::size_t pairs = 0, pairsOfLiteral = 0;
        const int repeats = times(effort, 31);
        Series ours = timedPairs("", run, repeats, octree, pairs);
        const Series exact = timedPairs("", run, repeats, literal, pairsOfLiteral);
        if (const auto same = unequal("spheres", pairs, pairsOfLiteral); !same) return same;
        const double brute = bruteForceMicroseconds(run, times(effort, 3));
        const auto said = paper.find(triangles);
        figure37.push_back({std::to_string(triangles), text(ours.last()), text(exact.last()), text(brute),
                            std::to_string(pairs), said == paper.end() ? "-" : said->second});
        const double values[] = {ours.last(), exact.last(), brute};
        for (std::size_t i = 0; i < 3; ++i) {
            chart.curves[i].points.push_back({static_cast<double>(triangles), values[i]});
        }
        if (said == paper.end()) continue;
        last.push_back({triangles, ours.last()});
        ours.label = std::to_string(triangles) + " triangles";
        figure36.push_back(ours);
    }
    report.say("figure 3.7: the last cycle", figure37);
    report.add(sphereClaims(last));
    std::size_t pairs = 0;
    const Series largest =
        timedPairs("", twoSpheres(sphereOf5936(), cyclesOf(effort, 72)), times(effort, 11), octree, pairs);
    report.add(realTimeClaim(last[2].last, last[3].last, largest.last()));
    report.add(apartClaim(figure36));
    report.add(chartOf("Figure 3.6: two spheres", "face octree", figure36));
    report.add(chart);
    return report.write("figure-3.6", tableOf(figure36)).and_then([&] {
        return report.write("figure-3.7", figure37);
    });
}

Result<void> runShuttles(Effort effort, Report& report) {
    const FaceOctree octree;
    std::vector<Series> all;
    std::size_t overlapping = 0;
    for (const int count : {15, 2}) {
        std::size_t pairs = 0;
        const Run run = shuttles(count, cyclesOf(effort, 72));
        overlapping = std::max(overlapping, overlappingBoxes(run));
        all.push_back(timedPairs(std::to_string(count) + " shuttles", run, times(effort, 21), octree, pairs));
    }
    report.add(shuttlesClaim(all[0].last(), all[1].last(), overlapping));
    report.add(apartClaim(all));
    report.add(chartOf("Figure 3.8: space shuttles", "face octree", all));
    return report.write("figure-3.8", tableOf(all));
}

namespace {

/// Both methods in one run; the planes' counters of the last repetition.
struct PlanesResult {
    Series octree, planes;
    baselines::SeparatingPlanes::Counters counters;
};

Result<PlanesResult> planesAgainstOctree(int count, int cycles, int repeats) {
    const Run run = manySpheres(count, cycles);
    const std::string spheres = std::to_string(count) + " spheres, ";
    std::size_t pairs = 0;
    const FaceOctree octree;
    PlanesResult result = {timedPairs(spheres + "face octree", run, repeats, octree, pairs), {}, {}};
    std::vector<const Mesh*> meshes;
    for (const SharedMesh& mesh : run.meshes) meshes.push_back(mesh.get());
    std::optional<baselines::SeparatingPlanes> planes;
    std::vector<baselines::SeparatingPlanes::Pair> found;
    result.planes = timed(spheres + "separating planes", run, repeats, [&]() -> Detect {
        planes.emplace(meshes);
        planes->findCollidingBodies(run.posesAt(0), found);  // planes are known when the first cycle begins
        return [&](const std::vector<Pose>& poses) { planes->findCollidingBodies(poses, found); };
    });
    result.counters = planes->counters();
    if (found.size() != 1 || pairs == 0) return tl::unexpected(std::string("not two spheres have collided"));
    return result;
}

}  // namespace

Result<void> runPlanes(Effort effort, Report& report) {
    TextTable table = {{"spheres", "face octree, last us", "planes, last us", "face octree, median us",
                        "planes, median us", "plane tests a cycle", "vertices a cycle", "searches"}};
    std::vector<Series> figure;
    int winsFrom = 0;
    const int cycles = cyclesOf(effort, 72);
    for (const int count : {4, 6, 8, 10, 11, 12, 14, 16, 20, 30, 40}) {
        const auto result = planesAgainstOctree(count, cycles, times(effort, 15));
        if (!result) return tl::unexpected(result.error());
        const auto& [octree, planes, counters] = *result;
        const auto perCycle = [&](std::uint64_t sum) {
            return std::to_string(sum / static_cast<std::uint64_t>(cycles + 1));
        };
        table.push_back({std::to_string(count), text(octree.last()), text(planes.last()),
                         text(octree.median()), text(planes.median()), perCycle(counters.planes),
                         perCycle(counters.vertices), std::to_string(counters.searches)});
        const bool wins = octree.last() < planes.last() && octree.median() < planes.median();
        winsFrom = !wins ? 0 : winsFrom == 0 ? count : winsFrom;
        if (count % 10 == 0) figure.push_back(octree), figure.push_back(planes);
    }
    report.say("figure 3.9: spheres of 528 triangles, face octree against separating planes", table);
    report.add(planesClaim(winsFrom));
    report.add(manySpheresClaims(figure));
    report.add(chartOf("Figure 3.9: spheres of 528 triangles", "one thread", figure));
    return report.write("figure-3.9", tableOf(figure)).and_then([&] {
        return report.write("planes", table);
    });
}

Result<void> runOctreeUpdate(Effort effort, Report& report) {
    const Run run = fourObjects(cyclesOf(effort, 72));
    const FaceOctree octree, literal(literalSettings());
    const OctreeDetection update({.level = kLevel, .world = 2 * kWorldHalf});
    const int repeats = times(effort, 15);
    std::size_t pairs[3] = {};
    const std::vector<Series> all = {
        timedPairs("face octree", run, repeats, octree, pairs[0]),
        timedPairs("face octree, level 6, exact boxes", run, repeats, literal, pairs[1]),
        timedPairs("octree update", run, repeats, update, pairs[2])};
    for (const std::size_t of : {pairs[1], pairs[2]}) {
        if (const auto same = unequal("octree update", pairs[0], of); !same) return same;
    }
    octree_motion::OctreeDetector counted({.world = kWorldGrid});
    std::vector<CollidingFaces> found;
    counted.run(placed(modelsOf(run, update), run.posesAt(run.cycles)), 0, found);
    const auto& c = counted.counters();
    report.say("octree update at the last cycle: " + std::to_string(c.movedNodes) + " nodes moved, " +
               std::to_string(c.nodeTests) + " node tests, " + std::to_string(c.interferingVoxels) +
               " voxels, " + std::to_string(c.faceTests) + " face tests, " + std::to_string(c.pairTests) +
               " pairs tested, " + std::to_string(pairs[0]) + " found; brute force of head and shuttle " +
               text(bruteForceMicroseconds(run, times(effort, 3))) + " us");
    report.add(octreeUpdateClaim(all[2].last(), all[0].last(), all[1].last()));
    report.add(
        chartOf("Figure 3.10: head, space shuttle, sphere, chair", "face octree against octree update", all));
    return report.write("figure-3.10", tableOf(all));
}

}  // namespace ricochet::lab::paper000
