// Two convex edges touch if the direction n between them lies on both edges' Gauss arcs. The usual test of
// crossing arcs (Gregorius, GDC 2013) is degenerate in every flush contact. The equivalent test by in-face
// tangents t is not, and is cheaper: -n·t <= tolerance for both faces of A's edge and n·t <= tolerance for
// both of B's. At a nearly flat edge the tolerance admits both n and its reverse; the mean of the tangents,
// which points into the solid, tells them apart.

#include "algorithms/contact/features/edge_edge.h"

#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/surface_directions.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace ricochet {
namespace {

/// How far a parameter lies outside [0, length]; negative inside.
Real overrun(Real parameter, Real length) { return parameter < 0 ? -parameter : parameter - length; }

/// Walks around `vertex` from `edge` across `face` to the boundary of its flat region, where the region's
/// plane continues: inside the solid past a concave boundary edge, outside past a convex one. Returns how
/// that edge bends; flat if the plane continues along the surface: there `edge` does, if the region spans a
/// straight angle or more.
Dihedral continuation(const PlacedFeatures& body, Index edge, Index face, Index vertex) {
    const MeshTopology& topology = body.topology();
    const auto endsHere = [&](Index e) {
        return e != edge && e != kNone &&
               (topology.edge(e).vertex0 == vertex || topology.edge(e).vertex1 == vertex);
    };
    const auto outOfVertex = [&](Index e) {
        const MeshTopology::Edge each = topology.edge(e);
        return directionBetween(body.mesh(), vertex, each.vertex0 == vertex ? each.vertex1 : each.vertex0);
    };
    Real spanned = 0;
    while (face != kNone) {
        const auto edges = topology.edgesOf(face);
        const auto next = std::ranges::find_if(edges, endsHere);
        if (next == edges.end()) return Dihedral::flat;  // a face without area has no edges
        spanned += std::acos(std::clamp(outOfVertex(edge).dot(outOfVertex(*next)), -1.0, 1.0));
        if (spanned > std::numbers::pi - kTolerances.riseSine) return Dihedral::flat;
        edge = *next;
        const MeshTopology::Edge crossed = topology.edge(edge);
        if (crossed.dihedral != Dihedral::flat) return crossed.dihedral;
        if (crossed.isSplit) return Dihedral::flat;  // the other side has no corner here
        face = crossed.face0 == face ? crossed.face1 : crossed.face0;
    }
    return Dihedral::flat;
}

/// Whether one of the edge's faces ends in a concave edge there, like a hole's wall in its corners, and
/// neither ends in a convex edge, like the faces along a bolt's crest.
bool aFaceContinuesInside(const PlacedFeatures& body, Index edge, Index vertex) {
    const MeshTopology::Edge e = body.topology().edge(edge);
    const Dihedral past0 = continuation(body, edge, e.face0, vertex);
    if (past0 == Dihedral::convex) return false;
    const Dihedral past1 = continuation(body, edge, e.face1, vertex);
    return past1 != Dihedral::convex && (past0 == Dihedral::concave || past1 == Dihedral::concave);
}

/// Whether the edge's line continues inside the solid past the end that the parameter overruns: the surface
/// rises there, or a face's plane continues inside.
bool continuesInside(const PlacedFeatures& body, Index edge, Real parameter, const Vec3& outward) {
    const MeshTopology::Edge e = body.topology().edge(edge);
    const bool atBegin = parameter < 0;
    const Index begin = atBegin ? e.vertex1 : e.vertex0, end = atBegin ? e.vertex0 : e.vertex1;
    const Vec3 ahead = directionBetween(body.mesh(), begin, end);
    const Vec3 up = body.toLocal(outward);
    const std::vector<Vec3>& vertices = body.mesh().vertices();
    const bool rises = std::ranges::any_of(body.topology().ringOf(end), [&](Index neighbour) {
        const Vec3 toNeighbour = vertices[neighbour] - vertices[end];
        // A cheap first test: most neighbours lie backwards or downwards.
        if (!(toNeighbour.dot(ahead) > 0 && up.dot(toNeighbour) > 0)) return false;
        const Vec3 direction = toNeighbour / toNeighbour.norm();
        return direction.dot(ahead) > kTolerances.continuationCosine &&
               up.dot(direction) > kTolerances.riseSine;
    });
    return rises || aFaceContinuesInside(body, edge, end);
}

bool isInCone(const PlacedEdge& edge, const Vec3& n, Real tolerance) {
    const Real along0 = n.dot(edge.inward0), along1 = n.dot(edge.inward1);
    return along0 <= tolerance && along1 <= tolerance &&
           along0 + along1 <= tolerance * (edge.inward0 + edge.inward1).norm();
}

bool isInBothCones(const PlacedEdge& a, const PlacedEdge& b, const Vec3& n, Real tolerance) {
    return isInCone(a, -n, tolerance) && isInCone(b, n, tolerance);
}

bool isInMargin(Real gap, const SpeculativeMargin& margin) {
    return gap <= margin.farthestGap() && gap >= -margin.featureDepth;
}

/// A narrow phase must return faces within the query distance, and may return others: contacts must not
/// depend on those.
bool edgesAreInQueryDistance(const PlacedEdge& a, Real onA, const PlacedEdge& b, Real onB,
                             const SpeculativeMargin& margin) {
    const Vec3 nearA = a.at(std::clamp(onA, 0.0, a.length)), nearB = b.at(std::clamp(onB, 0.0, b.length));
    return (nearA - nearB).norm() <= margin.queryDistance && margin.areInQueryDistance(nearA, nearB);
}

void addSkew(const PlacedFeatures& bodyA, const PlacedEdge& a, const PlacedFeatures& bodyB,
             const PlacedEdge& b, const Vec3& cross, const SpeculativeMargin& margin,
             std::vector<Candidate>& out) {
    const Real sine2 = cross.squaredNorm();
    Vec3 n = cross / std::sqrt(sine2);
    const Vec3 between = b.begin - a.begin;
    // The distance of the lines comes first: it is cheap, and most pairs fail it.
    Real gap = -n.dot(between);
    if (std::abs(gap) > std::max(margin.farthestGap(), margin.featureDepth)) return;
    const Real onA = between.cross(b.direction).dot(cross) / sine2;
    const Real onB = between.cross(a.direction).dot(cross) / sine2;
    const Real overrunA = overrun(onA, a.length);
    const Real overrunB = overrun(onB, b.length);
    const Real overrunMost = std::max(overrunA, overrunB);
    if (overrunMost > margin.extension + margin.deepExtension) return;
    for (int side = 0; side < 2; ++side, n = -n, gap = -gap) {
        if (overrunMost > margin.extensionAt(gap)) continue;
        if (!isInMargin(gap, margin) || !isInBothCones(a, b, n, margin.coneTolerance)) continue;
        if (!edgesAreInQueryDistance(a, onA, b, onB, margin)) return;
        if (overrunA > 0 && !continuesInside(bodyA, a.edge, onA, -n)) return;
        if (overrunB > 0 && !continuesInside(bodyB, b.edge, onB, n)) return;
        out.push_back({.onA = a.at(onA),
                       .onB = b.at(onB),
                       .normal = n,
                       .gap = gap,
                       .faceA = a.face,
                       .faceB = b.face,
                       .key = contactKey(FeaturePair::edgeEdge, a.edge, b.edge),
                       .alongA = a.direction,
                       .alongB = b.direction});
        return;
    }
}

/// Normals that two parallel edges share.
struct SharedNormals {
    Vec3 first, middle, last;
};

/// The common part of B's arc of normals and A's reversed one, both in the plane perpendicular to `axis`.
std::optional<SharedNormals> sharedNormals(const PlacedEdge& a, const PlacedEdge& b, const Vec3& axis,
                                           Real tolerance) {
    const Vec3 middleB = -(b.inward0 + b.inward1);  // points out of B's edge
    const Vec3 e1 = (middleB - middleB.dot(axis) * axis).normalized();
    const Vec3 e2 = axis.cross(e1);
    const auto angle = [&](const Vec3& normal) { return std::atan2(normal.dot(e2), normal.dot(e1)); };
    const auto [minB, maxB] = std::minmax({angle(b.normal0), angle(b.normal1)});
    const auto [minA, maxA] = std::minmax({angle(-a.normal0), angle(-a.normal1)});
    if (maxA - minA > std::numbers::pi) return std::nullopt;  // the arc runs through the back of B
    const Real from = std::max(minA, minB), to = std::min(maxA, maxB);
    if (from > to + tolerance) return std::nullopt;
    const auto at = [&](Real direction) { return Vec3(std::cos(direction) * e1 + std::sin(direction) * e2); };
    const Real middle = (from + to) / 2;
    return SharedNormals{at(std::min(from, middle)), at(middle), at(std::max(to, middle))};
}

/// The middle normal if the edges strike one another. If they pass beside one another, as those of a beam and
/// of the notch into which it fits, that would stop them; then the normal at that end of the arc whose face
/// they pass. `between`: from B's edge to A's.
const Vec3& passedNormal(const SharedNormals& normals, const Vec3& between, const Vec3& displacement,
                         Real linearSlop) {
    const auto& [first, middle, last] = normals;
    const Real gap = middle.dot(between), approach = -middle.dot(displacement);
    if (gap > 0 && gap > approach) return middle;  // not in this step
    const Vec3 atTouch = gap > 0 ? Vec3(between + gap / approach * displacement) : between;
    const Real alongFirst = first.dot(atTouch), alongLast = last.dot(atTouch);
    const Real apart = std::max(alongFirst, alongLast) - middle.dot(atTouch);
    if (std::max(alongFirst, alongLast) < 0 || apart <= kTolerances.strikes * linearSlop) return middle;
    return alongFirst > alongLast ? first : last;
}

/// A point of each of two parallel edges, side by side.
struct PointsOfEdges {
    Vec3 onA, onB;
    Vec3 between() const { return onA - onB; }
};

/// Whether a contact there could be in the margin, whatever its normal.
bool mayBeInMargin(const PointsOfEdges& points, const SpeculativeMargin& margin) {
    const Real farthest = std::max(margin.farthestGap(), margin.featureDepth) + margin.linearSlop;
    return points.between().norm() <= farthest && margin.areInQueryDistance(points.onA, points.onB);
}

void addParallelEnd(const PlacedEdge& a, const PlacedEdge& b, const PointsOfEdges& points,
                    const SharedNormals& normals, Index which, const SpeculativeMargin& margin,
                    std::vector<Candidate>& out) {
    const Vec3 &onA = points.onA, &onB = points.onB, &middle = normals.middle;
    const Vec3 between = points.between();
    const Real gap = middle.dot(between);
    if (!isInMargin(gap, margin)) return;
    if ((between - gap * middle).norm() > margin.linearSlop)
        return;  // vertex-face contacts cover edges that are offset sideways
    const Vec3& passed =
        passedNormal(normals, between, margin.displacementOfA(onA) + margin.fallOfA, margin.linearSlop);
    const Real passedGap = passed.dot(between);
    // over a face now, beside it later
    if (&passed != &middle && (passedGap < 0 || !isInMargin(passedGap, margin))) return;
    out.push_back({.onA = onA,
                   .onB = &passed == &middle ? onB : Vec3(onA - passedGap * passed),
                   .normal = passed,
                   .gap = passedGap,
                   .faceA = a.face,
                   .faceB = b.face,
                   .key = contactKey(FeaturePair::parallelEdges, a.edge, b.edge << 1 | which)});
}

/// Both Gauss arcs lie in one plane: the normal is the middle of their common part, and the contacts are the
/// ends of the edges' common part along their line.
void addParallel(const PlacedEdge& a, const PlacedEdge& b, const SpeculativeMargin& margin,
                 std::vector<Candidate>& out) {
    const Vec3 axis =
        (a.direction.dot(b.direction) > 0 ? Vec3(a.direction + b.direction) : Vec3(a.direction - b.direction))
            .normalized();
    const auto [beginA, endA] = std::minmax({axis.dot(a.begin), axis.dot(a.at(a.length))});
    const auto [beginB, endB] = std::minmax({axis.dot(b.begin), axis.dot(b.at(b.length))});
    const Real begin = std::max(beginA, beginB), end = std::min(endA, endB);
    if (end < begin) return;
    const auto pointsAt = [&](Real along) {
        return PointsOfEdges{a.at((along - axis.dot(a.begin)) / axis.dot(a.direction)),
                             b.at((along - axis.dot(b.begin)) / axis.dot(b.direction))};
    };
    const PointsOfEdges ends[] = {pointsAt(begin), pointsAt(end)};
    // As above, distances come first.
    const bool areNear[] = {mayBeInMargin(ends[0], margin), end > begin && mayBeInMargin(ends[1], margin)};
    if (!areNear[0] && !areNear[1]) return;
    const auto normals = sharedNormals(a, b, axis, margin.coneTolerance);
    if (!normals) return;
    for (Index which = 0; which < 2; ++which) {
        if (areNear[which]) addParallelEnd(a, b, ends[which], *normals, which, margin, out);
    }
}

}  // namespace

void addEdgeEdgeContact(const PlacedFeatures& bodyA, const PlacedEdge& a, const PlacedFeatures& bodyB,
                        const PlacedEdge& b, const SpeculativeMargin& margin, std::vector<Candidate>& out) {
    const Vec3 cross = a.direction.cross(b.direction);
    if (cross.squaredNorm() > kTolerances.parallelSine * kTolerances.parallelSine) {
        addSkew(bodyA, a, bodyB, b, cross, margin, out);
    } else {
        addParallel(a, b, margin, out);
    }
}

}  // namespace ricochet
