#include "algorithms/contact/penetration.h"

#include "algorithms/geometry/closest_points.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace ricochet {
namespace {

constexpr std::size_t kMostProbes = 64;      // patch vertices whose depth is measured
constexpr Real kNoArea = 1e-6;               // of the squared perimeter: what is flush has a loop without one
constexpr Real kOpposite = -0.9;             // cosine: two loops through which one rod goes
constexpr Real kAgrees = 0.3;                // cosine: a shallow contact that points along the loop's normal
constexpr Index kDeepFlag = Index{1} << 30;  // in a key: no edge has this number

bool shareAPatch(const Penetration& p, const Penetration& q) {
    return shareOne(p.patchA, q.patchA) || shareOne(p.patchB, q.patchB);
}

void unite(std::vector<Index>& into, const std::vector<Index>& from) {
    std::vector<Index> both;
    std::ranges::set_union(into, from, std::back_inserter(both));
    into = std::move(both);
}

void join(const Penetration& from, Penetration& into) {
    const IntersectionLoop& other = from.loop;
    IntersectionLoop& loop = into.loop;
    const Real perimeter = loop.perimeter + other.perimeter;
    loop.centre = (loop.perimeter * loop.centre + other.perimeter * other.centre) / perimeter;
    loop.perimeter = perimeter;
    loop.area += other.area;
    loop.ends.insert(loop.ends.end(), other.ends.begin(), other.ends.end());
    loop.box.include(other.box.min);
    loop.box.include(other.box.max);
    loop.segments.insert(loop.segments.end(), other.segments.begin(), other.segments.end());
    unite(loop.facesA, other.facesA);
    unite(loop.facesB, other.facesB);
    into.grossArea += from.grossArea;
    unite(into.patchA, from.patchA);
    unite(into.patchB, from.patchB);
}

}  // namespace

bool Penetration::isOppositeTo(const Penetration& other) const {
    return hasArea() && other.hasArea() &&
           loop.area.dot(other.loop.area) < kOpposite * loop.area.norm() * other.loop.area.norm() &&
           (shareOne(loop.facesA, other.loop.facesA) || shareOne(loop.facesB, other.loop.facesB));
}

bool Penetration::hasArea() const { return grossArea > kNoArea * loop.perimeter * loop.perimeter; }

std::vector<Penetration> penetrationsAt(std::vector<IntersectionLoop> loops, const InnerVertices& innerA,
                                        const InnerVertices& innerB) {
    std::vector<Penetration> penetrations;
    for (IntersectionLoop& loop : loops) {
        if (!(loop.perimeter > 0)) continue;
        Penetration next{{}, innerA.patchAt(loop.facesA), innerB.patchAt(loop.facesB)};
        next.loop = std::move(loop);
        next.grossArea = next.loop.area.norm();
        std::erase_if(penetrations, [&](const Penetration& earlier) {
            if (!shareAPatch(earlier, next)) return false;
            join(earlier, next);
            return true;
        });
        penetrations.push_back(std::move(next));
    }
    return penetrations;
}

bool shareOne(const std::vector<Index>& a, const std::vector<Index>& b) {
    return std::ranges::any_of(a, [&](Index i) { return std::ranges::binary_search(b, i); });
}

Extent extentAlong(const Vec3& n, const IntersectionLoop& loop, std::span<const Vec3> patchA,
                   std::span<const Vec3> patchB) {
    Extent extent;
    const auto include = [&](const Vec3& point, bool isOfA, bool isOfB) {
        if (isOfA) extent.lowestOfA = std::min(extent.lowestOfA, n.dot(point));
        if (isOfB) extent.highestOfB = std::max(extent.highestOfB, n.dot(point));
    };
    for (const auto& [begin, end] : loop.segments) {
        include(begin, true, true);
        include(end, true, true);
    }
    for (const Vec3& point : patchA) include(point, true, false);
    for (const Vec3& point : patchB) include(point, false, true);
    return extent;
}

Aabb regionOf(const IntersectionLoop& loop, std::span<const Vec3> patchA, std::span<const Vec3> patchB,
              const Reach& reach) {
    Aabb region = loop.box;
    for (const Vec3& point : patchA) region.include(point);
    for (const Vec3& point : patchB) region.include(point);
    return grown(region, loop.isClosed() ? reach.skin : reach.shallowDepth);
}

bool isExplained(const Aabb& region, std::span<const Candidate> candidates) {
    return std::ranges::any_of(candidates,
                               [&](const Candidate& c) { return c.gap < 0 && region.contains(c.onA); });
}

Real depthOf(std::span<const Vec3> points, const PlacedFeatures& other, std::span<const Index> otherFaces,
             std::span<const Vec3> otherPatch) {
    points = points.first(std::min(points.size(), kMostProbes));
    std::vector<Real> nearest(points.size(), std::numeric_limits<Real>::infinity());
    for (Index face : otherFaces) {
        const Triangle& corners = other.face(face).corners;
        for (std::size_t i = 0; i < points.size(); ++i) {
            nearest[i] = std::min(nearest[i], (closestPoint(corners, points[i]) - points[i]).squaredNorm());
        }
    }
    for (const Vec3& vertex : otherPatch) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            nearest[i] = std::min(nearest[i], (vertex - points[i]).squaredNorm());
        }
    }
    return nearest.empty() ? 0 : std::sqrt(*std::ranges::max_element(nearest));
}

std::optional<Real> unexplainedDepth(const PlacedFeatures& a, const PlacedFeatures& b,
                                     const IntersectionLoop& loop, std::span<const Vec3> patchA,
                                     std::span<const Vec3> patchB, const Extent& extent, bool explained,
                                     const Reach& reach) {
    // The cheap answer first: what is thin along the way out is not deep. A flush contact's loop may not be
    // thin along its area vector, and only the distances tell.
    if (explained && extent.depth() <= reach.shallowDepth) return std::nullopt;
    const Real depth =
        std::max(depthOf(patchA, b, loop.facesB, patchB), depthOf(patchB, a, loop.facesA, patchA));
    if (explained && depth <= reach.shallowDepth) return std::nullopt;
    const bool hasPatch = !patchA.empty() || !patchB.empty();
    if (hasPatch && depth <= kNothingDeep * reach.skin) return std::nullopt;
    return depth > 0 ? depth : reach.shallowDepth;
}

void addDeepContact(const IntersectionLoop& loop, const Vec3& n, const Extent& extent, Real depth,
                    const Aabb& region, const Reach& reach, std::vector<Candidate>& candidates) {
    if (depth > reach.shallowDepth) {
        std::erase_if(candidates, [&](const Candidate& c) {
            return c.gap <= 0 && region.contains(c.onA) && c.normal.dot(n) < kAgrees;
        });
    }
    const Real centre = n.dot(loop.centre);
    candidates.push_back(
        {loop.centre + (extent.lowestOfA - centre) * n, loop.centre + (extent.highestOfB - centre) * n, n,
         -depth, loop.facesA.front(), loop.facesB.front(),
         contactKey(FeaturePair::edgeEdge, kDeepFlag | loop.facesA.front(), loop.facesB.front())});
}

}  // namespace ricochet
