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

/// Where the plane of one of an edge's faces continues past the edge's end, relative to the surface.
enum class Continuation { inside, along, outside };

/// Walks around `vertex` from `edge` across `face` to the boundary of its flat region. Past a concave
/// boundary edge the region's plane lies inside the solid, past a convex one outside. If the region spans a
/// straight angle or more, the continuation of `edge` lies on the surface.
Continuation continuation(const PlacedFeatures& body, Index edge, Index face, Index vertex) {
    const MeshTopology& topology = body.topology();
    const auto endsHere = [&](Index e) {
        return e != edge && e != kNone &&
               (topology.edge(e).vertex0 == vertex || topology.edge(e).vertex1 == vertex);
    };
    const auto outOfVertex = [&](Index e) {
        const MeshTopology::Edge each = topology.edge(e);
        return directionBetween(body.mesh(), vertex, each.vertex0 == vertex ? each.vertex1 : each.vertex0);
    };
    Real turned = 0;
    while (face != kNone) {
        const auto edges = topology.edgesOf(face);
        const auto next = std::ranges::find_if(edges, endsHere);
        if (next == edges.end()) return Continuation::along;  // a face without area has no edges
        turned += std::acos(std::clamp(outOfVertex(edge).dot(outOfVertex(*next)), -1.0, 1.0));
        if (turned > std::numbers::pi - kTolerances.riseSine) return Continuation::along;
        edge = *next;
        const MeshTopology::Edge crossed = topology.edge(edge);
        if (crossed.dihedral == Dihedral::concave) return Continuation::inside;
        if (crossed.dihedral == Dihedral::convex) return Continuation::outside;
        if (crossed.isSplit) return Continuation::along;  // the other side has no corner here
        face = crossed.face0 == face ? crossed.face1 : crossed.face0;
    }
    return Continuation::along;
}

/// Whether one of the edge's faces ends in a concave edge there, like a hole's wall in its corners, and
/// neither ends in a convex edge, like the faces along a bolt's crest.
bool aFaceContinuesInside(const PlacedFeatures& body, Index edge, Index vertex) {
    const MeshTopology::Edge e = body.topology().edge(edge);
    const Continuation continuation0 = continuation(body, edge, e.face0, vertex);
    if (continuation0 == Continuation::outside) return false;
    const Continuation continuation1 = continuation(body, edge, e.face1, vertex);
    return continuation1 != Continuation::outside &&
           (continuation0 == Continuation::inside || continuation1 == Continuation::inside);
}

/// Whether the edge's line continues inside the solid past the end that the parameter overruns: the surface
/// rises there, or a face's plane continues inside.
bool continuesInside(const EdgeOf& of, Real parameter, const Vec3& outward) {
    const PlacedFeatures& body = of.body;
    const MeshTopology::Edge e = body.topology().edge(of.edge.edge);
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
    return rises || aFaceContinuesInside(body, of.edge.edge, end);
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

class EdgePair {
public:
    EdgePair(const EdgeOf& a, const EdgeOf& b, const SpeculativeMargin& margin, std::vector<Candidate>& out)
        : ofA_(a), ofB_(b), a_(a.edge), b_(b.edge), margin_(margin), out_(out) {}

    void addContact() {
        const Vec3 cross = a_.direction.cross(b_.direction);
        const Real sine2 = cross.squaredNorm();
        if (sine2 > kTolerances.parallelSine * kTolerances.parallelSine) {
            addSkew(cross, sine2);
        } else {
            addParallel();
        }
    }

private:
    void addSkew(const Vec3& cross, Real sine2) {
        Vec3 n = cross / std::sqrt(sine2);
        const Vec3 between = b_.begin - a_.begin;
        // The distance of the lines comes first: it is cheap, and most pairs fail it.
        Real gap = -n.dot(between);
        if (std::abs(gap) > std::max(margin_.farthestGap(), margin_.featureDepth)) return;
        const Real onA = between.cross(b_.direction).dot(cross) / sine2;
        const Real onB = between.cross(a_.direction).dot(cross) / sine2;
        const Real overrunA = overrun(onA, a_.length);
        const Real overrunB = overrun(onB, b_.length);
        const Real overrunMost = std::max(overrunA, overrunB);
        if (overrunMost > margin_.extension + margin_.deepExtension) return;
        for (int side = 0; side < 2; ++side, n = -n, gap = -gap) {
            if (overrunMost > margin_.extensionAt(gap)) continue;
            if (!isInMargin(gap, margin_) || !isInBothCones(a_, b_, n, margin_.coneTolerance)) continue;
            if (!edgesAreInQueryDistance(onA, onB)) return;
            if (overrunA > 0 && !continuesInside(ofA_, onA, -n)) return;
            if (overrunB > 0 && !continuesInside(ofB_, onB, n)) return;
            out_.push_back({.onA = a_.at(onA),
                            .onB = b_.at(onB),
                            .normal = n,
                            .gap = gap,
                            .faceA = ofA_.face,
                            .faceB = ofB_.face,
                            .key = contactKey(FeaturePair::edgeEdge, a_.edge, b_.edge),
                            .alongA = a_.direction,
                            .alongB = b_.direction});
            return;
        }
    }

    /// A narrow phase must return faces within the query distance, and may return others: contacts must not
    /// depend on those.
    bool edgesAreInQueryDistance(Real onA, Real onB) const {
        const Vec3 nearA = a_.at(std::clamp(onA, 0.0, a_.length));
        const Vec3 nearB = b_.at(std::clamp(onB, 0.0, b_.length));
        return (nearA - nearB).norm() <= margin_.queryDistance && margin_.areInQueryDistance(nearA, nearB);
    }

    /// Both Gauss arcs lie in one plane: the normal is the middle of their common part, and the contacts are
    /// the ends of the edges' common part along their line.
    void addParallel() {
        const Vec3 axis = (a_.direction.dot(b_.direction) > 0 ? Vec3(a_.direction + b_.direction)
                                                              : Vec3(a_.direction - b_.direction))
                              .normalized();
        const auto [beginA, endA] = std::minmax({axis.dot(a_.begin), axis.dot(a_.at(a_.length))});
        const auto [beginB, endB] = std::minmax({axis.dot(b_.begin), axis.dot(b_.at(b_.length))});
        const Real begin = std::max(beginA, beginB), end = std::min(endA, endB);
        if (end < begin) return;
        const auto normals = sharedNormals(axis);
        if (!normals) return;
        addParallelEnd(axis, *normals, begin, 0);
        if (end > begin) addParallelEnd(axis, *normals, end, 1);
    }

    /// Normals that both edges share.
    struct SharedNormals {
        Vec3 first, middle, last;
    };

    void addParallelEnd(const Vec3& axis, const SharedNormals& normals, Real along, Index which) {
        const Vec3 onA = a_.at((along - axis.dot(a_.begin)) / axis.dot(a_.direction));
        const Vec3 onB = b_.at((along - axis.dot(b_.begin)) / axis.dot(b_.direction));
        const Vec3 between = onA - onB;
        const Real gap = normals.middle.dot(between);
        if (!isInMargin(gap, margin_)) return;
        if ((between - gap * normals.middle).norm() > margin_.linearSlop)
            return;  // vertex-face contacts cover edges that are offset sideways
        if (!margin_.areInQueryDistance(onA, onB)) return;
        const Vec3& passed = passedNormal(normals, between, margin_.displacementOfA(onA) + margin_.fallOfA);
        const Real passedGap = passed.dot(between);
        // over a face now, beside it later
        if (&passed != &normals.middle && (passedGap < 0 || !isInMargin(passedGap, margin_))) return;
        out_.push_back({.onA = onA,
                        .onB = &passed == &normals.middle ? onB : Vec3(onA - passedGap * passed),
                        .normal = passed,
                        .gap = passedGap,
                        .faceA = ofA_.face,
                        .faceB = ofB_.face,
                        .key = contactKey(FeaturePair::parallelEdges, a_.edge, b_.edge << 1 | which)});
    }

    /// The middle normal if the edges strike one another. If they pass beside one another, as those of a beam
    /// and of the notch into which it fits, that would stop them; then the normal at that end of the arc
    /// whose face they pass. `between`: from B's edge to A's.
    const Vec3& passedNormal(const SharedNormals& normals, const Vec3& between,
                             const Vec3& displacement) const {
        const Real gap = normals.middle.dot(between), approach = -normals.middle.dot(displacement);
        if (gap > 0 && gap > approach) return normals.middle;  // not in this step
        const Vec3 atTouch = gap > 0 ? Vec3(between + gap / approach * displacement) : between;
        const Real first = normals.first.dot(atTouch), last = normals.last.dot(atTouch);
        const Real apart = std::max(first, last) - normals.middle.dot(atTouch);
        if (std::max(first, last) < 0 || apart <= kTolerances.strikes * margin_.linearSlop)
            return normals.middle;
        return first > last ? normals.first : normals.last;
    }

    /// The common part of B's arc of normals and A's reversed one, both in the plane perpendicular to `axis`.
    std::optional<SharedNormals> sharedNormals(const Vec3& axis) const {
        const Vec3 middleB = -(b_.inward0 + b_.inward1);  // points out of B's edge
        const Vec3 e1 = (middleB - middleB.dot(axis) * axis).normalized();
        const Vec3 e2 = axis.cross(e1);
        const auto angle = [&](const Vec3& normal) { return std::atan2(normal.dot(e2), normal.dot(e1)); };
        const auto [minB, maxB] = std::minmax({angle(b_.normal0), angle(b_.normal1)});
        const auto [minA, maxA] = std::minmax({angle(-a_.normal0), angle(-a_.normal1)});
        if (maxA - minA > std::numbers::pi) return std::nullopt;  // the arc runs through the back of B
        const Real from = std::max(minA, minB), to = std::min(maxA, maxB);
        if (from > to + margin_.coneTolerance) return std::nullopt;
        const auto at = [&](Real direction) {
            return Vec3(std::cos(direction) * e1 + std::sin(direction) * e2);
        };
        const Real middle = (from + to) / 2;
        return SharedNormals{at(std::min(from, middle)), at(middle), at(std::max(to, middle))};
    }

    const EdgeOf ofA_, ofB_;
    const PlacedEdge &a_, &b_;
    const SpeculativeMargin& margin_;
    std::vector<Candidate>& out_;
};

}  // namespace

void addEdgeEdgeContact(const EdgeOf& a, const EdgeOf& b, const SpeculativeMargin& margin,
                        std::vector<Candidate>& out) {
    EdgePair(a, b, margin, out).addContact();
}

}  // namespace ricochet
