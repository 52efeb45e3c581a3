// Chapter 1 of paper 000: the original detector and its four optimisations.

#include "algorithms/octree_motion/octree_detector.h"
#include "demos/lab/reproduce/experiment.h"
#include "demos/lab/reproduce/paper000_claims.h"
#include "demos/lab/reproduce/paper000_timing.h"

#include <map>

namespace ricochet::lab::paper000 {
namespace {

using namespace octree_motion;

const Grid kWorld = {Vec3::Constant(-kWorldHalf), 2 * kWorldHalf, kLevel};

struct Row {
    const char* name;
    Optimisations optimisations;
    bool isAlone = false;  ///< against the original, not against the row above it
    Octrees octrees = Octrees::moved;
};
constexpr Row kRows[] = {
    {"none: the original", {false, false, false, false}},
    {"+ face octrees", {true, false, false, false}},
    {"+ overlap regions", {true, true, false, false}},
    {"+ progressive refinement", {true, true, true, false}},
    {"+ faces of nodes", {true, true, true, true}},
    {"overlap regions alone", {false, true, false, false}, true},
    {"progressive refinement alone", {false, false, true, false}, true},
    {"faces of nodes alone", {false, false, false, true}, true},
    {"none, octrees rebuilt", {false, false, false, false}, true, Octrees::rebuilt},
    {"all four, octrees rebuilt", {true, true, true, true}, true, Octrees::rebuilt},
};

/// Two spheres in their last step.
struct Moment {
    const char* name;
    Run run;
};

Run deepSpheres() {
    Run run = twoSpheres(528, 72);
    const Vec3 displacement = run.motions[1].poseAt0.translation + run.motions[1].translation -
                              run.motions[0].poseAt0.translation - run.motions[0].translation;
    for (RigidMotion& ofBody : run.motions) {  // centres a radius apart
        const Real aside = (&ofBody == &run.motions[0] ? 0.5 : -0.5) * (displacement.norm() - 1);
        ofBody.poseAt0.translation += aside * displacement.normalized();
        ofBody.centre += aside * displacement.normalized();
    }
    return run;
}

struct Cell {
    double simpleUs, sweptUs;
    std::size_t pairs, sweptPairs;
    DetectorCounters counters;
};

/// Models of both kinds, built once.
struct Models {
    std::map<SourceOctree, std::shared_ptr<const CollisionModel>> of;

    static Result<Models> build(const SharedMesh& mesh) {
        Models models;
        for (const SourceOctree octree : {SourceOctree::solid, SourceOctree::faces}) {
            auto model = buildDetectorModel(mesh, kWorld.voxel(), octree);
            if (!model) return tl::unexpected(model.error());
            models.of[octree] = *model;
        }
        return models;
    }
};

Cell measure(const Run& run, const Models& models, const Row& row, int repeats) {
    const Optimisations& optimisations = row.optimisations;
    const CollisionModel& model =
        *models.of.at(optimisations.faceOctrees ? SourceOctree::faces : SourceOctree::solid);
    std::vector<MeshInstance> bodies;
    std::vector<MovingBody> moving;
    for (const Pose& pose : run.posesAt(run.cycles)) bodies.push_back({&model, pose});
    for (const RigidMotion& step : run.stepsTo(run.cycles)) moving.push_back(movingBody(model, step));
    OctreeDetector detector({kWorld, optimisations, row.octrees});
    std::vector<CollidingFaces> pairs, swept;
    Cell cell = {};
    cell.simpleUs = medianOf(repeats, [&] { detector.run(bodies, 0, pairs); });
    cell.sweptUs = medianOf(repeats, [&] { detector.run(moving, swept); });
    cell.pairs = pairs.size();
    cell.sweptPairs = swept.size();
    cell.counters = detector.counters();
    return cell;
}

/// If the row has no optimisation, or all of them.
void takeTimes(const Row& row, const Cell& cell, SwitchTimes& times) {
    const auto& [faceOctrees, overlapRegions, progressive, facesOfNodes] = row.optimisations;
    const int count = faceOctrees + overlapRegions + progressive + facesOfNodes;
    if (count != 0 && count != 4) return;
    SwitchTimes::Pair& simple = row.octrees == Octrees::moved ? times.simple : times.rebuilt;
    (count == 0 ? simple.original : simple.optimised) = cell.simpleUs;
    if (row.octrees != Octrees::moved) return;
    (count == 0 ? times.swept.original : times.swept.optimised) = cell.sweptUs;
}

}  // namespace

Result<void> runSwitches(Effort effort, Report& report) {
    const auto models = Models::build(sphere(528));
    if (!models) return tl::unexpected(models.error());
    const int repeats = effort == Effort::trial ? 1 : 15;
    TextTable csv = {{"pose", "optimisations", "simple us", "times", "step", "swept us", "times",
                      "nodes moved", "node tests", "voxels", "face tests", "pair tests", "pairs",
                      "swept pairs"}};
    for (const auto& [pose, run] :
         {Moment{"first contact", twoSpheres(528, 72)}, Moment{"deep", deepSpheres()}}) {
        Cell first = {}, before = {};
        SwitchTimes times = {pose};
        for (const Row& row : kRows) {
            const Cell cell = measure(run, *models, row, repeats);
            if (&row == kRows) first = before = cell;
            if (cell.pairs != first.pairs) return tl::unexpected(std::string(row.name) + ": other pairs");
            const Cell& against = row.isAlone ? first : before;
            const auto& c = cell.counters;
            csv.push_back({pose, row.name, text(cell.simpleUs), text(first.simpleUs / cell.simpleUs),
                           text(against.simpleUs / cell.simpleUs), text(cell.sweptUs),
                           text(first.sweptUs / cell.sweptUs), std::to_string(c.movedNodes),
                           std::to_string(c.nodeTests), std::to_string(c.interferingVoxels),
                           std::to_string(c.faceTests), std::to_string(c.pairTests),
                           std::to_string(cell.pairs), std::to_string(cell.sweptPairs)});
            if (!row.isAlone) before = cell;
            takeTimes(row, cell, times);
        }
        times.bruteForce = bruteForceMicroseconds(run, effort == Effort::trial ? 1 : 5);
        report.add(claimOf(times));
    }
    report.say(
        "chapter 1: two spheres of 528 triangles, processor time of one thread; a step is against the row "
        "before, alone against the original",
        csv);
    return report.write("switches", csv);
}

}  // namespace ricochet::lab::paper000
