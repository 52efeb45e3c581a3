#include "demos/app/run_options.h"

#include "demos/app/broad_phases.h"
#include "demos/app/names.h"
#include "demos/app/number_checks.h"
#include "plugin/backends.h"
#include "plugin/continuous_methods.h"

#include <CLI/CLI.hpp>

#include <limits>

namespace ricochet::app {

namespace {

template <class Text>
CLI::Option* addSolverOption(CLI::App& app, Text& solver) {
    return app
        .add_option(
            "--solver", solver,
            "of contacts and joints: ricochet::SmallStepsSolver, or Bullet's sequential impulses, nncg "
            "or mlcp; small-steps, or sequential with an option of Bullet's solvers")
        ->check(CLI::IsMember({"sequential", "small-steps", "nncg", "mlcp"}));
}

}  // namespace

std::string RunOptions::solverName() const {
    if (!solver.empty()) return solver;
    const bool isOfBullet = stockSolver || iterations || frictionDirections || frictionErp ||
                            !frictionAnchors.empty() || randomOrder;
    return isOfBullet ? "sequential" : "small-steps";
}

void addSolver(CLI::App& app, std::string& solver) { addSolverOption(app, solver); }

void addSolvers(CLI::App& app, std::vector<std::string>& solvers) {
    addSolverOption(app, solvers)->delimiter(',');
}

void addSolverSettings(CLI::App& app, RunOptions& options) {
    app.add_option("--small-steps", options.smallSteps, "in a step, with --solver small-steps")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000));
    app.add_flag("--stock-solver", options.stockSolver,
                 "Bullet's sequential solver with its own settings, without ricochet::tune: one friction "
                 "direction, 10 iterations, "
                 "higher sleeping thresholds, no friction anchors");
}

void addRunOptions(CLI::App& app, RunOptions& options) {
    app.add_option("scene", options.scene, "one of `ricochet list`, or a scene file in JSON or URDF")
        ->required();
    app.add_option("--variant", options.variant, "one of the scene's variants");
    app.add_option("--joints", options.joints, "of a robot in URDF: held at their targets by motors, or free")
        ->check(CLI::IsMember({"held", "free"}));
    app.add_option(
        "--target", options.targets,
        "JOINT=VALUE in radians or metres: to where a motor drives the joint of a robot; 0 without");
    app.add_option("--bodies", options.bodies,
                   "for scenes of any number of bodies; rounded to whole ragdolls")
        ->check(kPositive);
    app.add_option("--triangles", options.triangles,
                   "approximate number, for scenes with a ground of any size")
        ->check(kPositive);
    app.add_flag("--in-memory", options.inMemory,
                 "keeps the tanker in memory as one mesh, instead of reading a file on demand");
    app.add_option("--moving", options.moving, "share of a cloud's boxes that moves")->check(kShare);
    app.add_option("--broad", options.broad,
                   "broad phase, one of " + joined(rowNames(broadPhases())) + ", " + kParameterHelp);
    app.add_option("--steps", options.steps)->check(kNotNegative);
    app.add_option("--hz", options.hz, "steps per second")->check(kRate);
    app.add_option("--dynamics", options.dynamics,
                   "bullet, or impulses: a body of pipes, torus or torpedo gets an impulse at each pair of "
                   "faces that intersects, and nothing else")
        ->check(CLI::IsMember({"bullet", "impulses"}));
    app.add_option("--iterations", options.iterations, "of Bullet's solvers; 20, or 10 with --stock-solver")
        ->check(kPositive);
    addSolverSettings(app, options);
    app.add_option("--friction-directions", options.frictionDirections,
                   "of Bullet's solvers; 2, or 1 with --stock-solver")
        ->check(CLI::IsMember({1, 2}));
    app.add_option("--friction-anchors", options.frictionAnchors,
                   "whether friction pulls a contact back to its first position; off with --stock-solver")
        ->check(CLI::IsMember({"on", "off"}));
    app.add_option("--friction-erp", options.frictionErp,
                   "share of an anchor's drift pulled back in a step; 0.6, or 0.2 with --stock-solver")
        ->check(kNotNegative);
    app.add_option(
           "--split-depth", options.splitDepth,
           "metres: deeper bodies are pushed apart without gaining speed; 0.04 of their radius, or 0.04 with "
           "--stock-solver")
        ->check(kNotNegative);
    app.add_flag("--random-order", options.randomOrder, "Bullet's solvers shuffle their constraints");
    app.add_flag(
        "--swept", options.isSwept,
        "fast bodies are stopped before they pass through each other (with Ricochet's narrow phases)");
    app.add_option("--continuous", options.continuous,
                   "how --swept finds the faces that may touch in a step, one of " +
                       joined(rowNames(continuousMethodTable())) +
                       "; `ricochet list NAME` has its parameters");
    app.add_flag(
        "--batch", options.isBatched,
        "ricochet::BatchDispatcher: a narrow phase that renders does so once per step, for all pairs");
    app.add_option("--round", options.round,
                   "how round shapes collide with meshes (with Ricochet's narrow phases), one of " +
                       contactMethodNames(roundMethodTable()));
    app.add_option("--hull", options.hull,
                   "whether boxes and hulls collide with meshes by Ricochet's narrow phases or by Bullet")
        ->check(CLI::IsMember({kRicochet, kStock}));
    app.add_option("--convex", options.convex,
                   "how convex bodies collide with one another (with Ricochet's narrow phases), one of " +
                       contactMethodNames(convexMethodTable()));
    app.add_option("--threads", options.threads, "for the pairs of a step; does not change the result")
        ->check(kPositive);
    app.add_flag("--bind-threads", options.bindThreads,
                 "each thread beside the calling one stays on one processor (Linux)");
    app.add_flag("--stages", options.measuresStages,
                 "measures the time of search and contacts (with Ricochet's narrow phases), which takes time "
                 "itself");
    app.add_option(
           "--pair-budget", options.pairBudget,
           "face pairs of two bodies in a step: fast or deep bodies above it have coarser contacts (with "
           "Ricochet's narrow phases)")
        ->check(kPositive);
    app.add_option("--seed", options.seed, "of the scene's random numbers");
    app.add_option("--noise", options.noise, "metres: largest random offset of the bodies' starts")
        ->check(kNotNegative);
    app.add_option("--sleep", options.sleep, "whether bodies may sleep")->check(CLI::IsMember({"on", "off"}));
    app.add_option("--margin", options.margin, "metres: of every mesh shape")->check(kNotNegative);
    app.add_option("--friction", options.friction, "of two bodies; default: the scene's own")
        ->check(kNotNegative);
    app.add_option("--restitution", options.restitution, "of two bodies; default: the scene's own")
        ->check(kNotNegative);
    app.add_option("--settle", options.settle,
                   "seconds until bodies should rest: `late` figures are measured after them")
        ->check(kNotNegative);
    app.add_option("--penetration-every", options.penetrationEvery,
                   "steps between measurements of depth; 0: only at the end; -1: never")
        ->check(CLI::Range(-1, std::numeric_limits<int>::max()));
    app.add_option("--precision", options.precision, "of Bullet")->check(CLI::IsMember({"float", "double"}));
    app.add_flag("--progress", options.progress,
                 "shows a progress bar even if standard error is not a terminal");
}

}  // namespace ricochet::app
