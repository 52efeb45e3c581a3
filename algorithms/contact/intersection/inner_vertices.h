#pragma once

#include "algorithms/contact/features/index_slots.h"
#include "algorithms/contact/intersection/intersection_loops.h"
#include "algorithms/geometry/scratch.h"

#include <span>

namespace ricochet {

/// Which vertices of a body lie inside the other: known exactly at edges that cross its surface, and
/// flood-filled from there. They form connected pieces; each is filled once, however many loops bound it.
class InnerVertices {
public:
    /// `isInFront`: the other body's inside is in front of its faces, not behind them.
    InnerVertices(const PlacedFeatures& body, std::span<const Crossing> crossings, bool isA,
                  bool isInFront = false);

    /// The pieces connected with these faces; ascending. If the other body's surface ends within this body,
    /// nothing bounds them, and they contain all vertices except those known to be outside.
    ScratchVector<Index> piecesAt(std::span<const Index> faces);

    /// Their vertices in the world.
    ScratchVector<Vec3> positions(std::span<const Index> pieces) const;

    /// These faces, and all faces connected with them that have a corner in the pieces; each once.
    ScratchVector<Index> facesAt(std::span<const Index> faces, std::span<const Index> pieces) const;

    const PlacedFeatures& body() const { return body_; }

private:
    void markSide(Index vertex, bool isInside);
    /// None if it is not known.
    std::optional<bool> isInside(Index vertex) const {
        const Index slot = slots_.find(vertex);
        return slot == kNone ? std::nullopt : std::optional<bool>(isInside_[slot]);
    }
    Index pieceOf(Index vertex) const {
        if (!pieceOfVertex_.empty()) return pieceOfVertex_[vertex];
        const Index slot = flooded_.find(vertex);
        return slot == kNone ? kNone : pieceOfSlot_[slot];
    }
    void enter(Index vertex, Index piece);
    Index flood(Index seed);

    const PlacedFeatures& body_;
    IndexSlots slots_;  ///< of vertices at crossing edges
    ScratchVector<bool> isInside_;
    ScratchVector<ScratchVector<Index>> pieces_;
    IndexSlots flooded_;
    ScratchVector<Index> pieceOfSlot_;
    ScratchVector<Index> pieceOfVertex_;  ///< for all vertices of the mesh, once many are inside; else empty
};

}  // namespace ricochet
