#pragma once

#include "algorithms/geometry/types.h"
#include "demos/app/impulse_engine.h"
#include "demos/app/narrow_phases.h"
#include "demos/app/run_options.h"
#include "demos/app/timed_dispatcher.h"
#include "demos/scenes/scene.h"

#include <BulletDynamics/MLCPSolvers/btMLCPSolverInterface.h>

#include <memory>
#include <string>
#include <unordered_map>

class btSoftBodySolver;

namespace ricochet::app {

/// A scene in a world of its own, with the backend that the options name.
class Simulation {
public:
    /// Fails with an error message for an unknown name, which lists the known ones.
    static Result<std::unique_ptr<Simulation>> create(const RunOptions& options);
    /// The same for a scene that the table does not list; the options' own scene is ignored.
    static Result<std::unique_ptr<Simulation>> create(const RunOptions& options,
                                                      const scenes::SceneEntry& entry);

    ~Simulation();

    void step();

    const scenes::Scene& scene() const { return *scene_; }
    scenes::Scene& scene() { return *scene_; }
    const SimulationNarrowPhase& narrowPhase() const { return narrowPhase_; }
    const TimedDispatcher& dispatcher() const { return dispatcher_; }
    TimedDispatcher& dispatcher() { return dispatcher_; }
    /// Null if Bullet moves the bodies.
    const ImpulseEngine* impulses() const { return impulses_.get(); }
    btDiscreteDynamicsWorld& world() { return *world_; }
    btScalar timeStep() const { return timeStep_; }  ///< seconds
    /// The mesh of which a shape was made; null for Bullet's own shapes.
    const scenes::SceneMesh* meshOfShape(const btCollisionShape& shape) const;
    /// Between steps: all bodies move to another broad phase. An error message for an unknown name.
    Result<void> useBroadPhase(const std::string& text);
    double contacts() const;               ///< of the last step: points in manifolds, or pairs of faces
    double detectionMilliseconds() const;  ///< of the last step, thread CPU time

private:
    Simulation(const RunOptions& options, const scenes::SceneEntry& entry,
               const SimulationNarrowPhase& narrowPhase, std::unique_ptr<btBroadphaseInterface> broadPhase);
    void enableSeparatingAxes();
    void setUpSolver(const RunOptions& options);
    void setUpImpulses(const RunOptions& options);
    void setRestitution(double restitution);
    scenes::SceneOptions sceneOptions(const RunOptions& options);

    SimulationNarrowPhase narrowPhase_;
    btScalar timeStep_;
    std::unique_ptr<btDefaultCollisionConfiguration> configuration_;
    TimedDispatcher dispatcher_;
    std::unique_ptr<btBroadphaseInterface> broadPhase_;
    std::string error_;                               ///< why the backend could not be prepared
    std::unique_ptr<btMLCPSolverInterface> dantzig_;  ///< of an mlcp solver
    std::unique_ptr<btConstraintSolver> solver_;
    std::unique_ptr<btSoftBodySolver> softSolver_;  ///< null: Bullet's own
    std::unique_ptr<btDiscreteDynamicsWorld> world_;
    std::unordered_map<const btCollisionShape*, btVector3> unitInertia_;
    std::unordered_map<const btCollisionShape*, const scenes::SceneMesh*> meshes_;  ///< of shapes
    std::unique_ptr<scenes::Scene> scene_;
    std::unique_ptr<ImpulseEngine> impulses_;
};

}  // namespace ricochet::app
