#include "algorithms/contact/reach.h"

#include "algorithms/contact/feature_depth.h"
#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

/// Speed of the fastest point of the body relative to its centre, m/s.
Real rimSpeed(const ReachBody& body) {
    const Real turn = body.motion.angularVelocity.norm();
    return turn > 0 ? turn * (body.radius + (body.middle - body.motion.centre).norm()) : 0;
}

/// Where the body's points are after a time of uniform motion.
Advance advanceBy(Real time, const BodyMotion& motion) {
    Advance advance;
    const Real angle = time * motion.angularVelocity.norm();
    if (angle > 0) {
        advance.turn = Eigen::AngleAxis<Real>(angle, motion.angularVelocity.normalized()).toRotationMatrix();
    }
    advance.shift = motion.centre + time * motion.linearVelocity - advance.turn * motion.centre;
    return advance;
}

/// How deep springs have let the bodies come: by motion, so the contacts of the last step tell the way out.
Real depthOfSprings(const ContactInput& input, const std::optional<FeatureDepth>& last) {
    if (!input.isCompliant || !last || input.timeStep <= 0) return 0;
    const Real radius = std::min(input.surfaceA->radius, input.surfaceB->radius);
    return std::min(kTolerances.springs * radius, deepestSince(*last, input) + kTolerances.skin * radius);
}

bool isMoving(const BodyMotion& motion) {
    return !motion.linearVelocity.isZero(0) || !motion.angularVelocity.isZero(0);
}

/// Of the fastest points of the bodies towards one another, m/s.
Real speedOf(const ReachInput& input) {
    const Vec3 apart = input.a.motion.linearVelocity - input.b.motion.linearVelocity;
    return apart.norm() + rimSpeed(input.a) + rimSpeed(input.b);
}

/// Bullet's velocities lack this step's gravity: without its share bodies at rest would lose their contacts.
Real fallOf(const ReachInput& input) {
    const Real gravity = std::max(input.a.motion.gravity.norm(), input.b.motion.gravity.norm());
    return input.timeStep * input.timeStep * gravity;
}

/// Into how many parts the way is cut, so that each is short against the triangles.
int partsOf(Real way, Real faceSize) {
    const Real longest = kTolerances.longestPart * faceSize;
    if (way <= longest) return 1;
    return static_cast<int>(std::min(Real(kTolerances.mostParts), std::ceil(way / longest)));
}

}  // namespace

Real wayOf(const ReachInput& input) { return input.timeStep * speedOf(input) + fallOf(input); }

Reach reachOf(const ReachInput& input, const ContactSettings& settings, Real deepestNow, Real lastDepth) {
    const Real radius = std::min(input.a.radius, input.b.radius);
    const Real h = input.timeStep;
    const BodyMotion &motionA = input.a.motion, &motionB = input.b.motion;
    const Real speed = speedOf(input), fall = fallOf(input);

    Reach reach;
    reach.skin = kTolerances.skin * radius;
    reach.restGap = input.restGap;
    reach.speculation = std::clamp(reach.skin + h * speed + fall, reach.skin, input.farthest * radius);
    if (settings.clearance > 0) reach.speculation = std::min(reach.speculation, settings.clearance / 2);
    reach.motion = std::clamp(reach.speculation - reach.skin - fall, Real{0}, h * speed);
    reach.extension = std::min(reach.speculation,
                               kTolerances.extensionSkins * reach.skin + kTolerances.extensionFalls * fall);
    reach.deepExtension = kTolerances.deepExtensionSkins * reach.skin + kTolerances.deepExtensionFalls * fall;
    reach.speculation = std::max(reach.speculation, reach.motion + input.minimumReach);
    reach.entryDepth = kTolerances.shallow * reach.skin;
    reach.shallowDepth = std::max(reach.entryDepth, input.springDepth);
    reach.isCompliant = input.isCompliant;
    reach.asideOfDepth = input.isCompliant ? kTolerances.asideOfSpring : kTolerances.asideOfDepth;
    if (input.isCompliant)
        reach.deepExtension = std::max(reach.deepExtension, kTolerances.asideOfSpring * reach.shallowDepth);
    reach.featureDepth = std::min(reach.shallowDepth, deepestNow + reach.skin);
    const Real turning = (motionA.angularVelocity - motionB.angularVelocity).norm();
    reach.coneTolerance = kTolerances.coneSine + std::min(kTolerances.mostTurnSine, h * turning);
    // What lands on an edge turns about it, about as fast at the rim as it came.
    const Real landing = (motionA.linearVelocity - motionB.linearVelocity).norm() / radius;
    reach.landingTolerance =
        kTolerances.coneSine + std::min(kTolerances.mostTurnSine, h * (turning + landing));
    const Real depth = std::min(lastDepth, reach.featureDepth);
    const Real inCorner = std::hypot(depth, reach.extensionAt(-depth));
    const Real inside = std::max(reach.featureDepth + reach.skin, inCorner);
    reach.withinNow = std::max(std::hypot(reach.farthestGap(), reach.extension), inside);

    // The first look finds what is inside now, too; the others what is met in their part of the way.
    const int parts = partsOf(reach.motion, input.faceSize);
    const Real part = reach.motion / parts, rest = reach.farthestGap() - reach.motion;
    const auto lookAt = [&](Real way, Real within) {
        Look look{{}, {}, within};
        const Real time = speed > 0 ? way / speed : 0;
        if (isMoving(motionA)) look.a = advanceBy(time, motionA);
        if (isMoving(motionB)) look.b = advanceBy(time, motionB);
        return look;
    };
    const Real way = kTolerances.ahead * part;
    const Real ahead = reach.farthestGap() - (reach.motion - part) - way;
    reach.first = lookAt(way, std::max(std::hypot(ahead, reach.extension), inside + way));
    for (int i = 1; i < parts; ++i) {
        reach.later.push_back(lookAt((i + Real(0.5)) * part, std::hypot(rest + part / 2, reach.extension)));
    }
    return reach;
}

Reach reachOf(const ContactInput& input, const ContactSettings& settings,
              const std::optional<FeatureDepth>& last) {
    const ReachInput bodies{
        {input.surfaceA->radius, place(input.a.pose, input.surfaceA->centre), input.motionA},
        {input.surfaceB->radius, place(input.b.pose, input.surfaceB->centre), input.motionB},
        input.timeStep,
        input.restGap,
        input.minimumReach,
        input.isCompliant,
        depthOfSprings(input, last),
        kTolerances.speculation,
        std::max(input.surfaceA->faceSize, input.surfaceB->faceSize)};
    return reachOf(bodies, settings, deepestNow(input, last), last ? last->deepest : 0);
}

}  // namespace ricochet
