#pragma once

#include <btBulletDynamicsCommon.h>
#include <ricochet/settings.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace ricochet::scenes {
struct SceneDescription;
}

namespace ricochet::app {

/// The options of `run` and `compare`.
struct RunOptions {
    std::string scene, variant;
    std::shared_ptr<const scenes::SceneDescription> description;  ///< of a scene file; null: one of the table
    std::string joints = "held";                                  ///< of a robot: at their targets, or free
    std::vector<std::string> targets;                             ///< of a robot's joints: NAME=VALUE
    std::string narrow, broad = "dbvt";
    int steps = 600;
    double hz = 60;                     ///< steps per second
    std::string dynamics = "bullet";    ///< or impulses: ImpulseEngine
    std::optional<double> restitution;  ///< of two bodies; default: the scene's
    std::optional<int> iterations;      ///< of the solver; 20, stock 10
    std::string solver;                 ///< small-steps, sequential, nncg or mlcp; empty: see solverName
    int smallSteps = 16;                ///< in a step, of small-steps
    bool stockSolver = false;           ///< Bullet's own settings, without ricochet::tune
    bool randomOrder = false;
    bool isSwept = false;    ///< a SweptWorld: bodies are stopped before they pass through one another
    bool isBatched = false;  ///< a BatchDispatcher: the queries of a step are prepared together
    std::string round = "round-features";  ///< of round shapes against meshes, or stock
    std::string hull = "ricochet";         ///< boxes and hulls against meshes: ricochet or stock
    std::string convex = "stock";          ///< of two convex bodies: a contact method's name, or stock
    std::string continuous = Settings{}.continuous;  ///< how a SweptWorld finds the faces that may touch
    int threads = 1;
    bool bindThreads = false;                ///< to processors
    bool measuresStages = false;             ///< the time of search and contacts, which takes time itself
    int pairBudget = Settings{}.pairBudget;  ///< face pairs of two bodies; above it contacts are coarser
    unsigned seed = 1;
    double noise = 0;                       ///< metres: of each body's start position
    double margin = 0;                      ///< metres: of every mesh shape
    std::optional<double> friction;         ///< of two bodies; default: the scene's
    std::optional<double> splitDepth;       ///< metres: deeper bodies are pushed apart without gaining speed
    std::optional<int> frictionDirections;  ///< of the solver; 2, stock 1
    std::optional<double> frictionErp;      ///< fraction of an anchor's drift, pulled back per step
    std::string frictionAnchors;            ///< on or off; empty: on, stock off
    std::string sleep = "on";               ///< or off
    double settle = 5;                      ///< seconds: late figures are taken after them
    int penetrationEvery = 10;     ///< steps between measurements of depth; 0: only at the end; -1: never
    std::string precision;         ///< float or double; empty: as built
    bool broadOnly = false;        ///< boxes in a broad phase, no world
    std::optional<int> bodies;     ///< of a scene of any number; the scene's own
    std::optional<int> triangles;  ///< of a ground of any size, about; the scene's own
    bool inMemory = false;         ///< a ground of any size is one mesh in memory
    std::optional<double> moving;  ///< share of a cloud's boxes that move; the cloud's own
    bool progress = false;         ///< draw the bar even if standard error is not a terminal

    /// What `solver` names; else small-steps, or sequential if an option is of Bullet's solvers.
    std::string solverName() const;
    int solverIterations() const { return iterations.value_or(stockSolver ? 10 : 20); }
    int solverFrictionDirections() const { return frictionDirections.value_or(stockSolver ? 1 : 2); }
    bool maySleep() const { return sleep == "on"; }
};

/// Add `--solver`: one, or several separated by commas.
void addSolver(CLI::App& app, std::string& solver);
void addSolvers(CLI::App& app, std::vector<std::string>& solvers);
/// Adds `--small-steps` and `--stock-solver`, which `laws` has too.
void addSolverSettings(CLI::App& app, RunOptions& options);

/// Adds the options that `run` and `compare` share: all but `narrow` and `solver`.
void addRunOptions(CLI::App& app, RunOptions& options);

}  // namespace ricochet::app
