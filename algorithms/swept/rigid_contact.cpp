// Mirtich. Impulse-based Dynamic Simulation of Rigid Body Systems. 1996, conservative advancement by the
// distance and a bound of the speed. Here along the direction of the distance: each corner's height has a
// value, a rate and a curvature bound, and until these heights can coincide the features cannot touch.
// Towards a contact the steps shrink as in Newton's method.
#include "algorithms/swept/rigid_contact.h"

#include "algorithms/geometry/predicates.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet {
namespace {

/// After this many steps the result is the time found so far: early, not late.
constexpr int kMostSteps = 4000;
/// Fraction of the resolution: shorter steps end the search. Near a contact each step is at most half of the
/// one before, so the remaining time is a few such steps.
constexpr Real kLastStep = 0.0625;
/// Part of the largest coordinate: rounding error of poses, paths and their sums.
constexpr Real kPathRounding = 64 * kRounding;

/// How long a height stays positive that is `height` now, changes at `rate`, and whose rate falls by at most
/// `curvature` per unit of time.
Real timeAbove(Real height, Real rate, Real curvature) {
    if (height <= 0) return 0;
    const Real root = std::sqrt(rate * rate + 2 * curvature * height);
    if (rate <= 0) return 2 * height / (root - rate);
    return curvature > 0 ? (rate + root) / curvature : std::numeric_limits<Real>::infinity();
}

/// The corners of both features at one time, in motion.
struct MovingCorners {
    std::array<Vec3, 4> places, velocities;
};

class ConservativeAdvancement {
public:
    ConservativeAdvancement(const RigidPair& pair, const RigidContactSettings& settings)
        : pair_(pair),
          settings_(settings),
          firstOfB_(static_cast<std::size_t>(LinearPair{pair.kind, {}, {}}.firstOfB())) {
        Real radiusA = 0, radiusB = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            Real& radius = i < firstOfB_ ? radiusA : radiusB;
            radius = std::max(radius, pair.corners[i].radius());
        }
        const Real turnA = pair.motionA->angle, turnB = pair.motionB->angle;
        curvature_ = turnA * turnA * radiusA + turnB * turnB * radiusB;
    }

    std::optional<Real> firstIn(const TimeSpan& span) const {
        Real time = span.begin;
        for (int i = 0; i < kMostSteps; ++i) {
            const Real step = freeStep(time);
            if (step <= kLastStep * settings_.resolution) return time;
            time += step;
            if (time > span.end || time > settings_.end) return std::nullopt;
        }
        return time;
    }

private:
    /// Lower bound of the time without contact.
    Real freeStep(Real time) const {
        const MovingCorners corners = cornersAt(time);
        const Vec3 between = shortestDifference(pair_.kind, corners.places);
        const Real distance = between.norm();
        const Real minimum = settings_.gap + rounding(corners.places);
        if (distance <= minimum) return 0;
        const Vec3 axis = between / distance;
        std::array<Real, 4> heights, rates;
        for (std::size_t i = 0; i < 4; ++i) {
            heights[i] = axis.dot(corners.places[i]);
            rates[i] = axis.dot(corners.velocities[i]);
        }
        Real step = std::numeric_limits<Real>::infinity();
        for (std::size_t a = 0; a < firstOfB_; ++a) {
            for (std::size_t b = firstOfB_; b < 4; ++b) {
                const Real height = heights[a] - heights[b] - minimum;
                step = std::min(step, timeAbove(height, rates[a] - rates[b], curvature_));
            }
        }
        return step;
    }

    MovingCorners cornersAt(Real time) const {
        const Moment a = momentOf(*pair_.motionA, time), b = momentOf(*pair_.motionB, time);
        MovingCorners corners;
        for (std::size_t i = 0; i < 4; ++i) {
            const bool isOfA = i < firstOfB_;
            const PointPath& path = pair_.corners[i];
            corners.places[i] = path.at(isOfA ? a : b);
            corners.velocities[i] =
                isOfA ? path.velocity(a, pair_.motionA->angle) : path.velocity(b, pair_.motionB->angle);
        }
        return corners;
    }

    static Real rounding(const std::array<Vec3, 4>& places) {
        Real coordinate = 0;
        for (const Vec3& place : places) coordinate = std::max(coordinate, place.cwiseAbs().maxCoeff());
        return kPathRounding * coordinate;
    }

    const RigidPair& pair_;
    const RigidContactSettings& settings_;
    std::size_t firstOfB_;
    Real curvature_;  ///< metres a unit of time squared: of the distance of any two corners along any axis
};

}  // namespace

std::optional<Real> firstTouch(const RigidPair& pair, const TimeSpan& span,
                               const RigidContactSettings& settings) {
    return ConservativeAdvancement(pair, settings).firstIn(span);
}

}  // namespace ricochet
