#pragma once

#include "algorithms/contact/intersection/inner_vertices.h"
#include "algorithms/geometry/scratch.h"

#include <optional>

namespace ricochet {

/// A region in which one body is inside another: all loops that bound the same patch, such as the two of a
/// ring sunk in a floor, or the two at which a rod enters and leaves a plate.
struct Penetration {
    IntersectionLoop loop;                  ///< all loops, joined
    ScratchVector<Index> piecesA, piecesB;  ///< of the vertices inside the other body; ascending
    /// Square metres: the sum of the loops' area vectors, with signs chosen so that they do not cancel.
    Vec3 axis = Vec3::Zero();
    bool isOpposed = false;  ///< two loops without a vertex between them, whose area vectors cancel

    /// Whether one body protrudes on both sides of the other: the shared volume has no gradient.
    bool isThrough() const;
    /// Whether A is the rod, the body that protrudes.
    bool isRodA() const { return isOpposed ? isOpposedOnA : !piecesA.empty(); }
    /// If false, the loop bounds nothing.
    bool hasArea() const;

    bool isOpposedOnA = false;  ///< the two loops share faces of A
};

/// In the order of the loops; loops of length zero are ignored. Opposed loops of two solids form one
/// penetration.
ScratchVector<Penetration> penetrationsAt(ScratchVector<IntersectionLoop> loops, InnerVertices& innerA,
                                          InnerVertices& innerB, bool areSolid);

/// One body's part of a penetration. Refers to data of the current step.
struct PatchSide {
    const InnerVertices* inner;
    std::span<const Index> loopFaces;
    ScratchVector<Index> pieces;
    ScratchVector<Vec3> points;  ///< the vertices inside the other body, in the world

    const PlacedFeatures& body() const { return inner->body(); }
};
PatchSide sideAt(const InnerVertices& inner, std::span<const Index> loopFaces, ScratchVector<Index> pieces);

/// The greatest coordinate of the loop and the points along a direction.
Real highestAlong(const Vec3& n, const IntersectionLoop& loop, std::span<const Vec3> points);

/// Metres: the greatest distance of a point from the other body's surface, using the part of it near the
/// loop. Independent of any direction, so it is usable where the loop's direction is unreliable.
Real depthIn(std::span<const Vec3> points, const PatchSide& other);
/// The maximum for both sides; a large patch is sampled by its lowest point along the direction and some
/// others.
Real nearestDepth(const Vec3& n, const PatchSide& a, const PatchSide& b);

/// Metres: how far A moves along `n` until the surfaces no longer cross in this patch. At most `most`.
Real depthAlong(const Vec3& n, const PatchSide& a, const PatchSide& b, Real maximum);

}  // namespace ricochet
