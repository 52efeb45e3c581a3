#pragma once

#include "demos/scenes/scene.h"
#include "demos/scenes/turn_counter.h"

#include <vector>

namespace ricochet::scenes {

/// Measures how a nut moves down an upright bolt: whether displacement and rotation follow the pitch, and its
/// acceleration compared with that on a frictionless thread.
class ScrewWatch {
public:
    /// The nut moves; the thread is right-handed. `pitch` in metres, `timeStep` in seconds.
    ScrewWatch(const btRigidBody& nut, double pitch, double timeStep);

    /// Call it after every step.
    void update();

    /// Figures since the first contacts: greatest |displacement - pitch * turns| over the pitch, turns
    /// and pitches a second, and the mean angular acceleration over g / (1 + (I/m) (2 pi / p)^2) * 2 pi / p
    /// while the speed is within each of the bands. What has not been seen yet is not a number.
    std::vector<Measure> measures() const;

private:
    /// Mean acceleration between two speeds, rad/s.
    struct Band {
        double from, to;
        double beginTime = 0, beginSpeed = 0, endTime = 0, endSpeed = 0;
        bool isEntered = false;
        void update(double time, double speed);
        double acceleration() const;
    };

    double height() const { return nut_.getCenterOfMassPosition().y(); }
    double theory() const;

    const btRigidBody& nut_;
    const double pitch_, timeStep_;
    TurnCounter turn_;
    double time_ = 0;                                               ///< seconds
    double settledTime_ = 0, settledHeight_ = 0, settledTurn_ = 0;  ///< when the watch began
    double leadError_ = 0;                                          ///< metres
    Band slow_, fast_;
};

}  // namespace ricochet::scenes
