#include "algorithms/mktree/feature_contact.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/predicates.h"
#include "algorithms/swept/rigid_contact.h"

#include <algorithm>
#include <limits>

namespace ricochet::mktree {
namespace {

constexpr Real kUlp = std::numeric_limits<Real>::epsilon();
constexpr Real kPlaceRounding = 8 * kUlp;  // of the largest coordinate: error of placing, shifting, rotating
constexpr Real kParallelEdgesSine = 1e-9;  // below it the plane of two edges is noise
constexpr Real kTimeResolution = 1e-12;    // of the slice, for conservative advancement
constexpr int kMostSteps = 16;

/// A moving and a static feature as functions of time. Coordinates are relative to `origin`, so that they are
/// small.
struct Question {
    RigidPair pair;
    RigidMotion moving, standing;
    Vec3 origin;
    std::array<ScrewPath, 2> paths;  ///< of the moving feature's corners
    std::array<Vec3, 3> corners;     ///< of the static one

    Question(const ScrewPath& vertex, const StandingFace& face, Real angle)
        : pair{FeatureKind::vertexFace, &moving, &standing, {}},
          origin(face.corners[0]),
          paths{relative(vertex), relative(vertex)} {
        moving.angle = angle;
        pair.corners[0] = moved(paths[0]);
        for (std::size_t k = 0; k < 3; ++k)
            pair.corners[1 + k] = stays(corners[k] = face.corners[k] - origin);
    }
    Question(const MovingEdge& edge, const Vec3& from, const Vec3& to, Real angle)
        : pair{FeatureKind::edgeEdge, &moving, &standing, {}},
          origin(from),
          paths{relative(edge.from), relative(edge.to)},
          corners{Vec3::Zero(), to - from, Vec3::Zero()} {
        moving.angle = angle;
        pair.corners = {moved(paths[0]), moved(paths[1]), stays(corners[0]), stays(corners[1])};
    }
    Question(const Question&) = delete;

    ScrewPath relative(ScrewPath path) const {
        path.start -= origin;
        return path;
    }
    static PointPath moved(const ScrewPath& path) {
        return {path.start + path.versine, path.translation, -path.versine, path.sine};
    }
    static PointPath stays(const Vec3& at) { return {at, Vec3::Zero(), Vec3::Zero(), Vec3::Zero()}; }

    Real distanceAt(Real time) const {
        const ScrewMoment moment = momentOf(moving.angle, time);
        const Vec3 first = paths[0].at(moment);
        if (pair.kind == FeatureKind::vertexFace) {
            return (first - closestPoint({corners[0], corners[1], corners[2]}, first)).norm();
        }
        return std::sqrt(closestPoints(first, paths[1].at(moment), corners[0], corners[1]).distanceSquared);
    }

    /// From distances alone: Mirtich's conservative advancement.
    std::optional<Real> timeIn(Real begin, Real end, Real touching) const {
        for (int i = 0; i < kMostSteps; ++i) {
            const auto time = ricochet::firstTouch(pair, {begin, end}, {0, kTimeResolution, end});
            if (!time || distanceAt(*time) <= touching) return time;
            begin = *time;  // it ran out of steps
        }
        return begin;
    }
};

/// The uncertainty of a root of a function whose values have rounding errors of up to `noise`.
template <class Function>
Real timeUncertainty(const Function& f, Real time, Real noise) {
    const Real byRate = noise / std::max(std::abs(f.rate(time)), std::numeric_limits<Real>::min());
    const Real byBend = std::sqrt(2 * noise / std::max(f.bend(), std::numeric_limits<Real>::min()));
    return std::min({byRate, byBend, Real(1)});
}

/// Proof that no value in [0, 1] is within `noise` of zero.
template <class Function>
bool isSurelyAway(const Function& f, Real noise) {
    const Real begin = f(0), end = f(1);
    if ((begin < 0) != (end < 0)) return false;
    return std::min(std::abs(begin), std::abs(end)) > f.bend() / 8 + noise;
}

/// Roots, and times at which the function is so near to zero that rounding may hide a root.
template <class Function>
Times candidateTimes(const Function& f, Real noise) {
    Times splits = f.extremes();
    Times candidates = rootsBetween(f, splits);
    splits.push_back(0);
    splits.push_back(1);
    for (Real time : splits) {
        if (std::abs(f(time)) <= noise) candidates.push_back(time);
    }
    std::ranges::sort(candidates);
    return candidates;
}

/// The first candidate at which the features touch.
template <class Function>
std::optional<Real> firstAmong(const Times& candidates, const Function& f, const Question& question,
                               Real noise, Real touching, Real speed, Real aside, Real end) {
    for (Real time : candidates) {
        if (time > end) return std::nullopt;
        const Real distance = question.distanceAt(time);
        if (distance <= touching) return time;
        const Real uncertainty = timeUncertainty(f, time, noise);
        if (distance > touching + speed * uncertainty + aside) continue;
        const Real margin = 2 * uncertainty + kTimeResolution;
        const auto touch =
            question.timeIn(std::max(Real(0), time - margin), std::min(end, time + margin), touching);
        if (touch) return touch;
    }
    return std::nullopt;
}

Real largestOf(const Vec3& v) { return v.cwiseAbs().maxCoeff(); }
Real greatestSpeed(const ScrewPath& path, Real angle) {
    return path.translation.norm() + angle * path.radius();
}

TurningHeight heightOf(const StandingFace& face, const ScrewPath& path, Real angle) {
    return {face.normal.dot(path.start - face.corners[0]), face.normal.dot(path.translation),
            face.normal.dot(path.sine), face.normal.dot(path.versine), angle};
}

/// The volume between both edges. With x = start + shift t + (R - 1) arm, R u = u + sine k x u + versine
/// (k k' - 1) u and Jacobi's identity, the arm appears only in terms that vanish without rotation.
TurningVolume volumeOf(const MovingEdge& edge, const Vec3& from, const Vec3& to, const ScrewMotion& motion) {
    const Vec3& k = motion.axis;
    const Vec3 w = to - from, e = edge.from.start - from, u = edge.to.start - edge.from.start;
    const Vec3 turned = k.cross(u), across = k.dot(u) * k - u;  // across: of 1 - cos
    const Vec3 arm = edge.from.start - motion.point, translation = edge.from.translation;
    return {w.dot(e.cross(u)),
            w.dot(translation.cross(u)),
            w.dot(e.cross(turned) + edge.from.sine.cross(u)),
            w.dot(translation.cross(turned)),
            w.dot(e.cross(across) - k.dot(u) * arm.cross(k) + k.dot(arm.cross(u)) * k),
            w.dot(translation.cross(across)),
            motion.angle};
}

/// The largest coordinate of the edges, on which the rounding error of positions depends.
Real largestCoordinate(const MovingEdge& edge, const Vec3& from, const Vec3& to) {
    return std::max({largestOf(edge.from.start), largestOf(edge.to.start), largestOf(from), largestOf(to)});
}

}  // namespace

StandingFace::StandingFace(const Triangle& triangle)
    : corners(triangle),
      normal((triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]).stableNormalized()),
      largest(std::max({largestOf(triangle[0]), largestOf(triangle[1]), largestOf(triangle[2])})) {}

Real roundingAt(Real coordinate) { return kPlaceRounding * coordinate; }

bool areBeside(const StandingFace& face, std::span<const ScrewPath> paths, Real angle) {
    if (face.normal.isZero()) return false;
    int side = 0;
    for (const ScrewPath& path : paths) {
        const TurningHeight height = heightOf(face, path, angle);
        const Real noise = roundingAt(face.largest + largestOf(path.start) + greatestSpeed(path, angle));
        if (!isSurelyAway(height, noise)) return false;
        const int here = height.level > 0 ? 1 : -1;
        if (side == -here) return false;
        side = here;
    }
    return true;
}

std::optional<Real> firstTouch(const ScrewPath& vertex, const StandingFace& face, Real angle, Real end) {
    const TurningHeight height = heightOf(face, vertex, angle);
    const Real speed = greatestSpeed(vertex, angle);
    const Real noise = roundingAt(face.largest + largestOf(vertex.start) + speed);
    const bool hasPlane = !face.normal.isZero();
    if (hasPlane && isSurelyAway(height, noise)) return std::nullopt;

    const Question question(vertex, face, angle);
    const Real touching = 2 * noise;
    // A vertex that stays in the face's plane, or a degenerate face: only the distance can decide.
    const bool isCoplanar =
        std::abs(height.level) <= noise && std::abs(height(1)) <= noise && height.bend() / 8 <= noise;
    if (!hasPlane || isCoplanar) {
        return question.distanceAt(0) > speed * end + touching ? std::nullopt
                                                               : question.timeIn(0, end, touching);
    }
    return firstAmong(candidateTimes(height, noise), height, question, noise, touching, speed, 0, end);
}

std::optional<Real> firstTouch(const MovingEdge& edge, const Vec3& from, const Vec3& to,
                               const ScrewMotion& motion, Real end) {
    const TurningVolume volume = volumeOf(edge, from, to, motion);
    const Vec3 u = edge.to.start - edge.from.start, w = to - from;
    const Real lengths = u.norm() * w.norm();
    const Real speed = std::max(greatestSpeed(edge.from, motion.angle), greatestSpeed(edge.to, motion.angle));
    const Real rounding = roundingAt(largestCoordinate(edge, from, to) + speed);
    const Real noise = lengths * rounding;
    if (isSurelyAway(volume, noise)) return std::nullopt;

    const Question question(edge, from, to, motion.angle);
    // The sine of their angle at the beginning, and its greatest decrease.
    const Real sine = u.cross(w).norm() / lengths;
    if (!(sine + motion.angle > kParallelEdgesSine)) return std::nullopt;
    const Real aside = rounding / std::max(sine - motion.angle, kParallelEdgesSine);
    return firstAmong(candidateTimes(volume, noise), volume, question, noise, 2 * rounding, speed,
                      std::min(aside, Real(1e-3) * u.norm()), end);
}

}  // namespace ricochet::mktree
