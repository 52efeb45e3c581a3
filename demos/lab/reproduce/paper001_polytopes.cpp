// Lin, Manocha, Cohen, Gottschalk, 1996, section 5: hundreds of convex polytopes in 1/20 s; and section 3:
// "the technique can be extended to eliminate testing features that are far apart between two colliding
// objects".

#include "algorithms/closest_features/closest_features.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "algorithms/obb_tree/obb_tree.h"
#include "algorithms/sweep_and_prune/object_boxes.h"
#include "algorithms/sweep_and_prune/sweep_and_prune.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "demos/lab/reproduce/experiment.h"
#include "demos/lab/reproduce/paper001_claims.h"
#include "demos/lab/reproduce/sweep_graphs.h"
#include "plugin/clocks.h"

#include <nlohmann/json.hpp>

#include <map>

namespace ricochet::lab::paper001 {
namespace {

// ---- hundreds of polytopes

struct FlightCost {
    double sweep = 0, features = 0, whole = 0;  ///< milliseconds per step
    double pairs = 0, contacts = 0;             ///< per step
    double longest = 0;                         ///< milliseconds: the longest step
};

FlightCost measureFlight(const sweep_graphs::Parameters& parameters, int steps) {
    sweep_graphs::Flight flight(parameters);
    const auto mesh = sweep_graphs::ellipsoid(parameters);
    const Polytope hull = buildPolytope(mesh->vertices()).value();
    const auto sweep = makeSweepAndPrune({SweepMode::incremental, makeSerialExecutor()});
    const auto boxOf = [&](const sweep_graphs::Object& o) { return dynamicBox(hull.vertices, o.pose); };
    for (const auto& object : flight.objects()) sweep->insert(boxOf(object));
    sweep->step();
    std::map<BodyPair, FeatureMemory> memories;
    FlightCost cost;
    for (int step = 0; step < steps; ++step) {
        flight.step();
        const auto& objects = flight.objects();
        const double begin = threadMicroseconds();
        for (Index i = 0; i < objects.size(); ++i) sweep->update(i, boxOf(objects[i]));
        for (const BodyPair& gone : sweep->step().removed) memories.erase(gone);
        const double swept = threadMicroseconds();
        for (const BodyPair& pair : sweep->pairs()) {
            const ClosestFeatures answer =
                findClosestFeatures(hull, objects[pair.a].pose, hull, objects[pair.b].pose, memories[pair]);
            cost.contacts += answer.distance <= 0;
            ++cost.pairs;
        }
        const double done = threadMicroseconds();
        cost.sweep += swept - begin;
        cost.features += done - swept;
        cost.longest = std::max(cost.longest, 1e-3 * (done - begin));
    }
    cost.whole = cost.sweep + cost.features;
    for (double* sum : {&cost.sweep, &cost.features, &cost.whole}) *sum *= 1e-3 / steps;
    cost.pairs /= steps;
    cost.contacts /= steps;
    return cost;
}

// ---- sweep and prune down to the features

/// Two meshes that pass slowly through each other.
class Passing {
public:
    Pose pose(int step) const {
        const Real angle = 0.01 * step;
        return {Eigen::AngleAxis<Real>(angle, Vec3(1, 2, 2) / 3).toRotationMatrix(),
                {1.2 - 0.004 * step, 0.1, 0.05}};
    }
};

struct FeatureCost {
    double microseconds = 0;           ///< per step
    double candidates = 0, pairs = 0;  ///< pairs of faces tested and found, per step
};

SweepBox boxAbout(const Triangle& t) { return dynamicBox(t, Pose{}); }

/// Boxes of all faces of both, sorted along three axes in A's frame; those of B move.
FeatureCost sweepFaces(const Mesh& mesh, SweepMode mode, int steps) {
    const auto sweep = makeSweepAndPrune({mode, makeSerialExecutor()});
    const Passing passing;
    const Index faces = mesh.faceCount();
    for (Index f = 0; f < faces; ++f) sweep->insert(boxAbout(mesh.triangle(f)));
    for (Index f = 0; f < faces; ++f)
        sweep->insert(boxAbout(transformTriangle(passing.pose(0), mesh.triangle(f))));
    sweep->step();
    FeatureCost cost;
    const double begin = threadMicroseconds();
    for (int step = 1; step <= steps; ++step) {
        const Pose pose = passing.pose(step);
        for (Index f = 0; f < faces; ++f)
            sweep->update(faces + f, boxAbout(transformTriangle(pose, mesh.triangle(f))));
        sweep->step();
        for (const BodyPair& pair : sweep->pairs()) {
            if (pair.a >= faces || pair.b < faces) continue;  // of one mesh
            ++cost.candidates;
            cost.pairs +=
                intersects(mesh.triangle(pair.a), transformTriangle(pose, mesh.triangle(pair.b - faces)));
        }
    }
    cost.microseconds = (threadMicroseconds() - begin) / steps;
    cost.candidates /= steps;
    cost.pairs /= steps;
    return cost;
}

FeatureCost askTree(const NarrowPhase& tree, const std::shared_ptr<const Mesh>& mesh, int steps) {
    const auto model = tree.build(mesh);
    const Passing passing;
    PairMemory memory;
    FacePairs pairs;
    FeatureCost cost;
    const double begin = threadMicroseconds();
    for (int step = 1; step <= steps; ++step) {
        tree.findFacePairs({model.get(), {}}, {model.get(), passing.pose(step)}, 0, memory, pairs);
        cost.pairs += static_cast<double>(pairs.size());
    }
    cost.microseconds = (threadMicroseconds() - begin) / steps;
    cost.candidates = static_cast<double>(memory.counters.triangleTests) / steps;
    cost.pairs /= steps;
    return cost;
}

}  // namespace

Result<void> runPolytopes(Effort effort, Report& report) {
    TextTable table = {{"polytopes", "vertices each", "pairs per step", "in contact", "sweep and prune, ms",
                        "closest features, ms", "step, ms", "longest step, ms", "steps in 1/20 s"}};
    std::vector<FlightTime> flights;
    for (const Index objects : {100u, 200u, 400u, 800u, 1600u}) {
        if (effort == Effort::trial && objects > 200) break;
        sweep_graphs::Parameters parameters;
        parameters.objects = objects;
        parameters.rings = 4;
        parameters.volumePerObject = 20;
        const FlightCost cost = measureFlight(parameters, effort == Effort::trial ? 3 : 200);
        flights.push_back({objects, cost.whole});
        table.push_back({std::to_string(objects), std::to_string(2 + 8 * parameters.rings),
                         textOf(cost.pairs), textOf(cost.contacts), textOf(cost.sweep), textOf(cost.features),
                         textOf(cost.whole), textOf(cost.longest), textOf(50 / cost.whole)});
    }
    report.say(
        "section 5: convex polytopes that fly in a room of 20 m3 for each; dynamic boxes, sorted lists, and "
        "distance or depth of every pair of boxes that overlaps",
        table);
    report.say(
        "\"The ICOLLIDE routines are able to compute all contacts between environments composed of hundred "
        "of "
        "convex polytopes at interactive rates (about 1/20 of a second)\": that is 50 ms.");
    report.add(claimOf(flights));
    return report.write("polytopes", table);
}

Result<void> runFeatureSweep(Effort effort, Report& report) {
    TextTable table = {
        {"triangles each", "method", "candidates", "face pairs", "microseconds", "by wide tree"}};
    const int steps = effort == Effort::trial ? 3 : 300;
    double candidates = 0, allPairs = 0;
    for (const Index rings : {4u, 8u, 16u}) {
        if (effort == Effort::trial && rings > 4) break;
        sweep_graphs::Parameters parameters;
        parameters.rings = rings;
        const std::shared_ptr<const Mesh> mesh = sweep_graphs::ellipsoid(parameters);
        struct Row {
            const char* name;
            FeatureCost cost;
        };
        const Row rows[] = {
            {"wide tree", askTree(WideTree(), mesh, steps)},
            {"tree of oriented boxes", askTree(ObbTree(), mesh, steps)},
            {"sorted lists of the faces' boxes", sweepFaces(*mesh, SweepMode::incremental, steps)},
            {"the same, sorted anew", sweepFaces(*mesh, SweepMode::fromScratch, steps)},
        };
        candidates = rows[2].cost.candidates;
        allPairs = double(mesh->faceCount()) * double(mesh->faceCount());
        for (const Row& row : rows) {
            if (row.cost.pairs != rows[0].cost.pairs) {
                return tl::unexpected(std::string(row.name) + " led to other pairs of faces");
            }
            table.push_back({std::to_string(mesh->faceCount()), row.name, textOf(row.cost.candidates),
                             textOf(row.cost.pairs), textOf(row.cost.microseconds),
                             textOf(row.cost.microseconds / rows[0].cost.microseconds)});
        }
    }
    report.say(
        "section 3: \"the technique can be extended to eliminate testing features that are far apart between "
        "two colliding objects\". Two ellipsoids pass through one another; per step",
        table);
    report.add(featureSweepClaim(candidates, allPairs));  // of the largest meshes
    return report.write("feature-sweep", table);
}

}  // namespace ricochet::lab::paper001
