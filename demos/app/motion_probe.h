#pragma once

#include "demos/scenes/scene.h"

#include <optional>
#include <vector>

namespace ricochet::app {

/// Watches how well the bodies of a scene stay where they are. What is no number counts as infinite. Of the
/// bodies that move; up is against gravity.
class MotionProbe {
public:
    /// `settleTime`: seconds after which bodies ought to be at rest.
    MotionProbe(const scenes::Scene& scene, double settleTime);

    /// To be called after every step; `time` in seconds since the start.
    void watch(double time);

    double drift() const { return drift_; }  ///< metres: farthest from a body's start, sideways
    double tilt() const { return tilt_; }    ///< degrees: greatest between a body's up at start and now
    /// J/kg: greatest kinetic energy after the settle time; none before.
    std::optional<double> lateEnergy() const { return late_; }
    /// Greatest rise of the energy, kinetic and potential, over its least so far, as a share of the
    /// potential energy at the start over the lowest body's underside. None where gravity is not the same
    /// everywhere and always: such a field's potential is the scene's secret.
    std::optional<double> energyRise() const {
        return isPulledEvenly_ ? std::optional<double>(rise_) : std::nullopt;
    }
    /// Seconds from which on all bodies have been asleep, but for those that went over a lip: they fall on.
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
    std::optional<double> asleepAt_;
};

}  // namespace ricochet::app
