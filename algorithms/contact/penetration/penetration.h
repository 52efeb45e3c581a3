#pragma once

#include "algorithms/contact/intersection/inner_vertices.h"

#include <optional>

namespace ricochet {

/// One place in which a body is inside another: the loops that bound the same patch, as the two round a ring
/// that lies in a floor, or the two by which a rod goes into a plate and out of it.
struct Penetration {
    IntersectionLoop loop;                ///< all of them
    std::vector<Index> piecesA, piecesB;  ///< of the vertices inside the other body; ascending
    /// Square metres: the sum of the loops' area vectors, none of them turned against the others.
    Vec3 axis = Vec3::Zero();
    bool isOpposed = false;  ///< two loops without a vertex between them, whose area vectors cancel

    /// Whether one body stands out on both sides of the other: the shared volume has no gradient.
    bool isThrough() const;
    /// Whether it is A that stands out, as the rod does.
    bool isRodA() const { return isOpposed ? isOpposedOnA : !piecesA.empty(); }
    /// If not, the loop bounds nothing.
    bool hasArea() const;

    bool isOpposedOnA = false;  ///< the two loops share faces of A
};

/// In the order of the loops; one without a length is none. Of two solids opposed loops are one penetration.
std::vector<Penetration> penetrationsAt(std::vector<IntersectionLoop> loops, InnerVertices& innerA,
                                        InnerVertices& innerB, bool areSolid);

/// What one body has of a penetration. Refers to what lives for one step.
struct PatchSide {
    const InnerVertices* inner;
    std::span<const Index> loopFaces;
    std::vector<Index> pieces;
    std::vector<Vec3> points;  ///< the vertices inside the other body, in the world

    const PlacedFeatures& body() const { return inner->body(); }
};
PatchSide sideAt(const InnerVertices& inner, std::span<const Index> loopFaces, std::vector<Index> pieces);

/// Of the loop and the points, along a direction.
Real highestAlong(const Vec3& n, const IntersectionLoop& loop, std::span<const Vec3> points);

/// Metres: how far the deepest of the points lies from the other body's surface, by the part of it that is
/// near the loop. Along no direction: it tells where the loop's own is noise.
Real depthIn(std::span<const Vec3> points, const PatchSide& other);
/// The same of both; of a large patch the point that is farthest along `n` and some others stand for all.
Real nearestDepth(const Vec3& n, const PatchSide& a, const PatchSide& b);

/// Metres: how far A goes along `n` until the surfaces no longer cross in this patch. No more than `most`.
Real depthAlong(const Vec3& n, const PatchSide& a, const PatchSide& b, Real most);

}  // namespace ricochet
