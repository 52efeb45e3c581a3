#include "algorithms/closest_features/feature_walk.h"

#include "algorithms/closest_features/line_pair.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <limits>

namespace ricochet {
namespace {

enum class Move : std::uint8_t { stepped, closest, inside };

constexpr int kFirstCheck = 8;          // steps before checking for cycles: a coherent walk is shorter
constexpr int kMostWalkSteps = 100000;  // each walk ends or cycles long before

class Walker {
public:
    Walker(const PlacedPair& pair, const PolytopeFeatures& from) : pair_(pair), at_(from) {}

    // Brent. An Improved Monte Carlo Factorization Algorithm. 1980: cycle detection.
    Walk run() {
        leaveFacePair();
        PolytopeFeatures seen = at_;
        int nextCheck = kFirstCheck;
        for (int steps = 1; steps <= kMostWalkSteps; ++steps) {
            const Move move = step();
            if (move != Move::stepped) {
                return {at_, move == Move::closest ? WalkEnd::closest : WalkEnd::inside, steps};
            }
            if (at_ == seen) return {nearestOfCycle(), WalkEnd::cycle, steps};
            if (steps == nextCheck) seen = at_, nextCheck *= 2;
        }
        return {at_, WalkEnd::exhausted, kMostWalkSteps};
    }

private:
    PolytopeFeatures nearestOfCycle() {
        const PolytopeFeatures first = at_;
        PolytopeFeatures nearest = at_;
        Real minimum = std::numeric_limits<Real>::infinity();
        do {
            if (haveWitnesses(at_)) {
                const Witnesses w = findWitnesses(pair_, at_);
                const Real distance2 = (w.onA - w.onB).squaredNorm();
                if (distance2 < minimum) minimum = distance2, nearest = at_;
            }
            step();
        } while (at_ != first);
        return nearest;
    }

    Move step() {
        const Index side = at_[0].kind <= at_[1].kind ? 0 : 1;  // of the feature of lower dimension
        const PolytopePart low = at_[side].kind, high = at_[1 - side].kind;
        if (low == PolytopePart::edge) {
            return high == PolytopePart::edge ? edgeEdge() : edgeFace(side);
        }
        switch (high) {
            case PolytopePart::vertex:
                return vertexVertex();
            case PolytopePart::edge:
                return vertexEdge(side);
            default:
                return vertexFace(side);
        }
    }

    const Polytope& shape(Index side) const { return pair_.shape(side); }
    const Polytope::Edge& edgeAt(Index side) const { return shape(side).edges[at_[side].index]; }
    const Polytope::Face& faceAt(Index side) const { return shape(side).faces[at_[side].index]; }
    const Vec3& tailPoint(Index side) const { return shape(side).vertices[edgeAt(side).tail]; }

    Move go(Index side, PolytopePart kind, Index index) {
        at_[side] = {kind, index};
        return Move::stepped;
    }

    /// The closest features of two faces include a vertex or two edges: starts at the deepest corner.
    void leaveFacePair() {
        if (at_[0].kind != PolytopePart::face || at_[1].kind != PolytopePart::face) return;
        const Polytope& b = shape(1);
        Real minimum = std::numeric_limits<Real>::infinity();
        Index corner = 0;
        for (const Index side : b.sidesOf(at_[1].index)) {
            for (const Index v : {b.edges[side].tail, b.edges[side].head}) {
                const Real height = heightAbove(faceAt(0), pair_.toOther(1, b.vertices[v]));
                if (height < minimum) minimum = height, corner = v;
            }
        }
        at_[1] = {PolytopePart::vertex, corner};
    }

    /// Whether a point, in the frame of `side`, is outside of a vertex's cell; then the side steps to the
    /// edge that has it most.
    bool leavesVertex(Index side, const Vec3& point) {
        const Polytope& p = shape(side);
        const Index vertex = at_[side].index;
        const Vec3 arm = point - p.vertices[vertex];
        Real maximum = 0;
        for (const Polytope::Spoke& spoke : p.spokesOf(vertex)) {
            const Polytope::Edge& edge = p.edges[spoke.edge];
            const Real along = edge.tail == vertex ? edge.direction.dot(arm) : -edge.direction.dot(arm);
            if (along > maximum) maximum = along, at_[side] = {PolytopePart::edge, spoke.edge};
        }
        return maximum > 0;
    }

    /// The same for the planes that rise from an edge into its faces.
    bool leavesIntoFace(Index side, const Vec3& point) {
        const Polytope::Edge& edge = edgeAt(side);
        if (edge.left == kNone) return false;
        const Vec3 arm = point - tailPoint(side);
        const Real left = edge.intoLeft.dot(arm), right = edge.intoRight.dot(arm);
        if (!(std::max(left, right) > 0)) return false;
        at_[side] = {PolytopePart::face, left > right ? edge.left : edge.right};
        return true;
    }

    /// The same for the planes across an edge's ends.
    bool leavesOverEnd(Index side, const Vec3& point) {
        const Polytope::Edge& edge = edgeAt(side);
        const Polytope& p = shape(side);
        if (edge.direction.dot(point - p.vertices[edge.tail]) < 0) {
            at_[side] = {PolytopePart::vertex, edge.tail};
            return true;
        }
        if (edge.direction.dot(point - p.vertices[edge.head]) > 0) {
            at_[side] = {PolytopePart::vertex, edge.head};
            return true;
        }
        return false;
    }

    Move vertexVertex() {
        for (Index side = 0; side < 2; ++side) {
            const Vec3 other = pair_.toOther(1 - side, shape(1 - side).vertices[at_[1 - side].index]);
            if (leavesVertex(side, other)) return Move::stepped;
        }
        return Move::closest;
    }

    /// `side` has the vertex.
    Move vertexEdge(Index side) {
        const Index other = 1 - side;
        const Vec3 vertex = pair_.toOther(side, shape(side).vertices[at_[side].index]);
        if (leavesOverEnd(other, vertex) || leavesIntoFace(other, vertex)) return Move::stepped;
        const Polytope::Edge& edge = edgeAt(other);
        const Vec3& tail = tailPoint(other);
        const Vec3 foot = tail + edge.direction.dot(vertex - tail) * edge.direction;
        return leavesVertex(side, pair_.toOther(other, foot)) ? Move::stepped : Move::closest;
    }

    Move edgeEdge() {
        const LinePair lines = closestOnEdges(pair_, at_[0].index, at_[1].index);
        for (Index side = 0; side < 2; ++side) {
            const Polytope::Edge& edge = edgeAt(side);
            if (lines.along[side] <= 0) return go(side, PolytopePart::vertex, edge.tail);
            if (lines.along[side] >= edge.length) return go(side, PolytopePart::vertex, edge.head);
        }
        if (leavesIntoFace(0, lines.onB)) return Move::stepped;
        if (leavesIntoFace(1, pair_.toOther(0, lines.onA))) return Move::stepped;
        return Move::closest;
    }

    Move vertexFace(Index side) {
        const Index other = 1 - side;
        const Polytope& p = shape(other);
        const Vec3 vertex = pair_.toOther(side, shape(side).vertices[at_[side].index]);
        Real maximum = 0;
        Index out = kNone;
        const std::span<const Index> sides = p.sidesOf(at_[other].index);
        const std::span<const Polytope::SidePlane> planes = p.sidePlanesOf(at_[other].index);
        for (std::size_t k = 0; k < planes.size(); ++k) {
            const Real inside = planes[k].inwards.dot(vertex - planes[k].base);
            if (inside < maximum) maximum = inside, out = sides[k];
        }
        if (out != kNone) return go(other, PolytopePart::edge, out);
        const Polytope::Face& face = faceAt(other);
        const Real height = heightAbove(face, vertex);
        if (height < 0) return rise(other, vertex);
        const Vec3 foot = vertex - height * face.normal;
        return leavesVertex(side, pair_.toOther(other, foot)) ? Move::stepped : Move::closest;
    }

    /// A point behind a face of `other` may still be in front of another one: the face through which the ray
    /// from the centre to the point passes (paper 001, 4.1.3, pseudo-internal Voronoi regions).
    Move rise(Index other, const Vec3& point) {
        const Index face = shape(other).isFlat() ? highestFace(other, point) : faceOver(other, point);
        if (heightAbove(shape(other).faces[face], point) <= 0) return Move::inside;
        return go(other, PolytopePart::face, face);
    }

    Index highestFace(Index other, const Vec3& point) const {
        const Polytope& p = shape(other);
        Index best = 0;
        for (Index f = 1; f < p.faces.size(); ++f) {
            if (heightAbove(p.faces[f], point) > heightAbove(p.faces[best], point)) best = f;
        }
        return best;
    }

    Index faceOver(Index other, const Vec3& point) const {
        const Polytope& p = shape(other);
        const Vec3 arm = point - p.centre;
        Index face = at_[other].index;
        for (std::size_t steps = 0; steps <= p.faces.size(); ++steps) {
            Real maximum = 0;
            Index next = kNone;
            for (const Index s : p.sidesOf(face)) {
                const Polytope::Edge& edge = p.edges[s];
                const Real left = edge.towardsLeftCone.dot(arm);
                const Real out = edge.left == face ? -left : left;
                if (out > maximum) maximum = out, next = edge.left == face ? edge.right : edge.left;
            }
            if (next == kNone) return face;
            face = next;
        }
        return highestFace(other, point);  // the centre is not inside, because of rounding
    }

    /// `side` has the edge. It is clipped to the prism over the face; the end of the clipped edge that is
    /// nearer to the face's plane determines the next feature.
    Move edgeFace(Index side) {
        const Index other = 1 - side;
        const Polytope& p = shape(other);
        const Polytope::Edge& edge = edgeAt(side);
        const Vec3 tail = pair_.toOther(side, tailPoint(side));
        const Vec3 along = edge.length * pair_.turnToOther(side, edge.direction);
        Real begin = 0, end = 1;
        Index beginSide = kNone, endSide = kNone;
        const std::span<const Index> sides = p.sidesOf(at_[other].index);
        const std::span<const Polytope::SidePlane> planes = p.sidePlanesOf(at_[other].index);
        for (std::size_t k = 0; k < planes.size(); ++k) {
            const Index s = sides[k];
            const Vec3& inwards = planes[k].inwards;
            const Real atTail = inwards.dot(tail - planes[k].base);
            const Real atHead = atTail + inwards.dot(along);
            if (atTail < 0 && atHead < 0) return go(other, PolytopePart::edge, nearestSide(side));
            if (atTail < 0 && atTail / (atTail - atHead) > begin) {
                begin = atTail / (atTail - atHead), beginSide = s;
            } else if (atHead < 0 && atTail / (atTail - atHead) < end) {
                end = atTail / (atTail - atHead), endSide = s;
            }
        }
        if (begin > end) return go(other, PolytopePart::edge, nearestSide(side));
        const Polytope::Face& face = faceAt(other);
        const Real low = heightAbove(face, tail + begin * along),
                   high = heightAbove(face, tail + end * along);
        if ((low < 0) != (high < 0)) return Move::inside;
        const bool takesBegin = std::abs(low) <= std::abs(high);
        const Index clip = takesBegin ? beginSide : endSide;
        if (clip != kNone) return go(other, PolytopePart::edge, clip);
        return go(side, PolytopePart::vertex, takesBegin ? edge.tail : edge.head);
    }

    /// The side of the face that is nearest to the edge of `side`.
    Index nearestSide(Index side) const {
        const Index other = 1 - side;
        Real minimum = std::numeric_limits<Real>::infinity();
        Index nearest = kNone;
        for (const Index s : shape(other).sidesOf(at_[other].index)) {
            const LinePair lines = side == 0 ? closestOnEdges(pair_, at_[side].index, s)
                                             : closestOnEdges(pair_, s, at_[side].index);
            const Real distance2 = (lines.onA - lines.onB).squaredNorm();
            if (distance2 < minimum) minimum = distance2, nearest = s;
        }
        return nearest;
    }

    const PlacedPair& pair_;
    PolytopeFeatures at_;
};

}  // namespace

Walk walkFeatures(const PlacedPair& pair, PolytopeFeatures from) { return Walker(pair, from).run(); }

Index vertexOf(const Polytope& polytope, Feature feature) {
    switch (feature.kind) {
        case PolytopePart::vertex:
            return feature.index;
        case PolytopePart::edge:
            return polytope.edges[feature.index].tail;
        default:
            return polytope.edges[polytope.sidesOf(feature.index)[0]].tail;
    }
}

}  // namespace ricochet
