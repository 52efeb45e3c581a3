#include "algorithms/contact/penetration/penetration.h"

#include "algorithms/contact/intersection/column_depth.h"
#include "algorithms/contact/penetration/joined_penetrations.h"
#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/scratch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ricochet {
namespace {

/// All points if they are few; otherwise the lowest along the direction and a spread selection.
ScratchVector<Vec3> probePoints(std::span<const Vec3> points, const Vec3& n) {
    if (points.size() <= kTolerances.mostProbes) return {points.begin(), points.end()};
    ScratchVector<Vec3> probes = {
        *std::ranges::min_element(points, {}, [&](const Vec3& p) { return n.dot(p); })};
    for (std::size_t i = 1; i < kTolerances.mostProbes; ++i)
        probes.push_back(points[i * points.size() / kTolerances.mostProbes]);
    return probes;
}

PlacedSurface partOf(const PatchSide& side) {
    const PlacedFeatures& body = side.body();
    PlacedSurface part{{}, !body.mesh().isTwoSided()};
    for (Index face : side.inner->facesAt(side.loopFaces, side.pieces)) {
        part.faces.push_back(transformTriangle(body.pose(), body.mesh().triangle(face)));
    }
    return part;
}

/// Radius of a sphere about the first corner that contains the face, slightly larger.
Real radiusAboutFirst(const Triangle& t) {
    const Real squared = std::max((t[1] - t[0]).squaredNorm(), (t[2] - t[0]).squaredNorm());
    return (1 + kTolerances.distanceRounding) * std::sqrt(squared);
}

}  // namespace

bool Penetration::isThrough() const {
    return isOpposed || loop.area.norm() <= kTolerances.cancel * axis.norm();
}

bool Penetration::hasArea() const {
    return axis.norm() > kTolerances.flushLoop * loop.perimeter * loop.perimeter;
}

ScratchVector<Penetration> penetrationsAt(ScratchVector<IntersectionLoop> loops, InnerVertices& innerA,
                                          InnerVertices& innerB, bool areSolid) {
    ScratchVector<Penetration> penetrations;
    penetrations.reserve(loops.size());
    for (IntersectionLoop& loop : loops) {
        if (!(loop.perimeter > 0)) continue;
        Penetration next{{}, innerA.piecesAt(loop.facesA), innerB.piecesAt(loop.facesB), loop.area};
        next.loop = std::move(loop);
        penetrations.push_back(std::move(next));
    }
    if (penetrations.size() < 2) return penetrations;
    penetrations = joinedByPieces(std::move(penetrations));
    return areSolid ? joinedWhereOpposed(std::move(penetrations)) : penetrations;
}

PatchSide sideAt(const InnerVertices& inner, std::span<const Index> loopFaces, ScratchVector<Index> pieces) {
    ScratchVector<Vec3> points = inner.positions(pieces);
    return {&inner, loopFaces, std::move(pieces), std::move(points)};
}

Real highestAlong(const Vec3& n, const IntersectionLoop& loop, std::span<const Vec3> points) {
    Real highest = -std::numeric_limits<Real>::infinity();
    for (const auto& [begin, end] : loop.segments) highest = std::max({highest, n.dot(begin), n.dot(end)});
    for (const Vec3& point : points) highest = std::max(highest, n.dot(point));
    return highest;
}

Real depthIn(std::span<const Vec3> points, const PatchSide& other) {
    if (points.empty()) return 0;
    const std::size_t count = other.loopFaces.size();
    ScratchVector<Triangle> faces(count);
    ScratchVector<Real> radii(count);
    for (std::size_t i = 0; i < count; ++i) {
        faces[i] = other.body().face(other.loopFaces[i]).corners;
        radii[i] = radiusAboutFirst(faces[i]);
    }
    Real deepest = 0;
    std::size_t last = 0;  // the face that was near the last point is often near the next
    for (const Vec3& point : points) {
        Real squared = std::numeric_limits<Real>::infinity(), distance = squared;  // to the nearest
        const auto include = [&](const Vec3& at) {
            const Real here = (at - point).squaredNorm();
            if (here < squared) squared = here, distance = std::sqrt(here);
        };
        for (std::size_t i = 0; i < count && squared > deepest; ++i) {
            const std::size_t k = last + i < count ? last + i : last + i - count;
            // Most faces are rejected by their spheres.
            const Real maximum = radii[k] + distance;
            if ((faces[k][0] - point).squaredNorm() > maximum * maximum) continue;
            include(closestPoint(faces[k], point));
            if (squared <= deepest) last = k;
        }
        for (std::size_t i = 0; i < other.points.size() && squared > deepest; ++i) include(other.points[i]);
        deepest = std::max(deepest, squared);
    }
    return std::sqrt(deepest);
}

Real nearestDepth(const Vec3& n, const PatchSide& a, const PatchSide& b) {
    return std::max(depthIn(probePoints(a.points, n), b), depthIn(probePoints(b.points, -n), a));
}

Real depthAlong(const Vec3& n, const PatchSide& a, const PatchSide& b, Real maximum) {
    // The depth of B along -n is the same. The lowest point is taken from the body with more vertices inside.
    if (a.points.size() < b.points.size()) return depthAlong(-n, b, a, maximum);
    const auto lowest = std::ranges::min_element(a.points, {}, [&](const Vec3& p) { return n.dot(p); });
    return longestColumn(
        n, lowest == a.points.end() ? std::nullopt : std::optional(*lowest), [&] { return partOf(a); },
        partOf(b), maximum);
}

}  // namespace ricochet
