// Provot. Collision and Self-Collision Handling in Cloth Model Dedicated to Design Garments. 1997, tests each
// vertex with each face and each edge with each edge. Here only those whose swept boxes (found by two trees)
// and whose faces' swept hulls are near, and each of them once.
#include "algorithms/swept/deforming_contact.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/triangle_triangle.h"

namespace ricochet {
namespace {

SweptHull hullOf(const DeformingMesh& mesh, const Face& face) {
    const auto& [u, v, w] = face;
    return sweptHull({mesh.at0[u], mesh.at0[v], mesh.at0[w]}, {mesh.at1[u], mesh.at1[v], mesh.at1[w]}, 0);
}

/// An edge of a face.
struct FaceEdge {
    Index low, high;   ///< vertices
    std::size_t face;  ///< its place in the sweep
    std::size_t corner;
    auto operator<=>(const FaceEdge&) const = default;
};

/// The first face that has a feature owns it.
void chooseOwners(DeformingSweep& sweep) {
    std::vector<bool> isOwned(sweep.mesh.at0.size(), false);
    std::vector<FaceEdge> edges;
    edges.reserve(3 * sweep.faces.size());
    for (std::size_t i = 0; i < sweep.faces.size(); ++i) {
        const Face& face = sweep.mesh.faces[sweep.faces[i]];
        for (std::size_t k = 0; k < 3; ++k) {
            if (!isOwned[face[k]]) sweep.features[i] |= static_cast<std::uint8_t>(1u << k);
            isOwned[face[k]] = true;
            const auto [low, high] = std::minmax(face[k], face[(k + 1) % 3]);
            edges.push_back({low, high, i, k});
        }
    }
    std::ranges::sort(edges);
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const FaceEdge& edge = edges[i];
        const bool isFirst = i == 0 || edges[i - 1].low != edge.low || edges[i - 1].high != edge.high;
        if (isFirst) sweep.features[edge.face] |= static_cast<std::uint8_t>(8u << edge.corner);
    }
}

ClosestPoints closestFeaturePoints(FeatureKind kind, const Corners& c) {
    if (kind == FeatureKind::edgeEdge) return closestPoints(c[0], c[1], c[2], c[3]);
    const Vec3 onFace = closestPoint({c[1], c[2], c[3]}, c[0]);
    return {c[0], onFace, (c[0] - onFace).squaredNorm()};
}

/// Displacement of the point at `point` of a moving segment.
Vec3 velocityAt(const Vec3& point, const Vec3& p, const Vec3& q, const Vec3& velocityOfP,
                const Vec3& velocityOfQ) {
    const Vec3 along = q - p;
    const Real square = along.squaredNorm();
    const Real part = square > 0 ? std::clamp(along.dot(point - p) / square, 0.0, 1.0) : 0;
    return velocityOfP + part * (velocityOfQ - velocityOfP);
}

/// The same for a moving triangle: the point is on the segment from a corner to the opposite side.
Vec3 velocityAt(const Vec3& point, std::span<const Vec3, 3> t, std::span<const Vec3, 3> velocities) {
    const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]);
    const Real square = normal.squaredNorm();
    if (square == 0) return (velocities[0] + velocities[1] + velocities[2]) / 3;
    const Real of1 = (point - t[0]).cross(t[2] - t[0]).dot(normal) / square;
    const Real of2 = (t[1] - t[0]).cross(point - t[0]).dot(normal) / square;
    return velocities[0] + of1 * (velocities[1] - velocities[0]) + of2 * (velocities[2] - velocities[0]);
}

/// The relative displacement of the two closest points of the features.
Vec3 closingVelocity(const LinearPair& pair, const Corners& c, const ClosestPoints& closest) {
    Corners v;
    for (std::size_t i = 0; i < 4; ++i) v[i] = pair.at1[i] - pair.at0[i];
    if (pair.kind == FeatureKind::edgeEdge) {
        return velocityAt(closest.onA, c[0], c[1], v[0], v[1]) -
               velocityAt(closest.onB, c[2], c[3], v[2], v[3]);
    }
    return v[0] - velocityAt(closest.onB, std::span(c).last<3>(), std::span(v).last<3>());
}

/// From B to A. The distance of touching features gives no direction. Instead it is the face's normal, or the
/// perpendicular of both edges, on the side from which they come; for parallel edges, and without a face, the
/// direction from which they come.
Vec3 normalOf(const LinearPair& pair, const Corners& c, const ClosestPoints& closest, Real separation) {
    const Vec3 between = closest.onA - closest.onB;
    if (separation > 0 && between.squaredNorm() > 0) return between.normalized();
    const Vec3 velocity = closingVelocity(pair, c, closest);
    const Vec3 left = pair.kind == FeatureKind::edgeEdge ? Vec3(c[1] - c[0]) : Vec3(c[2] - c[1]);
    const Vec3 right = pair.kind == FeatureKind::edgeEdge ? Vec3(c[3] - c[2]) : Vec3(c[3] - c[1]);
    constexpr Real kParallelSine2 = 1e-20;  // squared sine; below it the product is noise
    const Vec3 across = left.cross(right);
    if (across.squaredNorm() <= kParallelSine2 * left.squaredNorm() * right.squaredNorm()) {
        return velocity.isZero(0) ? velocity : Vec3(-velocity.normalized());
    }
    return (across.dot(velocity) > 0 ? -1 : 1) * across.normalized();
}

/// Whether at most two of its corners are distinct vertices.
bool isSegment(const Face& face) { return face[0] == face[1] || face[1] == face[2] || face[2] == face[0]; }

class DeformingSearch {
public:
    DeformingSearch(const DeformingSweep& a, const DeformingSweep& b, const LinearContactSettings& settings)
        : a_(a), b_(b), settings_(settings) {}

    std::optional<SweptContact> first() {
        forEachClosePair(a_.tree, b_.tree, settings_.separation, [this](Index i, Index j) { test(i, j); });
        return crossing_ ? crossing_ : first_;
    }
    std::optional<SweptContact> firstAmong(const FacePairs& pairs) {
        for (const FacePair& pair : pairs) {
            const std::optional<Index> i = placeOf(a_, pair.faceA), j = placeOf(b_, pair.faceB);
            if (i && j) test(*i, *j);
        }
        return crossing_ ? crossing_ : first_;
    }

private:
    static std::optional<Index> placeOf(const DeformingSweep& sweep, Index face) {
        const auto found = std::ranges::lower_bound(sweep.faces, face);
        if (found == sweep.faces.end() || *found != face) return std::nullopt;
        return static_cast<Index>(found - sweep.faces.begin());
    }

    void test(Index i, Index j) {
        const SweptHull &a = a_.hulls[i], &b = b_.hulls[j];
        if (!mayMeet(a, b, settings_.separation)) return;
        if (intersects(a.at0, b.at0)) addCrossing(i, j);
        if (crossing_) return;
        for (std::size_t k = 0; k < 3; ++k) {
            if (a_.features[i] >> k & 1) testVertex(i, k, a, j, b, TouchingFeatures::vertexFace);
            if (b_.features[j] >> k & 1) testVertex(j, k, b, i, a, TouchingFeatures::faceVertex);
            if (a_.features[i] >> k & 8) testEdges(i, k, a, j, b);
        }
    }

    /// If several faces cross, the first pair counts.
    void addCrossing(Index i, Index j) {
        const FacePair faces{a_.faces[i], b_.faces[j]};
        if (crossing_ && !(faces < crossing_->faces)) return;
        const ClosestPoints met = closestPoints(a_.hulls[i].at0, b_.hulls[j].at0);
        crossing_ = SweptContact{0, faces, met.onA, met.onB};
    }

    void testVertex(Index owner, std::size_t k, const SweptHull& vertexFace, Index other,
                    const SweptHull& face, TouchingFeatures features) {
        const bool isOfA = features == TouchingFeatures::vertexFace;
        if (isSegment(faceOf(isOfA ? b_ : a_, other))) return;  // covered by edges
        const Index i = isOfA ? owner : other, j = isOfA ? other : owner;
        const Index corner = static_cast<Index>(k);
        const FacePair faces{a_.faces[i], b_.faces[j]};
        test({FeatureKind::vertexFace,
              {vertexFace.at0[k], face.at0[0], face.at0[1], face.at0[2]},
              {vertexFace.at1[k], face.at1[0], face.at1[1], face.at1[2]}},
             {.faces = faces,
              .features = features,
              .featureA = isOfA ? 3 * faces.faceA + corner : faces.faceA,
              .featureB = isOfA ? faces.faceB : 3 * faces.faceB + corner});
    }

    void testEdges(Index i, std::size_t k, const SweptHull& a, Index j, const SweptHull& b) {
        const FacePair faces{a_.faces[i], b_.faces[j]};
        const std::size_t k1 = (k + 1) % 3;
        for (std::size_t l = 0; l < 3; ++l) {
            if (!(b_.features[j] >> l & 8)) continue;
            if (isPoint(a_, i, k) && !isSegment(faceOf(b_, j))) continue;  // covered by vertices
            if (isPoint(b_, j, l) && !isSegment(faceOf(a_, i))) continue;
            const std::size_t l1 = (l + 1) % 3;
            test({FeatureKind::edgeEdge,
                  {a.at0[k], a.at0[k1], b.at0[l], b.at0[l1]},
                  {a.at1[k], a.at1[k1], b.at1[l], b.at1[l1]}},
                 {.faces = faces,
                  .features = TouchingFeatures::edgeEdge,
                  .featureA = 3 * faces.faceA + static_cast<Index>(k),
                  .featureB = 3 * faces.faceB + static_cast<Index>(l)});
        }
    }

    static const Face& faceOf(const DeformingSweep& sweep, Index place) {
        return sweep.mesh.faces[sweep.faces[place]];
    }
    static bool isPoint(const DeformingSweep& sweep, Index place, std::size_t corner) {
        const Face& face = faceOf(sweep, place);
        return face[corner] == face[(corner + 1) % 3];
    }

    void test(const LinearPair& pair, SweptContact contact) {
        if (!areNear(pair)) return;
        LinearContactSettings settings = settings_;
        if (first_) settings.end = first_->time;
        const std::optional<Real> time = firstTouch(pair, settings);
        if (!time || *time > settings.end) return;
        contact.time = *time;
        if (first_ && !isBefore(contact, *first_)) return;
        const Corners corners = cornersAt(pair, *time);
        const ClosestPoints closest = closestFeaturePoints(pair.kind, corners);
        contact.onA = closest.onA;
        contact.onB = closest.onB;
        contact.normal = normalOf(pair, corners, closest, settings.separation);
        if (contact.features == TouchingFeatures::faceVertex) {
            std::swap(contact.onA, contact.onB);
            contact.normal = -contact.normal;
        }
        first_ = contact;
    }

    /// Whether the boxes of both features' paths are near.
    bool areNear(const LinearPair& pair) const {
        Aabb boxes[2];
        for (int i = 0; i < 4; ++i) {
            Aabb& box = boxes[i < pair.firstOfB() ? 0 : 1];
            box.include(pair.at0[static_cast<std::size_t>(i)]);
            box.include(pair.at1[static_cast<std::size_t>(i)]);
        }
        return overlaps(grownOutward(boxes[0], settings_.separation), boxes[1]);
    }

    const DeformingSweep& a_;
    const DeformingSweep& b_;
    const LinearContactSettings& settings_;
    std::optional<SweptContact> first_, crossing_;
};

}  // namespace

DeformingSweep::DeformingSweep(const DeformingMesh& deforming, const Aabb& queryDistance) : mesh(deforming) {
    std::vector<Aabb> boxes;
    for (Index f = 0; f < mesh.faces.size(); ++f) {
        const SweptHull hull = hullOf(mesh, mesh.faces[f]);
        if (!overlaps(hull.box, queryDistance)) continue;
        faces.push_back(f);
        hulls.push_back(hull);
        boxes.push_back(hull.box);
    }
    features.assign(faces.size(), 0);
    chooseOwners(*this);
    tree = buildBoxTree(boxes);
}

Aabb sweptBox(const DeformingMesh& mesh) {
    Aabb box;
    for (const Vec3& vertex : mesh.at0) box.include(vertex);
    for (const Vec3& vertex : mesh.at1) box.include(vertex);
    return box;
}

std::optional<SweptContact> firstContact(const DeformingSweep& a, const DeformingSweep& b,
                                         const LinearContactSettings& settings) {
    return DeformingSearch(a, b, settings).first();
}

std::optional<SweptContact> firstContactAmong(const DeformingSweep& a, const DeformingSweep& b,
                                              const FacePairs& pairs, const LinearContactSettings& settings) {
    return DeformingSearch(a, b, settings).firstAmong(pairs);
}

}  // namespace ricochet
