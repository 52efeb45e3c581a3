#pragma once

#include "demos/scenes/scene.h"

#include <optional>
#include <vector>

namespace ricochet::app {

/// Measures how well the moving bodies of a scene stay in place. NaN counts as infinite; up is against
/// gravity.
class MotionProbe {
public:
    /// `settleTime`: seconds after which bodies should be at rest.
    MotionProbe(const scenes::Scene& scene, double settleTime);

    /// Call it after every step; `time` in seconds since the start.
    void watch(double time);

    double drift() const { return drift_; }  ///< metres: farthest from a body's start, sideways
    double tilt() const { return tilt_; }    ///< degrees: greatest between a body's up at start and now
    /// J/kg: greatest kinetic energy after the settle time; none before.
    std::optional<double> lateEnergy() const { return late_; }
    /// Greatest rise of the energy, kinetic and potential, over its minimum so far, as a fraction of the
    /// potential energy at the start relative to the lowest body's underside. None if gravity is not uniform
    /// and constant, or with soft bodies, because the potential is then unknown.
    std::optional<double> energyRise() const {
        return isPulledEvenly_ && !hasSoftBodies_ ? std::optional<double>(rise_) : std::nullopt;
    }
    /// Seconds after which all bodies have been asleep, except those that fell over a lip and continue to
    /// fall.
    std::optional<double> asleepAt() const { return asleepAt_; }

private:
    struct Start {
        const btRigidBody* body;
        btTransform pose;
        btVector3 gravity;  ///< m/s²
        btVector3 up;       ///< unit; zero where nothing pulls
    };

    void noteMotion(const Start& start);
    void noteEnergy(double time);
    void noteSleep(double time);
    double potentialEnergy() const;

    const scenes::Scene& scene_;
    const double settleTime_;
    std::vector<Start> starts_;
    double mass_ = 0;         ///< kg
    double startEnergy_ = 0;  ///< J: potential, over the lowest underside
    double leastEnergy_;      ///< J
    double drift_ = 0, tilt_ = 0, rise_ = 0;
    std::optional<double> late_;
    bool isPulledEvenly_ = true;
    bool hasSoftBodies_ = false;  ///< they never sleep
    std::optional<double> asleepAt_;
};

}  // namespace ricochet::app
