// The paper's detector as a Bullet back end: a pile of bodies on it, and its decisions beside
// brute force.

#include "demos/lab/reproduce/paper002_world.h"

#include "algorithms/brute_force/brute_force.h"
#include "algorithms/stencil/buffer_narrow_phase.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "demos/app/body_pairs.h"
#include "demos/app/mesh_solid.h"
#include "demos/app/simulation.h"
#include "demos/lab/reproduce/paper002_claims.h"

#include <algorithm>
#include <map>

namespace ricochet::lab::paper002 {
namespace {

using namespace stencil;

/// A mesh as each of the compared methods has it.
struct AuditModels {
    std::shared_ptr<const CollisionModel> drawn, plain, tree;
};

/// What decides: the detector, its twin on the CPU, brute force and the hybrid.
class Audit {
public:
    static Result<std::unique_ptr<Audit>> create(int pixels) {
        auto started = gl::Thread::start({4, 5});
        if (!started) return tl::unexpected(started.error().message());
        const std::shared_ptr<gl::Thread> thread = std::move(*started);
        const auto detector = Detector::create({}, thread);
        if (!detector) return tl::unexpected(detector.error());
        auto layers = DrawnLayers::create(thread);
        if (!layers) return tl::unexpected(layers.error());
        auto hybrid = StencilHybrid::create({.drawFrom = 0}, thread);
        if (!hybrid) return tl::unexpected(hybrid.error());
        std::unique_ptr<Audit> audit(new Audit);
        audit->test_ = std::make_shared<DrawnSolidTest>(*detector);
        audit->decider_ = std::make_shared<BufferDecider>(audit->test_, std::move(*layers),
                                                          BufferSettings{.pixels = pixels});
        audit->hybrid_ =
            std::make_unique<BufferNarrowPhase>(std::move(*hybrid), audit->test_, audit->decider_);
        return audit;
    }

    void compare(const scenes::SceneBody& one, const scenes::SceneBody& other, WorldAudit& sum) {
        const AuditModels &a = modelsOf(*one.mesh), &b = modelsOf(*other.mesh);
        const Pose poseA = poseOf(*one.body), poseB = poseOf(*other.body);
        const auto decision = decider_->decide({a.drawn.get(), poseA}, {b.drawn.get(), poseB}, 0,
                                               memories_[{one.body, other.body}]);
        if (!decision) return;
        ++sum.decisions;
        PairMemory memory;
        FacePairs truth, found;
        brute_.findFacePairs({a.plain.get(), poseA}, {b.plain.get(), poseB}, 0, memory, truth);
        sum.collisions += !truth.empty();
        if (decision->collides == !truth.empty()) return;
        if (decision->collides) {
            ++sum.invented;
            const Real pixel = decision->view->size.head<2>().maxCoeff() / decision->view->pixels;
            const auto closest =
                tree_.findClosestPair({a.tree.get(), poseA}, {b.tree.get(), poseB}, kAnyDistance, memory);
            const Real gap = closest ? (closest->points.onA - closest->points.onB).norm() : kAnyDistance;
            sum.widestGap = std::max(sum.widestGap, gap / pixel);
            return;
        }
        ++sum.missed;
        hybrid_->findFacePairs({a.drawn.get(), poseA}, {b.drawn.get(), poseB}, 0, memory, found);
        std::sort(truth.begin(), truth.end());
        std::sort(found.begin(), found.end());
        sum.foundByHybrid += found == truth;
        const Answer rays =
            *twin_.detect({a.plain.get(), poseA}, {b.plain.get(), poseB}, *decision->view, {});
        sum.missedByTwin += !rays.collides;
    }

private:
    Audit() = default;

    const AuditModels& modelsOf(const scenes::SceneMesh& mesh) {
        AuditModels& models = models_[&mesh];
        if (models.plain) return models;
        const std::shared_ptr<const Mesh> own = meshOf(mesh);
        return models = {test_->build(own), brute_.build(own), tree_.build(own)};
    }

    std::shared_ptr<const DrawnSolidTest> test_;
    std::shared_ptr<const BufferDecider> decider_;
    std::unique_ptr<const BufferNarrowPhase> hybrid_;
    CpuSolidTest twin_;
    BruteForce brute_;
    WideTree tree_;
    std::map<const scenes::SceneMesh*, AuditModels> models_;
    std::map<std::pair<const btRigidBody*, const btRigidBody*>, DecisionMemory> memories_;
};

TextTable rowsOf(const std::vector<std::pair<WorldRun, WorldAudit>>& runs) {
    TextTable table = {{"contacts", "seed", "bodies", "steps", "lost", "decisions", "collisions", "agree",
                        "missed", "between the rays", "found by hybrid", "invented", "widest gap, pixels"}};
    for (const auto& [run, audit] : runs) {
        table.push_back({run.contacts, std::to_string(run.seed), std::to_string(audit.bodies),
                         std::to_string(audit.steps), std::to_string(audit.lost),
                         std::to_string(audit.decisions), std::to_string(audit.collisions),
                         std::to_string(audit.agreed()), std::to_string(audit.missed),
                         std::to_string(audit.missedByTwin), std::to_string(audit.foundByHybrid),
                         std::to_string(audit.invented), std::to_string(audit.widestGap)});
    }
    return table;
}

}  // namespace

Result<WorldAudit> auditWorld(const WorldRun& run) {
    RunOptions options;
    options.scene = "drop";
    options.stockSolver = true;
    options.narrow = "stencil?mode=buffer&pixels=" + std::to_string(run.pixels) + "&contacts=" + run.contacts;
    options.bodies = run.bodies;
    options.seed = run.seed;
    const auto simulation = Simulation::create(options);
    if (!simulation) return tl::unexpected(simulation.error());
    const auto audit = Audit::create(run.pixels);
    if (!audit) return tl::unexpected(audit.error());
    WorldAudit sum;
    sum.bodies = run.bodies;
    const auto& scene = (*simulation)->scene();
    for (; sum.steps < run.steps; ++sum.steps) {
        (*simulation)->step();
        if (sum.steps % run.auditEvery != 0) continue;
        forEachPairThatMayCollide(scene, [&](std::size_t i, std::size_t j) {
            (*audit)->compare(scene.bodies()[i], scene.bodies()[j], sum);
        });
    }
    sum.lost = static_cast<int>(std::ranges::count_if(scene.bodies(), [&](const scenes::SceneBody& each) {
        return scene.placeOf(*each.body) != scenes::Place::inside;
    }));
    return sum;
}

Result<void> runWorld(Effort effort, Report& report) {
    std::vector<std::pair<WorldRun, WorldAudit>> runs;
    const bool isTrial = effort == Effort::trial;
    for (const char* contacts : {"hybrid", "sampled"}) {
        for (unsigned seed = 1; seed <= (isTrial ? 1u : 4u); ++seed) {
            WorldRun run{.seed = seed, .contacts = contacts};
            if (isTrial) run.bodies = 2, run.steps = 60, run.pixels = 64, run.auditEvery = 5;
            if (effort == Effort::normal) run.steps = 150;
            const auto audit = auditWorld(run);
            if (!audit) return tl::unexpected(audit.error());
            runs.emplace_back(run, *audit);
        }
    }
    const TextTable table = rowsOf(runs);
    report.say(
        "the detector in a world: drop on stencil?mode=buffer; its decisions on the bodies as they are, "
        "beside "
        "brute force",
        table);
    Misses misses;
    for (const auto& [run, audit] : runs) {
        misses.decisions += audit.decisions;
        misses.collisions += audit.collisions;
        misses.missed += audit.missed;
        misses.betweenRays += audit.missedByTwin;
    }
    report.add(missesClaim(misses));
    return report.write("world", table);
}

}  // namespace ricochet::lab::paper002
