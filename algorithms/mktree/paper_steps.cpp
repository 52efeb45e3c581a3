#include "algorithms/mktree/paper_steps.h"

#include "algorithms/mktree/split_tree.h"

#include <algorithm>
#include <iterator>
#include <numbers>

namespace ricochet::mktree {
namespace {

/// Relative to a box or a distance: points that are outside by less count as inside.
constexpr Real kRounding = 1e-14;

/// The intervals between neighbouring times in which `isInside` holds, tested at their middle and ends;
/// adjoining ones are joined.
template <class IsInside>
std::vector<TimeInterval> intervalsInside(Times times, const TimeInterval& interval, IsInside&& isInside) {
    times.push_back(interval.begin);
    times.push_back(interval.end);
    std::ranges::sort(times);
    std::vector<TimeInterval> inside;
    for (std::size_t i = 0; i + 1 < times.size(); ++i) {
        const Real begin = std::max(times[i], interval.begin), end = std::min(times[i + 1], interval.end);
        if (begin > end || !(isInside(0.5 * (begin + end)) || isInside(begin) || isInside(end))) continue;
        const bool isWhole = isInside(0.5 * (begin + end));
        const TimeInterval here = isWhole           ? TimeInterval{begin, end}
                                  : isInside(begin) ? TimeInterval{begin, begin}
                                                    : TimeInterval{end, end};
        if (!inside.empty() && inside.back().end >= here.begin) {
            inside.back().end = std::max(inside.back().end, here.end);
        } else {
            inside.push_back(here);
        }
    }
    return inside;
}

/// In order of time; those that overlap or adjoin become one.
std::vector<TimeInterval> merged(std::vector<TimeInterval> intervals) {
    std::ranges::sort(intervals, {}, &TimeInterval::begin);
    std::vector<TimeInterval> list;
    for (const TimeInterval& interval : intervals) {
        if (list.empty() || list.back().end < interval.begin) {
            list.push_back(interval);
        } else {
            list.back().end = std::max(list.back().end, interval.end);
        }
    }
    return list;
}

class SphereTree {
public:
    SphereTree(const MkTree& tree, const MovingSphere& sphere, bool usesSplitTrees,
               SphereTreeCounters& counters)
        : directory_(tree.directory()),
          sphere_(sphere),
          usesSplitTrees_(usesSplitTrees),
          counters_(counters) {}

    std::vector<CandidateLeaf> candidates() && {
        if (!directory_.nodes.empty()) visit(0, {0, 1});
        std::ranges::sort(leaves_, {}, &CandidateLeaf::leaf);
        return std::move(leaves_);
    }

private:
    std::optional<TimeInterval> intervalIn(const FloatBox& box, const TimeInterval& interval) {
        ++counters_.boxTests;
        return sphereBox(sphere_, box.box(), interval);
    }

    void visit(std::uint32_t number, const TimeInterval& interval) {
        const Node& node = directory_.nodes[number];
        const auto own = intervalIn(node.box, interval);
        if (!own) return;
        if (node.isLeaf()) {
            leaves_.push_back({node.first, *own});
            return;
        }
        const auto left = intervalIn(directory_.nodes[node.first].box, *own),
                   right = intervalIn(directory_.nodes[node.first + 1].box, *own);
        Sides sides{left.has_value(), right.has_value()};
        if (sides.both() && usesSplitTrees_ && node.hasSplitTree()) {
            const Sides separated = splitSides(node, *left, *right);
            counters_.dropped += !separated.left + !separated.right;
            sides = separated;
        }
        if (sides.left) visit(node.first, *left);
        if (sides.right) visit(node.first + 1, *right);
    }

    /// SphereSplitTree: left, right or both.
    Sides splitSides(const Node& node, const TimeInterval& left, const TimeInterval& right) {
        const Aabb boxes[2] = {directory_.nodes[node.first].box.box(),
                               directory_.nodes[node.first + 1].box.box()};
        const Aabb overlap = intersection(boxes[0], boxes[1]);
        bool stays[2] = {true, true};
        for (int side = 0; side < 2; ++side) {
            const Aabb common = intersection(sweptBox(side == 0 ? left : right), boxes[side]);
            if (common.isEmpty()) {
                stays[side] = false;
                continue;
            }
            if (!(overlap.contains(common.min) && overlap.contains(common.max))) continue;
            const Sides there = sidesOf(directory_.splitNodes, node.split, common);
            stays[side] = side == 0 ? there.left : there.right;
        }
        return {stays[0], stays[1]};
    }

    Aabb sweptBox(const TimeInterval& interval) const {
        // The box of a screw motion is computed for at most half a turn.
        const Real angle = sphere_.screw.angle * (interval.end - interval.begin);
        const auto pieces = static_cast<int>(std::max(Real(1), std::ceil(angle / std::numbers::pi)));
        const ScrewPath path = pathOf(sphere_.screw, sphere_.centre);
        const Real length = (interval.end - interval.begin) / pieces;
        Aabb box;
        for (int i = 0; i < pieces; ++i) {
            const Real begin = interval.begin + i * length;
            const Slice slice = Slice::of(sphere_.screw, begin, begin + length);
            include(box, sweptSphereBox(slice.motion, path.at(slice.atBegin), sphere_.radius));
        }
        return box;
    }

    const Directory& directory_;
    const MovingSphere& sphere_;
    bool usesSplitTrees_;
    SphereTreeCounters& counters_;
    std::vector<CandidateLeaf> leaves_;
};

}  // namespace

std::optional<TimeInterval> sphereBox(const MovingSphere& sphere, const Aabb& box,
                                      const TimeInterval& interval) {
    const ScrewPath path = pathOf(sphere.screw, sphere.centre);
    const Real slack = kRounding * (box.min.cwiseAbs().cwiseMax(box.max.cwiseAbs()).maxCoeff() +
                                    sphere.centre.cwiseAbs().maxCoeff() + sphere.radius);
    const Aabb extended = grown(box, sphere.radius + slack);
    Times times;
    for (int i = 0; i < 3; ++i) {
        for (Real bound : {extended.min[i], extended.max[i]}) {
            const TurningHeight height{path.start[i] - bound, path.translation[i], path.sine[i],
                                       path.versine[i], sphere.screw.angle};
            for (Real time : height.roots()) times.push_back(time);
            // At an extreme it may graze a plane without a root.
            for (Real time : height.extremes()) times.push_back(time);
        }
    }
    const auto inside = intervalsInside(std::move(times), interval, [&](Real time) {
        return extended.contains(path.at(momentOf(sphere.screw.angle, time)));
    });
    if (inside.empty()) return std::nullopt;
    return TimeInterval{inside.front().begin, inside.back().end};
}

std::vector<TimeInterval> sphereSphere(const MovingSphere& sphere, const Vec3& centre, Real radius,
                                       const TimeInterval& interval) {
    const ScrewPath path = pathOf(sphere.screw, sphere.centre);
    const Real sumOfRadii = (sphere.radius + radius) * (1 + kRounding);
    // Along the axis the motion is uniform; across it the path is a circle.
    const Vec3 between = path.start - centre;
    const Real slope = 2 * between.dot(path.translation), square = path.translation.squaredNorm();
    const Real circle = path.versine.squaredNorm();
    const TurningDistance distance{between.squaredNorm() - sumOfRadii * sumOfRadii,
                                   slope,
                                   square,
                                   2 * between.dot(path.sine),
                                   2 * between.dot(path.versine) + 2 * circle,
                                   sphere.screw.angle};
    return intervalsInside(distance.roots(), interval, [&](Real time) {
        return (path.at(momentOf(sphere.screw.angle, time)) - centre).squaredNorm() <=
               sumOfRadii * sumOfRadii;
    });
}

std::vector<CandidateLeaf> sphereTree(const MkTree& tree, const MovingSphere& sphere, bool usesSplitTrees,
                                      SphereTreeCounters* counters) {
    SphereTreeCounters mine;
    return SphereTree(tree, sphere, usesSplitTrees, counters ? *counters : mine).candidates();
}

std::vector<TimeInterval> sphereLeaf(const Leaf& leaf, const MovingSphere& sphere,
                                     const TimeInterval& interval) {
    std::vector<TimeInterval> list;
    for (const Sphere& s : leaf.spheres) {
        const Vec3 centre(s.centre[0], s.centre[1], s.centre[2]);
        std::ranges::copy(sphereSphere(sphere, centre, s.radius, interval), std::back_inserter(list));
    }
    return merged(std::move(list));
}

}  // namespace ricochet::mktree
