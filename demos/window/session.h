#pragma once

#include "demos/app/simulation.h"
#include "demos/window/mouse_drag.h"

#include <ricochet/world_state.h>

#include <deque>

namespace ricochet::window {

/// What was measured of a step.
struct Measured {
    float detection = 0, step = 0;  ///< ms
    float energy = 0;               ///< J, of motion
    float deepest = 0;              ///< mm, of all contacts
    float pairs = 0;                ///< with contacts
};

/// A simulation that the user watches and meddles with.
class Session {
public:
    static constexpr double kRemembered = 10;  ///< seconds that one can go back

    Session(std::unique_ptr<app::Simulation> simulation, const app::RunOptions& options);
    ~Session();

    /// Steps as many times as fit into that time, of the wall, unless it is paused; a few at most.
    void play(double seconds);
    void step();
    /// Back to a moment, or forward again up to the last one; it then goes on from there.
    void goTo(std::size_t moment);
    std::size_t moment() const { return moment_; }
    std::size_t moments() const { return moments_.size(); }
    const Measured& measured(std::size_t moment) const { return moments_[moment].measured; }
    double seconds() const { return moments_[moment_].seconds; }

    /// Another body like the first one that moves.
    void throwBody(const btVector3& from, const btVector3& direction);
    int thrown() const { return static_cast<int>(thrown_.size()); }

    /// For all shapes; an error message if the simulation began without Ricochet, or for an unknown name.
    Result<void> useNarrowPhase(const std::string& name);
    Result<void> useBroadPhase(const std::string& name);
    const std::string& narrowPhase() const { return narrowPhase_; }
    const std::string& broadPhase() const { return broadPhase_; }

    app::Simulation& simulation() { return *simulation_; }
    btDiscreteDynamicsWorld& world() { return simulation_->world(); }
    /// The scene's, and those that were thrown.
    std::vector<scenes::SceneBody> bodies() const;
    /// The only body of the scene that moves; null if there are several.
    const btRigidBody* onlyMover() const;
    btScalar typicalSize() const { return typicalSize_; }  ///< metres: radius of the smallest moving body
    /// N s: of the first moving body's weight in a step.
    btScalar typicalImpulse() const;

    MouseDrag drag;
    bool isPaused = false;
    double speed = 1;  ///< of the simulation over the wall's

private:
    struct Moment {
        double seconds = 0;
        WorldState state;
        Measured measured;
    };
    std::string setAlgorithms(const std::string& name);  ///< an error message, or nothing
    Measured measure(double milliseconds);

    std::unique_ptr<app::Simulation> simulation_;
    double hz_, ahead_ = 0;  ///< seconds of the simulation to be stepped
    std::deque<Moment> moments_;
    std::size_t moment_ = 0;
    std::vector<std::unique_ptr<btRigidBody>> thrown_;
    std::shared_ptr<const scenes::SceneMesh> thrownMesh_;
    std::string narrowPhase_, broadPhase_;
    btScalar typicalSize_;
};

}  // namespace ricochet::window
