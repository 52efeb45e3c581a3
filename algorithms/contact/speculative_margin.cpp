#include "algorithms/contact/speculative_margin.h"

#include "algorithms/contact/depth_bound.h"
#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/hypotenuse.h"
#include "algorithms/geometry/scratch.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ricochet {
namespace {

/// Speed of the fastest point of the body relative to its centre, m/s.
Real spinSpeed(const BodyInput& body) {
    const Real spin = body.motion.angularVelocity.norm();
    return spin > 0 ? spin * (body.radius() + (body.middle() - body.motion.centre).norm()) : 0;
}

/// Upper bound of the speed at which points of the bodies approach one another, m/s.
Real approachSpeed(const PairInput& input) {
    const Vec3 apart = input.a.motion.linearVelocity - input.b.motion.linearVelocity;
    return apart.norm() + spinSpeed(input.a) + spinSpeed(input.b);
}

/// Bullet's velocities do not contain this step's gravity: without its share, resting bodies would lose their
/// contacts.
Real longestFall(const PairInput& input) {
    const Real gravity = std::max(input.a.motion.gravity.norm(), input.b.motion.gravity.norm());
    return input.step.timeStep * input.step.timeStep * gravity;
}

/// Depth of bodies that sank in gradually, so that the last step's contacts determine the separation
/// direction: compliant bodies, and solids that a solver has not held.
Real followedDepth(const PairInput& input, const std::optional<DepthBound>& last) {
    if (!last || input.step.timeStep <= 0) return 0;
    const Real radius = input.smallerRadius(), slop = kTolerances.linearSlop * radius;
    if (input.step.isCompliant)
        return std::min(kTolerances.springs * radius, deepestSince(*last, input) + slop);
    if (!input.a.surface->isSolid || !input.b.surface->isSolid) return 0;
    return std::min(kTolerances.sunk * slop, kTolerances.sinks * last->deepestFeature);
}

MarginLimits limitsSince(const PairInput& input, const std::optional<DepthBound>& last) {
    return {.lastDepth = last ? last->deepest : 0,
            .followedDepth = followedDepth(input, last),
            .deepestNow = deepestNow(input, last)};
}

/// Search distance for features inside. In a corner they may also lie beside their faces.
Real distanceInside(const SpeculativeMargin& margin, Real lastDepth) {
    const Real depth = std::min(lastDepth, margin.featureDepth);
    const Real inCorner = hypotenuse(depth, margin.extensionAt(-depth));
    return std::max(margin.featureDepth + margin.linearSlop, inCorner);
}

/// The body's displacement after a time of uniform motion.
Pose displacementAfter(Real time, const BodyMotion& motion) {
    if (motion.linearVelocity.isZero(0) && motion.angularVelocity.isZero(0)) return {};
    Pose displacement;
    const Real angle = time * motion.angularVelocity.norm();
    if (angle > 0) {
        displacement.rotation =
            Eigen::AngleAxis<Real>(angle, motion.angularVelocity.normalized()).toRotationMatrix();
    }
    displacement.translation =
        motion.centre + time * motion.linearVelocity - displacement.rotation * motion.centre;
    return displacement;
}

/// Radii. A solver that moves bodies within the step lets raw contacts act only when they are met: there all
/// that comes round within the step counts.
Real lookAheadLimit(const StepInput& step, Real spin) {
    if (!step.isRaw) return kTolerances.speculation;
    const Real rotation = std::min(step.timeStep * spin, std::numbers::pi_v<Real>);
    return std::max(kTolerances.speculation, 1 - std::cos(rotation));
}

/// Number of parts into which the approach is cut, so that each is short compared with the triangles.
int countParts(Real approach, Real faceSize) {
    const Real longest = kTolerances.longestPart * faceSize;
    if (approach <= longest) return 1;
    return static_cast<int>(std::min(Real(kTolerances.mostParts), std::ceil(approach / longest)));
}

/// The first search also finds features that are inside now; the others find impacts in their part of the
/// step.
ScratchVector<ProximitySearch> searchesAlong(const PairInput& input, const SpeculativeMargin& margin,
                                             Real inside) {
    const Real speed = approachSpeed(input);
    const int parts = margin.parts;
    const Real part = margin.approach / parts, rest = margin.farthestGap() - margin.approach;
    ScratchVector<ProximitySearch> searches;
    const auto searchAfter = [&](Real approach, Real distance) {
        const Real time = speed > 0 ? approach / speed : 0;
        searches.push_back({displacementAfter(time, input.a.motion), displacementAfter(time, input.b.motion),
                            distance, approach});
    };
    const Real ahead = kTolerances.lookAheadFraction * part;
    const Real above = margin.farthestGap() - (margin.approach - part) - ahead;
    searchAfter(ahead, std::max(hypotenuse(above, margin.extension), inside + ahead));
    for (int i = 1; i < parts; ++i) {
        searchAfter((i + Real(0.5)) * part, hypotenuse(rest + part / 2, margin.extension));
    }
    return searches;
}

/// Metres: the larger of the two meshes' face sizes.
Real largerFaceSize(const PairInput& input) {
    return std::max(input.a.surface->faceSize, input.b.surface->faceSize);
}

}  // namespace

Real SpeculativeMargin::entryDepth() const { return kTolerances.shallow * linearSlop; }

Real SpeculativeMargin::leavingDepth() const { return kTolerances.leaving * entryDepth(); }

Vec3 SpeculativeMargin::displacementOfA(const Vec3& point) const {
    const ProximitySearch& first = searches.front();
    return (displaced(point, first.a) - displaced(point, first.b)) *
           (static_cast<Real>(parts) / kTolerances.lookAheadFraction);
}

Real deepestSpring(const PersistentContacts& last, const StepInput& step) {
    Real deepest = 0;
    if (!step.isCompliant) return deepest;
    for (const ContactPoint& point : last.points) deepest = std::max(deepest, -point.distance - step.restGap);
    return deepest;
}

bool wereDeep(const PersistentContacts& last, Real radius) {
    const Real shallow = kTolerances.shallow * kTolerances.linearSlop * radius;
    return std::ranges::any_of(last.points,
                               [&](const ContactPoint& point) { return point.distance < -shallow; });
}

MarginLimits widestLimits(const PairInput& input) {
    return {.lastDepth = std::numeric_limits<Real>::infinity(),
            .followedDepth = input.step.isCompliant ? kTolerances.springs * input.smallerRadius() : 0};
}

Real longestApproach(const PairInput& input) { return motionInStep(input) + longestFall(input); }

Real motionInStep(const PairInput& input) { return input.step.timeStep * approachSpeed(input); }

SpeculativeMargin marginWithoutSearches(const PairInput& input, const ContactSettings& settings,
                                        const MarginLimits& limits) {
    const StepInput& step = input.step;
    const Real radius = input.smallerRadius();
    const Real h = step.timeStep;
    const BodyMotion &motionA = input.a.motion, &motionB = input.b.motion;
    const Real speed = approachSpeed(input), fall = longestFall(input);

    SpeculativeMargin margin;
    const Real slop = margin.linearSlop = kTolerances.linearSlop * radius;
    margin.restGap = step.restGap;
    margin.fallOfA = h * h * (motionA.gravity - motionB.gravity);
    margin.isCompliant = step.isCompliant;
    const Real spin = (motionA.angularVelocity - motionB.angularVelocity).norm();
    const Real limit = limits.farthest.value_or(lookAheadLimit(step, spin));
    margin.distance = std::clamp(slop + h * speed + fall, slop, limit * radius);
    if (settings.clearance > 0) margin.distance = std::min(margin.distance, settings.clearance / 2);
    margin.approach = std::clamp(margin.distance - slop - fall, Real{0}, h * speed);
    margin.extension =
        std::min(margin.distance, kTolerances.extensionSlops * slop + kTolerances.extensionFalls * fall);
    margin.distance = std::max(margin.distance, margin.approach + step.minimumQueryDistance);

    margin.shallowDepth = std::max(margin.entryDepth(), limits.followedDepth);
    margin.featureDepth = std::min(margin.shallowDepth, limits.deepestNow + slop);
    margin.deepExtension = kTolerances.deepExtensionSlops * slop + kTolerances.deepExtensionFalls * fall;
    margin.lateralPerDepth =
        step.isCompliant ? kTolerances.lateralPerSpringDepth : kTolerances.lateralPerDepth;
    if (step.isCompliant) {
        margin.deepExtension =
            std::max(margin.deepExtension, kTolerances.lateralPerSpringDepth * margin.shallowDepth);
    }

    // A body that lands on an edge rotates about it; its opposite edge then moves about as fast as it fell.
    const Real landing = (motionA.linearVelocity - motionB.linearVelocity).norm() / radius;
    const auto opened = [&](Real rotation) {
        return kTolerances.coneSine + std::min(kTolerances.mostRotationSine, rotation);
    };
    margin.coneTolerance = opened(h * spin);
    // Whatever comes round within the step may land. What is farther round is above the speculative distance.
    const Real comesRound = std::min(h * spin, std::acos(1 - lookAheadLimit(step, spin)));
    margin.landingTolerance =
        std::max(opened(h * (spin + landing)), kTolerances.coneSine + std::sin(comesRound));
    margin.queryDistance = std::max(hypotenuse(margin.farthestGap(), margin.extension),
                                    distanceInside(margin, limits.lastDepth));
    return margin;
}

SpeculativeMargin speculativeMargin(const PairInput& input, const ContactSettings& settings,
                                    const std::optional<DepthBound>& last) {
    const MarginLimits limits = limitsSince(input, last);
    SpeculativeMargin margin = marginWithoutSearches(input, settings, limits);
    margin.parts = countParts(margin.approach, largerFaceSize(input));
    margin.searches = searchesAlong(input, margin, distanceInside(margin, limits.lastDepth));
    return margin;
}

std::optional<SpeculativeMargin> coarseMargin(const PairInput& input, const ContactSettings& settings,
                                              const std::optional<DepthBound>& last,
                                              const SpeculativeMargin& full) {
    MarginLimits limits = limitsSince(input, last);
    limits.lastDepth = 0;
    SpeculativeMargin margin = marginWithoutSearches(input, settings, limits);
    const Real faceSize = largerFaceSize(input);
    margin.parts = countParts(margin.approach, faceSize / 2);
    if (margin.parts > 1)
        margin.extension = std::min(margin.extension, kTolerances.coarseExtension * faceSize);
    margin.deepExtension = 0;
    margin.searches = searchesAlong(input, margin, distanceInside(margin, 0));
    if (margin.searches.front().queryDistance >= full.searches.front().queryDistance) return std::nullopt;
    margin.queryDistance =
        std::max(hypotenuse(margin.farthestGap(), margin.extension), distanceInside(margin, 0));
    return margin;
}

}  // namespace ricochet
