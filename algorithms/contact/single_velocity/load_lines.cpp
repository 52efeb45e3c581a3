#include "algorithms/contact/single_velocity/load_lines.h"

#include "algorithms/contact/single_velocity/tolerances.h"
#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr Real kStillSpin = 1e-3;  // share of the speed of approach: slower spin need not be stopped

/// Points with one normal.
using Group = std::vector<std::size_t>;

std::vector<Group> loadedGroups(std::span<const StruckPoint> points, std::span<const Real> loads) {
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

StruckBody pushed(const StruckBody& body, const Vec3& velocity) {
    StruckBody moved = body;
    moved.motion.linearVelocity = velocity;
    moved.motion.angularVelocity.setZero();
    moved.motion.gravity.setZero();
    return moved;
}

/// Loads of a push at 1 m/s along the first point's normal.
std::vector<Real> loadsOfPush(const StruckBody& a, const StruckBody& b, Real timeStep,
                              std::span<const StruckPoint> points) {
    std::vector<StruckPoint> touching(points.begin(), points.end());
    for (StruckPoint& point : touching) point.distance = point.restitution = 0;
    return impactLoads(pushed(a, -points.front().normal), pushed(b, Vec3::Zero()), timeStep, touching);
}

class Lines {
public:
    Lines(const StruckBody& a, const StruckBody& b, std::span<const StruckPoint> points,
          std::span<const Real> loads, Load load)
        : a_(a), b_(b), points_(points), loads_(loads), load_(load) {}

    void gather(const Group& group, std::vector<Vec3>& offsets) const {
        const Vec3 centre = centreOf(group), &normal = points_[group.front()].normal;
        if (bouncesInPart(group) || isRubbed(group, centre)) return;
        for (const std::size_t i : group) {
            const Vec3 to = centre - points_[i].onB;
            offsets[i] = to - normal * normal.dot(to);
        }
    }

private:
    Vec3 centreOf(const Group& group) const {
        Vec3 sum = Vec3::Zero();
        Real total = 0;
        for (const std::size_t i : group) {
            sum += loads_[i] * points_[i].onB;
            total += loads_[i];
        }
        return sum / total;
    }

    Real approachAt(const StruckPoint& point) const {
        return -point.normal.dot(velocityAt(a_.motion, point.onA) - velocityAt(b_.motion, point.onB));
    }

    /// The speed after the impact on one line is a share of that before it only if this holds at each point.
    bool bouncesInPart(const Group& group) const {
        return load_ == Load::approach && std::ranges::any_of(group, [&](std::size_t i) {
                   return points_[i].restitution != points_[group.front()].restitution ||
                          approachAt(points_[i]) <= kSingleVelocity.slowestBounce;
               });
    }

    /// Whether friction at the points would slow the spin about their normal.
    bool isRubbed(const Group& group, const Vec3& centre) const {
        const Vec3& normal = points_[group.front()].normal;
        const Real spin = std::abs(normal.dot(a_.motion.angularVelocity - b_.motion.angularVelocity));
        Real radius = 0, friction = 0, approach = kSingleVelocity.slowestBounce;
        for (const std::size_t i : group) {
            const StruckPoint& point = points_[i];
            radius = std::max(radius, (point.onB - centre).norm());
            friction = std::max(friction, point.friction);
            approach = std::max(approach, approachAt(point));
        }
        return friction > 0 && spin * radius > kStillSpin * approach;
    }

    const StruckBody &a_, &b_;
    std::span<const StruckPoint> points_;
    std::span<const Real> loads_;
    const Load load_;
};

}  // namespace

std::vector<Vec3> offsetsToLoadLines(const StruckBody& a, const StruckBody& b, Real timeStep,
                                     std::span<const StruckPoint> points, Load load) {
    std::vector<Vec3> offsets(points.size(), Vec3::Zero());
    if (points.size() < 2) return offsets;
    const std::vector<Real> loads =
        load == Load::push ? loadsOfPush(a, b, timeStep, points) : impactLoads(a, b, timeStep, points);
    const Lines lines(a, b, points, loads, load);
    for (const Group& group : loadedGroups(points, loads)) lines.gather(group, offsets);
    return offsets;
}

}  // namespace ricochet
