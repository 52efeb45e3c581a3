#pragma once

#include "algorithms/contact/features/index_slots.h"
#include "algorithms/contact/intersection/intersection_loops.h"

#include <span>
#include <vector>

namespace ricochet {

/// On which side of the other body's faces its inside is thought to be.
enum class Inside { behindFaces, beforeFaces };

/// Which vertices of a body lie inside the other: exactly known at edges that cross, flooded from there. They
/// fall into pieces that hang together; each is flooded once, however many loops bound it.
class InnerVertices {
public:
    InnerVertices(const PlacedFeatures& body, std::span<const Crossing> crossings, bool isA,
                  Inside inside = Inside::behindFaces);

    /// The pieces that hang together with these faces; ascending. Where the other body's surface ends within
    /// this one nothing bounds them, and they are all but the vertices known to be outside.
    std::vector<Index> piecesAt(std::span<const Index> faces);

    /// Their vertices in the world.
    std::vector<Vec3> positionsOf(std::span<const Index> pieces) const;

    /// Each once: these faces, and all that have a corner in the pieces and are joined to these by such.
    std::vector<Index> facesAt(std::span<const Index> faces, std::span<const Index> pieces) const;

    const PlacedFeatures& body() const { return body_; }

private:
    enum class KnownSide : std::uint8_t { outside, inside, unknown };

    void note(Index vertex, bool isInside);
    KnownSide sideOf(Index vertex) const {
        const Index slot = slots_.find(vertex);
        return slot == kNone ? KnownSide::unknown : sides_[slot];
    }
    Index pieceOf(Index vertex) const {
        if (!pieceOfVertex_.empty()) return pieceOfVertex_[vertex];
        const Index slot = flooded_.find(vertex);
        return slot == kNone ? kNone : pieceOfSlot_[slot];
    }
    void enter(Index vertex, Index piece);
    Index flood(Index seed);

    const PlacedFeatures& body_;
    IndexSlots slots_;  ///< of vertices at edges that cross
    std::vector<KnownSide> sides_;
    std::vector<std::vector<Index>> pieces_;
    IndexSlots flooded_;
    std::vector<Index> pieceOfSlot_;
    std::vector<Index> pieceOfVertex_;  ///< of all vertices of the mesh, as soon as many are inside
};

}  // namespace ricochet
