#include "algorithms/mktree/queries.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "algorithms/mktree/close_pairs.h"
#include "algorithms/mktree/feature_contact.h"
#include "algorithms/mktree/screw_path.h"

#include <algorithm>
#include <numbers>
#include <queue>

namespace ricochet::mktree {
namespace {

WorldFace faceOf(const PinnedLeaves& leaves, const WorldNode& triangle) {
    const StandingTriangle named = leaves.triangle(triangle);
    return {named.part, named.number, named.corners};
}

/// Calls visit(triangle) for each triangle whose ancestors' boxes all satisfy `mayHold`, until it returns
/// false.
template <class MayHold, class Visit>
Result<void> walk(PinnedLeaves& leaves, const MkTree& tree, MayHold&& mayHold, Visit&& visit) {
    std::vector<WorldNode> stack;
    if (!tree.directory().nodes.empty()) stack.push_back(WorldNode::ofDirectory(0));
    while (!stack.empty()) {
        const WorldNode node = stack.back();
        stack.pop_back();
        if (!mayHold(leaves.boxOf(node))) continue;
        if (node.isTriangle()) {
            if (!visit(node)) return {};
            continue;
        }
        const auto good = leaves.forEachChild(node, [&](const WorldNode& child) { stack.push_back(child); });
        if (!good) return good;
    }
    return {};
}

/// Visits nodes in the order of a lower bound of the value sought; value(triangle) gives the exact one. Nodes
/// whose bound exceeds the least value so far are skipped.
template <class Bound, class Value>
Result<void> walkInOrder(PinnedLeaves& leaves, const MkTree& tree, Real& minimum, Bound&& bound,
                         Value&& value) {
    struct Entry {
        Real bound;
        std::size_t order;
        WorldNode node;
        bool operator<(const Entry& other) const {
            return std::pair(bound, order) > std::pair(other.bound, other.order);
        }
    };
    std::priority_queue<Entry> queue;
    std::size_t pushed = 0;
    const auto push = [&](const WorldNode& node) {
        const Real b = bound(leaves.boxOf(node));
        if (b <= minimum) queue.push({b, pushed++, node});
    };
    if (!tree.directory().nodes.empty()) push(WorldNode::ofDirectory(0));
    while (!queue.empty() && queue.top().bound <= minimum) {
        const WorldNode node = queue.top().node;
        queue.pop();
        if (node.isTriangle()) {
            value(node);
            continue;
        }
        const auto good = leaves.forEachChild(node, push);
        if (!good) return good;
    }
    return {};
}

/// The parameter at which the segment enters the box, grown by `slackShare` times its diagonal; `kNever` if
/// it misses.
Real entryInto(const Aabb& box, const Vec3& from, const Vec3& segment, Real slackShare) {
    const Real grown = slackShare == 0 ? 0 : slackShare * box.size().norm();
    Real begin = 0, end = 1;
    for (int i = 0; i < 3; ++i) {
        const Real slack = grown + roundingAt(std::abs(from[i]) + std::abs(segment[i]));
        const Real low = box.min[i] - slack - from[i], high = box.max[i] + slack - from[i];
        if (segment[i] == 0) {
            if (low > 0 || high < 0) return kNever;
            continue;
        }
        const auto [in, out] = std::minmax({low / segment[i], high / segment[i]});
        begin = std::max(begin, in);
        end = std::min(end, out);
    }
    return begin <= end ? begin : kNever;
}

/// Möller, Trumbore. Fast, Minimum Storage Ray/Triangle Intersection. 1997.
std::optional<Real> hit(const Triangle& t, const Vec3& from, const Vec3& segment) {
    const Vec3 u = t[1] - t[0], v = t[2] - t[0], p = segment.cross(v), s = from - t[0], q = s.cross(u);
    const Real determinant = u.dot(p);
    if (determinant == 0) return std::nullopt;  // parallel to the face, or a degenerate face
    const Real a = s.dot(p) / determinant, b = segment.dot(q) / determinant, part = v.dot(q) / determinant;
    constexpr Real kEdge = 1e-12;  // of the triangle: so that a ray cannot pass between two faces
    const bool isInside = a >= -kEdge && b >= -kEdge && a + b <= 1 + kEdge;
    return isInside && 0 <= part && part <= 1 ? std::optional(part) : std::nullopt;
}

auto nameOf(const WorldFace& face) { return std::pair(face.part, face.number); }

/// Returns whether to continue with other leaves.
bool forEachFaceIn(const Leaf& leaf, const Aabb& box, const VisitFace& visit) {
    std::vector<Index> stack = {0};
    while (!stack.empty()) {
        const Leaf::TreeNode& node = leaf.tree[stack.back()];
        stack.pop_back();
        if (!overlaps(node.box.box(), box)) continue;
        if (!node.isLeaf()) stack.insert(stack.end(), {node.first + 1, node.first});
        for (Index i = node.first; i < node.first + node.count; ++i) {
            const WorldFace face{leaf.partOf(i), leaf.triangles[i].number, leaf.triangle(i)};
            if (overlaps(boxOf(face.corners), box) && !visit(face)) return false;
        }
    }
    return true;
}

}  // namespace

std::vector<Index> leavesIn(const MkTree& tree, const Aabb& box) {
    const std::vector<Node>& nodes = tree.directory().nodes;
    std::vector<Index> found, stack;
    if (!nodes.empty()) stack.push_back(0);
    while (!stack.empty()) {
        const Node& node = nodes[stack.back()];
        stack.pop_back();
        if (!overlaps(node.box.box(), box)) continue;
        if (node.isLeaf()) {
            found.push_back(node.first);
        } else {
            stack.insert(stack.end(), {node.first + 1, node.first});
        }
    }
    return found;
}

Result<void> forEachFaceIn(const MkTree& tree, const Aabb& box, const VisitFace& visit) {
    for (const Index number : leavesIn(tree, box)) {
        const auto leaf = tree.leaf(number);
        if (!leaf) return tl::unexpected(leaf.error());
        if (!forEachFaceIn(**leaf, box, visit)) return {};
    }
    return {};
}

Result<void> forEachFaceAlong(const MkTree& tree, const Vec3& from, const Vec3& to, Real end, Real slack,
                              const VisitAlong& visit) {
    PinnedLeaves leaves(tree);
    const Vec3 segment = to - from;
    return walkInOrder(
        leaves, tree, end, [&](const Aabb& box) { return entryInto(box, from, segment, slack); },
        [&](const WorldNode& triangle) { end = visit(faceOf(leaves, triangle)); });
}

Result<std::optional<RayHit>> castRay(const MkTree& tree, const Vec3& from, const Vec3& to) {
    const Vec3 segment = to - from;
    std::optional<RayHit> first;
    Real minimum = 1;
    const auto good = forEachFaceAlong(tree, from, to, minimum, 0, [&](const WorldFace& face) {
        const auto part = hit(face.corners, from, segment);
        const bool isBehind = !part || *part > minimum;
        if (isBehind || (first && *part == minimum && nameOf(first->face) < nameOf(face))) return minimum;
        minimum = *part;
        first = RayHit{face, *part, from + *part * segment};
        return minimum;
    });
    if (!good) return tl::unexpected(good.error());
    return first;
}

Result<std::optional<NearestFace>> nearestFace(const MkTree& tree, const Vec3& point, Real upTo) {
    PinnedLeaves leaves(tree);
    std::optional<NearestFace> nearest;
    Real minimum = upTo * upTo;
    const Aabb place{point, point};
    const auto good = walkInOrder(
        leaves, tree, minimum, [&](const Aabb& box) { return squaredDistance(place, box) / kRoundUp; },
        [&](const WorldNode& triangle) {
            const WorldFace face = faceOf(leaves, triangle);
            const Vec3 closest = closestPoint(face.corners, point);
            const Real squared = (closest - point).squaredNorm();
            if (squared > minimum) return;
            if (nearest && squared == minimum && nameOf(nearest->face) < nameOf(face)) return;
            minimum = squared;
            nearest = NearestFace{face, closest, std::sqrt(squared)};
        });
    if (!good) return tl::unexpected(good.error());
    return nearest;
}

Result<std::vector<WorldFacePair>> facePairs(const MkTree& tree, const MovingBody& body, const Pose& pose) {
    PinnedLeaves leaves(tree);
    std::vector<WorldFacePair> pairs;
    const auto good = forEachClosePair(tree, leaves, body, pose, [&](Index face, const WorldNode& triangle) {
        const StandingTriangle b = leaves.triangle(triangle);
        if (intersects(transformTriangle(pose, body.mesh->triangle(face)), b.corners)) {
            pairs.push_back({face, b.part, b.number});
        }
    });
    if (!good) return tl::unexpected(good.error());
    std::ranges::sort(pairs);
    return pairs;
}

Result<void> forEachFaceSwept(const MkTree& tree, const MovingBody& body, const Pose& pose,
                              const ScrewMotion& screw, const VisitFace& visit) {
    constexpr Real kTurnOfBox = std::numbers::pi / 4;  // radians in a slice
    constexpr Real kMostRadii = 1;                     // of the body's sphere in a slice
    const MovingBody::Node& root = body.nodes[0];
    const Vec3 centre = transformPoint(pose, root.centre);
    const Real radius = root.radius * (pose.rotation.norm() / std::sqrt(3.0)) * (1 + 1e-6);
    const ScrewPath path = pathOf(screw, centre);
    const Real length = std::abs(screw.rise) + screw.angle * path.radius();
    const auto slices = static_cast<Index>(
        std::clamp(std::max(screw.angle / kTurnOfBox, length / (kMostRadii * std::max(radius, 1e-9))),
                   Real(1), Real(4096)));
    std::vector<Aabb> boxes;
    Aabb all;
    for (Index i = 0; i < slices; ++i) {
        const Slice slice = Slice::of(screw, Real(i) / slices, Real(i + 1) / slices);
        boxes.push_back(sweptSphereBox(slice.motion, path.at(slice.atBegin), radius));
        include(all, boxes.back());
    }
    PinnedLeaves leaves(tree);
    const auto isPassed = [&](const Aabb& node) {
        if (!overlaps(node, all)) return false;
        return std::ranges::any_of(boxes, [&](const Aabb& box) { return overlaps(node, box); });
    };
    return walk(leaves, tree, isPassed,
                [&](const WorldNode& triangle) { return visit(faceOf(leaves, triangle)); });
}

}  // namespace ricochet::mktree
