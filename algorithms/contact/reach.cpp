#include "algorithms/contact/reach.h"

#include "algorithms/contact/feature_depth.h"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr Real kSkin = 1e-3;        // of the smaller body's radius
constexpr Real kShallowSkins = 10;  // skins: deeper than this counts as deep
constexpr Real kSpringRadii = 1;    // of the smaller body: deeper than that most of it is inside
// However fast a body is that slides into a concave corner: in skins, and in ways that gravity makes in a
// step.
constexpr Real kExtensionSkins = 9, kExtensionFalls = 3;
constexpr Real kDeepExtensionSkins = 10, kDeepExtensionFalls = 2;  // however deep it is there
constexpr Real kDeepAside = 2;                                     // metres aside for each metre of depth
// The same for springs: below one side of a valley, the plane of the other one is as deep as the valley's
// turn allows, and a spring should begin where it carries nothing: 14 degrees.
constexpr Real kSpringAside = 4;
constexpr Real kConeSine = 0.017;    // sine of one degree, as edges count as flat below it
constexpr Real kMostTurnSine = 0.3;  // however fast bodies turn

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
    return std::min(kSpringRadii * radius, deepestSince(*last, input) + kSkin * radius);
}

bool isMoving(const BodyMotion& motion) {
    return !motion.linearVelocity.isZero(0) || !motion.angularVelocity.isZero(0);
}

}  // namespace

Reach reachOf(const ReachInput& input, const ContactSettings& settings, Real deepestNow, Real lastDepth) {
    const Real radius = std::min(input.a.radius, input.b.radius);
    const Real h = input.timeStep;
    const BodyMotion &motionA = input.a.motion, &motionB = input.b.motion;
    const Real speed =
        (motionA.linearVelocity - motionB.linearVelocity).norm() + rimSpeed(input.a) + rimSpeed(input.b);
    // Bullet's velocities lack this step's gravity: without its share bodies at rest would lose their
    // contacts.
    const Real fall = h * h * std::max(motionA.gravity.norm(), motionB.gravity.norm());

    Reach reach;
    reach.skin = kSkin * radius;
    reach.restGap = input.restGap;
    reach.speculation = std::clamp(reach.skin + h * speed + fall, reach.skin, input.farthest * radius);
    if (settings.clearance > 0) reach.speculation = std::min(reach.speculation, settings.clearance / 2);
    reach.motion = std::clamp(reach.speculation - reach.skin - fall, Real{0}, h * speed);
    reach.extension = std::min(reach.speculation, kExtensionSkins * reach.skin + kExtensionFalls * fall);
    reach.deepExtension = kDeepExtensionSkins * reach.skin + kDeepExtensionFalls * fall;
    reach.speculation = std::max(reach.speculation, reach.motion + input.minimumReach);
    reach.entryDepth = kShallowSkins * reach.skin;
    reach.shallowDepth = std::max(reach.entryDepth, input.springDepth);
    reach.isCompliant = input.isCompliant;
    reach.asideOfDepth = input.isCompliant ? kSpringAside : kDeepAside;
    if (input.isCompliant)
        reach.deepExtension = std::max(reach.deepExtension, kSpringAside * reach.shallowDepth);
    reach.featureDepth = std::min(reach.shallowDepth, deepestNow + reach.skin);
    const Real turning = (motionA.angularVelocity - motionB.angularVelocity).norm();
    reach.coneTolerance = kConeSine + std::min(kMostTurnSine, h * turning);
    // What lands on an edge turns about it, about as fast at the rim as it came.
    const Real landing = (motionA.linearVelocity - motionB.linearVelocity).norm() / radius;
    reach.landingTolerance = kConeSine + std::min(kMostTurnSine, h * (turning + landing));
    const Real depth = std::min(lastDepth, reach.featureDepth);
    const Real inCorner = std::hypot(depth, reach.extensionAt(-depth));
    const Real way = kAheadShare * reach.motion, inside = std::max(reach.featureDepth + reach.skin, inCorner);
    reach.withinNow = std::max(std::hypot(reach.farthestGap(), reach.extension), inside);
    reach.within = std::max(std::hypot(reach.farthestGap() - way, reach.extension), inside + way);
    const Real time = speed > 0 ? kAheadShare * reach.motion / speed : 0;
    if (isMoving(motionA)) reach.advanceA = advanceBy(time, motionA);
    if (isMoving(motionB)) reach.advanceB = advanceBy(time, motionB);
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
        depthOfSprings(input, last)};
    return reachOf(bodies, settings, deepestNow(input, last), last ? last->deepest : 0);
}

}  // namespace ricochet
