#include "algorithms/contact/penetration/penetration.h"

#include "algorithms/contact/intersection/column_depth.h"
#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/closest_points.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace ricochet {
namespace {

bool shareAPatch(const Penetration& p, const Penetration& q) {
    return shareOne(p.piecesA, q.piecesA) || shareOne(p.piecesB, q.piecesB);
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
    unite(into.piecesA, from.piecesA);
    unite(into.piecesB, from.piecesB);
}

/// The points, or of many the one that is least along the direction and some that are spread over them.
std::vector<Vec3> probesOf(std::span<const Vec3> points, const Vec3& n) {
    if (points.size() <= kTolerances.mostProbes) return {points.begin(), points.end()};
    std::vector<Vec3> probes = {
        *std::ranges::min_element(points, {}, [&](const Vec3& p) { return n.dot(p); })};
    for (std::size_t i = 1; i < kTolerances.mostProbes; ++i)
        probes.push_back(points[i * points.size() / kTolerances.mostProbes]);
    return probes;
}

SurfacePart partOf(const PatchSide& side) {
    const PlacedFeatures& body = side.body();
    SurfacePart part{{}, !body.mesh().isTwoSided()};
    for (Index face : side.inner->facesAt(side.loopFaces, side.pieces)) {
        part.faces.push_back(place(body.pose(), body.mesh().triangle(face)));
    }
    return part;
}

}  // namespace

bool Penetration::isOppositeTo(const Penetration& other) const {
    return hasArea() && other.hasArea() &&
           loop.area.dot(other.loop.area) < kTolerances.opposed * loop.area.norm() * other.loop.area.norm() &&
           (shareOne(loop.facesA, other.loop.facesA) || shareOne(loop.facesB, other.loop.facesB));
}

bool Penetration::hasArea() const {
    return grossArea > kTolerances.flushLoop * loop.perimeter * loop.perimeter;
}

std::vector<Penetration> penetrationsAt(std::vector<IntersectionLoop> loops, InnerVertices& innerA,
                                        InnerVertices& innerB) {
    std::vector<Penetration> penetrations;
    for (IntersectionLoop& loop : loops) {
        if (!(loop.perimeter > 0)) continue;
        Penetration next{{}, innerA.piecesAt(loop.facesA), innerB.piecesAt(loop.facesB)};
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

PatchSide sideAt(const InnerVertices& inner, std::span<const Index> loopFaces, std::vector<Index> pieces) {
    std::vector<Vec3> points = inner.positionsOf(pieces);
    return {&inner, loopFaces, std::move(pieces), std::move(points)};
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
              const SpeculativeMargin& margin) {
    Aabb region = loop.box;
    for (const Vec3& point : patchA) region.include(point);
    for (const Vec3& point : patchB) region.include(point);
    return grown(region, loop.isClosed() ? margin.linearSlop : margin.shallowDepth);
}

ShallowContacts shallowContactsIn(const Aabb& region, std::span<const Candidate> candidates) {
    ShallowContacts found;
    for (const Candidate& c : candidates) {
        if (!region.contains(c.onA)) continue;
        found.hold = true;
        found.explain = found.explain || c.gap < 0;
    }
    return found;
}

Real depthOf(std::span<const Vec3> points, const PatchSide& other) {
    Real deepest = 0;
    std::size_t last = 0;  // the face that was near the last point is often near the next
    for (const Vec3& point : points) {
        Real nearest = std::numeric_limits<Real>::infinity();
        const std::size_t faces = other.loopFaces.size();
        for (std::size_t i = 0; i < faces && nearest > deepest; ++i) {
            const std::size_t k = (last + i) % faces;
            const Triangle& corners = other.body().face(other.loopFaces[k]).corners;
            nearest = std::min(nearest, (closestPoint(corners, point) - point).squaredNorm());
            if (nearest <= deepest) last = k;
        }
        for (std::size_t i = 0; i < other.points.size() && nearest > deepest; ++i) {
            nearest = std::min(nearest, (other.points[i] - point).squaredNorm());
        }
        deepest = std::max(deepest, nearest);
    }
    return std::sqrt(deepest);
}

Real depthAlong(const Vec3& n, const PatchSide& a, const PatchSide& b, const Extent& extent) {
    // From B the other way is the same. The body with more vertices inside is the one whose lowest is asked.
    if (a.points.size() < b.points.size()) {
        return depthAlong(-n, b, a, {-extent.highestOfB, -extent.lowestOfA});
    }
    const auto lowest = std::ranges::min_element(a.points, {}, [&](const Vec3& p) { return n.dot(p); });
    return longestColumn(
        n, lowest == a.points.end() ? std::nullopt : std::optional(*lowest), [&] { return partOf(a); },
        partOf(b), extent.depth());
}

std::optional<Real> unexplainedDepth(const Vec3& n, const PatchSide& a, const PatchSide& b,
                                     const Extent& extent, const ShallowContacts& shallow,
                                     const SpeculativeMargin& margin) {
    const bool explained = shallow.explain;
    // The cheap answer first: what is thin along the way out is not deep. A flush contact's loop may not be
    // thin along its area vector, and only the distances tell.
    if (explained && extent.depth() <= margin.shallowDepth) return std::nullopt;
    const bool hasPoints = !a.points.empty() || !b.points.empty();
    const Real depth = std::max(depthOf(probesOf(a.points, n), b), depthOf(probesOf(b.points, -n), a));
    if (explained && depth <= margin.shallowDepth) return std::nullopt;
    if (hasPoints && shallow.hold && depth <= kTolerances.inSurface * margin.linearSlop) return std::nullopt;
    return depth > 0 ? depth : margin.shallowDepth;
}

void addDeepContact(const IntersectionLoop& loop, const Vec3& n, const Extent& extent, Real depth,
                    const Aabb& region, const SpeculativeMargin& margin, std::vector<Candidate>& candidates) {
    if (depth > margin.shallowDepth) {
        std::erase_if(candidates, [&](const Candidate& c) {
            return c.gap <= 0 && region.contains(c.onA) && c.normal.dot(n) < kTolerances.tells;
        });
    }
    const Real middle = 0.5 * (extent.lowestOfA + extent.highestOfB);
    const Vec3 between = loop.centre + (middle - n.dot(loop.centre)) * n;
    candidates.push_back(
        {between - depth / 2 * n, between + depth / 2 * n, n, -depth, loop.facesA.front(),
         loop.facesB.front(),
         contactKey(FeaturePair::edgeEdge, kDeepFlag | loop.facesA.front(), loop.facesB.front())});
}

}  // namespace ricochet
