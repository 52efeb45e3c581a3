#pragma once

#include "algorithms/contact/index_slots.h"
#include "algorithms/contact/intersection_loops.h"

#include <span>
#include <vector>

namespace ricochet {

/// On which side of the other body's faces its inside is thought to be.
enum class Inside { behindFaces, beforeFaces };

/// Which loops bound what is inside: those of a surface that may end within the body only where they close.
enum class Bounds { allLoops, closedLoops };

/// Which vertices of a body lie inside the other: exactly known at edges that cross, flooded from there.
class InnerVertices {
public:
    InnerVertices(const PlacedFeatures& body, std::span<const Crossing> crossings, bool isA,
                  Bounds bounds = Bounds::allLoops, Inside inside = Inside::behindFaces);

    /// The vertices inside that hang together with these faces, the loop's; ascending. Where nothing bounds
    /// them only those at edges that cross.
    std::vector<Index> patchAt(std::span<const Index> faces, const IntersectionLoop& loop) const;

    /// In the world.
    std::vector<Vec3> positionsOf(std::span<const Index> vertices) const;

private:
    enum class KnownSide : std::uint8_t { outside, inside, unknown };

    void note(Index vertex, bool isInside);
    KnownSide sideOf(Index vertex) const {
        const Index slot = slots_.find(vertex);
        return slot == kNone ? KnownSide::unknown : sides_[slot];
    }

    const PlacedFeatures& body_;
    const Bounds bounds_;
    IndexSlots slots_;  ///< of vertices at edges that cross
    std::vector<KnownSide> sides_;
};

}  // namespace ricochet
