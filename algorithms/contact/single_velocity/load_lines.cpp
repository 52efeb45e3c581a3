#include "algorithms/contact/single_velocity/load_lines.h"

#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr Real kStillSpin = 1e-3;  // share of the speed of approach: slower spin need not be stopped

/// Points with one normal.
using Group = std::vector<std::size_t>;

std::vector<Group> loadedGroups(std::span<const SolvedPoint> points, std::span<const Real> loads) {
    std::vector<Group> groups;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (loads[i] <= 0) continue;
        const auto sameNormal = [&](const Group& group) {
            return points[group.front()].normal.dot(points[i].normal) > kTolerances.samePatch;
        };
        const auto group = std::ranges::find_if(groups, sameNormal);
        group == groups.end() ? groups.push_back({i}) : group->push_back(i);
    }
    return groups;
}

SolvedBody pushed(const SolvedBody& body, const Vec3& velocity) {
    SolvedBody moved = body;
    moved.motion.linearVelocity = velocity;
    moved.motion.angularVelocity.setZero();
    moved.motion.gravity.setZero();
    return moved;
}

/// Loads of a push at 1 m/s along the first point's normal.
std::vector<Real> loadsOfPush(const SolvedBody& a, const SolvedBody& b, Real timeStep,
                              std::span<const SolvedPoint> points) {
    std::vector<SolvedPoint> touching(points.begin(), points.end());
    for (SolvedPoint& point : touching) point.distance = point.restitution = 0;
    return impactLoads(pushed(a, -points.front().normal), pushed(b, Vec3::Zero()), timeStep, touching);
}

Real approachAt(const SolvedBody& a, const SolvedBody& b, const SolvedPoint& point) {
    return -point.normal.dot(velocityAt(a.motion, point.onA) - velocityAt(b.motion, point.onB));
}

/// Whether friction at the points would slow the spin about their normal.
bool isRubbed(const SolvedBody& a, const SolvedBody& b, std::span<const SolvedPoint> points,
              const Group& group, const Vec3& centre) {
    const Vec3& normal = points[group.front()].normal;
    const Real spin = std::abs(normal.dot(a.motion.angularVelocity - b.motion.angularVelocity));
    Real radius = 0, friction = 0, approach = kTolerances.slowestBounce;
    for (const std::size_t i : group) {
        radius = std::max(radius, (points[i].onB - centre).norm());
        friction = std::max(friction, points[i].friction);
        approach = std::max(approach, approachAt(a, b, points[i]));
    }
    return friction > 0 && spin * radius > kStillSpin * approach;
}

}  // namespace

std::vector<Vec3> offsetsToLoadLines(const SolvedBody& a, const SolvedBody& b, Real timeStep,
                                     std::span<const SolvedPoint> points, bool arePushed) {
    std::vector<Vec3> offsets(points.size(), Vec3::Zero());
    if (points.size() < 2) return offsets;
    const std::vector<Real> loads =
        arePushed ? loadsOfPush(a, b, timeStep, points) : impactLoads(a, b, timeStep, points);
    for (const Group& group : loadedGroups(points, loads)) {
        const SolvedPoint& first = points[group.front()];
        // The speed after the impact on one line is a share of that before it only if this holds at each
        // point.
        const bool bouncesInPart = !arePushed && std::ranges::any_of(group, [&](std::size_t i) {
            return points[i].restitution != first.restitution ||
                   approachAt(a, b, points[i]) <= kTolerances.slowestBounce;
        });
        Vec3 sum = Vec3::Zero();
        Real total = 0;
        for (const std::size_t i : group) {
            sum += loads[i] * points[i].onB;
            total += loads[i];
        }
        const Vec3 centre = sum / total;
        if (bouncesInPart || isRubbed(a, b, points, group, centre)) continue;
        for (const std::size_t i : group) {
            const Vec3 to = centre - points[i].onB;
            offsets[i] = to - first.normal * first.normal.dot(to);
        }
    }
    return offsets;
}

}  // namespace ricochet
