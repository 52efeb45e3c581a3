#include "demos/app/simulation.h"

#include "demos/app/broad_phases.h"
#include "demos/app/mesh_solid.h"
#include "demos/app/names.h"
#include "demos/app/number_checks.h"
#include "demos/app/octree_cubes.h"
#include "demos/app/paged_world.h"
#include "demos/scenes/box_cloud.h"
#include "demos/scenes/described_scene.h"
#include "plugin/backends.h"

#include <BulletDynamics/ConstraintSolver/btNNCGConstraintSolver.h>
#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>
#include <BulletDynamics/MLCPSolvers/btMLCPSolver.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <ricochet/registration.h>
#include <ricochet/small_steps_solver.h>
#include <ricochet/soft_body_solver.h>
#include <ricochet/sweep_and_prune_broadphase.h>
#include <ricochet/swept_world.h>
#include <ricochet/tuning.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ricochet::app {
namespace {

constexpr std::size_t kBytesOfBody = 4096;  // with its pairs and contacts, at least
constexpr int kPoolSize = 16384;  // manifolds and algorithms; more of them are allocated on the heap

btDefaultCollisionConstructionInfo withLargePools(StockDepth depth) {
    btDefaultCollisionConstructionInfo info;
    info.m_useEpaPenetrationAlgorithm = depth != StockDepth::minkowski;
    info.m_defaultMaxPersistentManifoldPoolSize = kPoolSize;
    info.m_defaultMaxCollisionAlgorithmPoolSize = kPoolSize;
    return info;
}

std::unique_ptr<btDefaultCollisionConfiguration> makeConfiguration(const scenes::SceneEntry& entry,
                                                                   StockDepth depth) {
    const btDefaultCollisionConstructionInfo info = withLargePools(depth);
    if (entry.hasSoftBodies) return std::make_unique<btSoftBodyRigidBodyCollisionConfiguration>(info);
    return std::make_unique<btDefaultCollisionConfiguration>(info);
}

Result<void> checkVariant(const scenes::SceneEntry& entry, const std::string& variant) {
    std::string known;
    for (const char* name : entry.variants) {
        if (variant == name) return {};
        known.append(known.empty() ? "" : ", ").append(name);
    }
    if (variant.empty()) return {};
    return tl::unexpected("the scene '" + std::string(entry.name) + "' has no variant '" + variant + "'; " +
                          (known.empty() ? "it has none" : "known are " + known));
}

Result<void> checkNumber(const scenes::SceneEntry& entry, const BroadPhase& broadPhase,
                         const RunOptions& options) {
    if (!entry.isOfAnyNumber && options.bodies) {
        return tl::unexpected("the scene '" + options.scene + "' has a fixed number of bodies");
    }
    if (options.moving && !findByName(scenes::boxCloudTable(), options.scene)) {
        return tl::unexpected("--moving is for " + joined(rowNames(scenes::boxCloudTable())));
    }
    if (options.inMemory && options.scene != "tanker") {
        return tl::unexpected(std::string("--in-memory is for tanker"));
    }
    if (!entry.isOfAnySize && options.triangles) {
        return tl::unexpected("the ground of the scene '" + options.scene + "' has a fixed size");
    }
    return checkMemory(options.bodies.value_or(0), kBytesOfBody, "bodies").and_then([&] {
        return checkRoom(broadPhase, options.bodies.value_or(0));
    });
}

/// Some more proxies than bodies, for the ground.
BroadPhaseRoom roomFor(const RunOptions& options) {
    BroadPhaseRoom room;
    room.proxies = std::max(room.proxies, options.bodies.value_or(0) + 16);
    return room;
}

/// The parts of a world: of one without soft bodies all but the last.
template <class World, class... Parts>
std::unique_ptr<btDiscreteDynamicsWorld> makeWorld(bool isSwept, Parts*... parts) {
    if (isSwept) return std::make_unique<SweptWorld<World>>(parts...);
    return std::make_unique<World>(parts...);
}

std::unique_ptr<btConstraintSolver> makeSolver(const RunOptions& options, btDispatcher& dispatcher,
                                               btMLCPSolverInterface* lcp) {
    const std::string name = options.solverName();
    if (name == "small-steps")
        return std::make_unique<SmallStepsSolver>(dispatcher,
                                                  SmallStepsSettings{.smallSteps = options.smallSteps});
    if (name == "nncg") return std::make_unique<btNNCGConstraintSolver>();
    if (name == "mlcp") return std::make_unique<btMLCPSolver>(lcp);
    return std::make_unique<btSequentialImpulseConstraintSolver>();
}

void setFlag(int& flags, int flag, bool isSet) { flags = isSet ? flags | flag : flags & ~flag; }

/// Metres: smallest radius of the moving bodies.
btScalar smallestRadius(const scenes::Scene& scene) {
    btScalar smallest = std::numeric_limits<btScalar>::infinity();
    for (const scenes::SceneBody& each : scene.bodies()) {
        if (each.body->isStaticOrKinematicObject()) continue;
        btVector3 centre;
        btScalar radius = 0;
        each.body->getCollisionShape()->getBoundingSphere(centre, radius);
        if (radius > 0) smallest = std::min(smallest, radius);  // a link without collision shapes has none
    }
    return std::isfinite(smallest) ? smallest : 1;
}

Settings pluginSettings(const RunOptions& options) {
    Settings settings;
    settings.threads = options.threads;
    settings.bindThreads = options.bindThreads;
    settings.continuous = options.continuous;
    settings.pairBudget = options.pairBudget;
    settings.measureTime = options.measuresStages;
    settings.roundMesh = options.round;
    settings.hullMesh = options.hull;
    settings.convexConvex = options.convex;
    return settings;
}

}  // namespace

Result<std::unique_ptr<Simulation>> Simulation::create(const RunOptions& options) {
    if (options.description) {
        return create(options,
                      scenes::SceneEntry{.name = options.scene.c_str(),
                                         .about = "",
                                         .variants = {},
                                         .make =
                                             [&](btDynamicsWorld& world, const scenes::SceneOptions& scene) {
                                                 return scenes::makeDescribedScene(world, scene,
                                                                                   options.description);
                                             },
                                         .hasSoftBodies = options.description->hasSoftBodies()});
    }
    const auto entry = rowNamed(scenes::sceneTable(), "scene", options.scene);
    if (!entry) return tl::unexpected(entry.error());
    return create(options, **entry);
}

Result<std::unique_ptr<Simulation>> Simulation::create(const RunOptions& options,
                                                       const scenes::SceneEntry& entry) {
    const auto narrowPhase = selectNarrowPhase(options.narrow);
    if (!narrowPhase) return tl::unexpected(narrowPhase.error());
    const auto broadPhase = selectBroadPhase(options.broad);
    if (!broadPhase) return tl::unexpected(broadPhase.error());
    const auto variant = checkVariant(entry, options.variant);
    if (!variant) return tl::unexpected(variant.error());
    const auto number = checkNumber(entry, *broadPhase, options);
    if (!number) return tl::unexpected(number.error());

    std::unique_ptr<Simulation> simulation(
        new Simulation(options, entry, *narrowPhase, broadPhase->make(roomFor(options))));
    if (!simulation->error_.empty()) return tl::unexpected(simulation->error_);
    return simulation;
}

Simulation::Simulation(const RunOptions& options, const scenes::SceneEntry& entry,
                       const SimulationNarrowPhase& narrowPhase,
                       std::unique_ptr<btBroadphaseInterface> broadPhase)
    : narrowPhase_(narrowPhase),
      timeStep_(static_cast<btScalar>(1 / options.hz)),
      configuration_(makeConfiguration(entry, narrowPhase.stockDepth)),
      dispatcher_(configuration_.get(), options.isBatched, options.threads),
      broadPhase_(std::move(broadPhase)),
      error_(narrowPhase.prepare(dispatcher_, pluginSettings(options))),
      dantzig_(options.solverName() == "mlcp" ? std::make_unique<btDantzigSolver>() : nullptr),
      solver_(makeSolver(options, dispatcher_, dantzig_.get())),
      softSolver_(narrowPhase.isOurs ? std::make_unique<SoftBodySolver>() : nullptr),
      world_(entry.hasSoftBodies
                 ? makeWorld<btSoftRigidDynamicsWorld>(options.isSwept, &dispatcher_, broadPhase_.get(),
                                                       solver_.get(), configuration_.get(), softSolver_.get())
                 : makeWorld<btDiscreteDynamicsWorld>(options.isSwept, &dispatcher_, broadPhase_.get(),
                                                      solver_.get(), configuration_.get())) {
    if (!error_.empty()) return;
    scene_ = entry.make(*world_, sceneOptions(options));
    if (!error_.empty()) return;
    if (narrowPhase.stockDepth == StockDepth::sat) enableSeparatingAxes();
    setUpSolver(options);
    if (options.restitution) setRestitution(*options.restitution);
    if (options.dynamics == "impulses") setUpImpulses(options);
}

Simulation::~Simulation() = default;

void Simulation::enableSeparatingAxes() {
    world_->getDispatchInfo().m_enableSatConvex = true;
    for (const scenes::SceneBody& each : scene_->bodies()) {
        btCollisionShape& shape = *each.body->getCollisionShape();
        if (shape.isPolyhedral()) static_cast<btPolyhedralConvexShape&>(shape).initializePolyhedralFeatures();
    }
}

/// Bullet multiplies what two bodies have.
void Simulation::setRestitution(double restitution) {
    for (const scenes::SceneBody& each : scene_->bodies()) {
        each.body->setRestitution(static_cast<btScalar>(std::sqrt(restitution)));
    }
}

void Simulation::setUpImpulses(const RunOptions& options) {
    const auto selected = selectBackend(options.narrow);
    if (!selected) {
        error_ = "--dynamics impulses takes one of Ricochet's narrow phases: " + backendNames();
        return;
    }
    auto engine = ImpulseEngine::create(*scene_, selected->make(makeSerialExecutor()).narrowPhase);
    if (engine) {
        impulses_ = std::move(*engine);
    } else {
        error_ = engine.error();
    }
}

void Simulation::setUpSolver(const RunOptions& options) {
    if (!options.stockSolver) tune(*world_, smallestRadius(*scene_));
    btContactSolverInfo& info = world_->getSolverInfo();
    info.m_numIterations = options.solverIterations();
    setFlag(info.m_solverMode, SOLVER_USE_2_FRICTION_DIRECTIONS, options.solverFrictionDirections() == 2);
    if (options.splitDepth)
        info.m_splitImpulsePenetrationThreshold = static_cast<btScalar>(-*options.splitDepth);
    if (options.frictionErp) info.m_frictionERP = static_cast<btScalar>(*options.frictionErp);
    if (options.randomOrder) info.m_solverMode |= SOLVER_RANDMIZE_ORDER;
    if (options.frictionAnchors.empty()) return;
    for (const scenes::SceneBody& each : scene_->bodies()) {
        int flags = each.body->getCollisionFlags();
        setFlag(flags, btCollisionObject::CF_HAS_FRICTION_ANCHOR, options.frictionAnchors == "on");
        each.body->setCollisionFlags(flags);
    }
}

/// The inertia is that of the solid for all backends' shapes, so that all move the same bodies.
scenes::SceneOptions Simulation::sceneOptions(const RunOptions& options) {
    scenes::SceneOptions scene;
    scene.makeShape = [this](const scenes::SceneMesh& mesh, btStridingMeshInterface& array, bool moves) {
        auto shape = narrowPhase_.makeShape(mesh, array, moves);
        meshes_[shape.get()] = &mesh;
        if (moves) unitInertia_[shape.get()] = unitInertia(mesh);
        return shape;
    };
    scene.inertia = [this](const btCollisionShape& shape, btScalar mass) {
        return mass * unitInertia_.at(&shape);
    };
    scene.setAlgorithm = [this](const btCollisionShape& shape, const std::string& name) {
        if (std::string error = ricochet::setAlgorithm(shape, name); !error.empty())
            error_ = std::move(error);
    };
    scene.centreOfMass = centreOfMass;
    scene.movedOctree = octreeMover();
    if (!options.inMemory) {
        scene.makeWorld = [this](const auto& next) -> std::unique_ptr<btCollisionShape> {
            auto world = makePagedWorld(next);
            if (!world) error_ = world.error();
            return world ? std::move(*world) : nullptr;
        };
    }
    scene.triangles = options.triangles;
    scene.variant = options.variant;
    scene.seed = options.seed;
    scene.noise = static_cast<btScalar>(options.noise);
    scene.margin = static_cast<btScalar>(options.margin);
    scene.maySleep = options.maySleep();
    scene.timeStep = timeStep_;
    if (options.solverName() == "small-steps") scene.smallSteps = options.smallSteps;
    scene.bodies = options.bodies;
    scene.moving = options.moving;
    scene.changed = [](const btCollisionShape& shape, const btVector3& minimum, const btVector3& maximum) {
        notifyDeformed(shape, minimum, maximum);
    };
    if (options.friction) scene.friction = static_cast<btScalar>(*options.friction);
    return scene;
}

void Simulation::step() {
    scene_->beforeStep();
    if (impulses_) {
        impulses_->step(timeStep_);
    } else {
        world_->stepSimulation(timeStep_, /*maxSubSteps*/ 0);
    }
    scene_->afterStep();
}

const scenes::SceneMesh* Simulation::meshOfShape(const btCollisionShape& shape) const {
    const auto found = meshes_.find(&shape);
    return found == meshes_.end() ? nullptr : found->second;
}

Result<void> Simulation::useBroadPhase(const std::string& text) {
    return selectBroadPhase(text).map([this](const BroadPhase& selected) {
        auto next = selected.make({});
        migrate(*world_, *next);
        broadPhase_ = std::move(next);
    });
}

double Simulation::contacts() const {
    return impulses_ ? static_cast<double>(impulses_->contacts()) : dispatcher_.contacts();
}

double Simulation::detectionMilliseconds() const {
    return impulses_ ? impulses_->milliseconds() : dispatcher_.milliseconds();
}

}  // namespace ricochet::app
