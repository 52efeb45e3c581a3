#include "demos/scenes/screw_watch.h"

#include "demos/scenes/angles.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet::scenes {
namespace {

constexpr double kNutSettled = 0.5;         // seconds: then the nut has fallen through its play
constexpr double kTouching = 0.25;          // seconds: then its flanks carry it
constexpr double kSlow = 0.7, kFast = 1.3;  // rad/s
constexpr double kNotSeen = std::numeric_limits<double>::quiet_NaN();

}  // namespace

ScrewWatch::ScrewWatch(const btRigidBody& nut, double pitch, double timeStep)
    : nut_(nut), pitch_(pitch), timeStep_(timeStep), turn_(nut, 1), slow_{0, kSlow}, fast_{kSlow, kFast} {}

void ScrewWatch::update() {
    turn_.update();
    time_ += timeStep_;
    if (time_ > kTouching) {
        const double speed = std::abs(double(nut_.getAngularVelocity().y()));
        slow_.update(time_, speed);
        fast_.update(time_, speed);
    }
    if (time_ <= kNutSettled) {
        settledTime_ = time_;
        settledHeight_ = height();
        settledTurn_ = turn_.turn();
    }
    const double rise = height() - settledHeight_;
    leadError_ = std::max(leadError_, std::abs(rise - pitch_ * (turn_.turn() - settledTurn_) / kTurn));
}

void ScrewWatch::Band::update(double time, double speed) {
    if (speed < from || speed > to) return;
    if (!isEntered) {
        isEntered = true;
        beginTime = time;
        beginSpeed = speed;
    }
    endTime = time;
    endSpeed = speed;
}

double ScrewWatch::Band::acceleration() const {
    return endTime > beginTime ? (endSpeed - beginSpeed) / (endTime - beginTime) : kNotSeen;
}

/// The angular acceleration of a frictionless nut, rad/s².
double ScrewWatch::theory() const {
    const double perMetre = kTurn / pitch_;
    const double inertiaOverMass = nut_.getInvMass() / nut_.getInvInertiaDiagLocal().y();
    return nut_.getGravity().length() / (1 + inertiaOverMass * perMetre * perMetre) * perMetre;
}

std::vector<Measure> ScrewWatch::measures() const {
    const double watched = time_ - settledTime_;
    const double perSecond = watched > 0 ? 1 / watched : kNotSeen;
    return {{"lead_error_in_pitches", watched > 0 ? leadError_ / pitch_ : kNotSeen},
            {"turns_per_second", (settledTurn_ - turn_.turn()) / kTurn * perSecond},
            {"pitches_per_second", (settledHeight_ - height()) / pitch_ * perSecond},
            {"acceleration_over_theory_to_0.7_rad_s", slow_.acceleration() / theory()},
            {"acceleration_over_theory_to_1.3_rad_s", fast_.acceleration() / theory()}};
}

}  // namespace ricochet::scenes
