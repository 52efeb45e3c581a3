#pragma once

#include "algorithms/contact/index_slots.h"
#include "algorithms/contact/intersection_loops.h"

#include <span>
#include <vector>

namespace ricochet {

/// On which side of the other body's faces its inside is thought to be.
enum class Inside { behindFaces, beforeFaces };

/// Which vertices of a body lie inside the other: exactly known at edges that cross, flooded from there.
class InnerVertices {
public:
    InnerVertices(const PlacedFeatures& body, std::span<const Crossing> crossings, bool isA,
                  Inside inside = Inside::behindFaces);

    /// The vertices inside that hang together with these faces; ascending. Where the other body's surface
    /// ends within this one nothing bounds them, and they are all but those known to be outside.
    std::vector<Index> patchAt(std::span<const Index> faces) const;

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
    IndexSlots slots_;  ///< of vertices at edges that cross
    std::vector<KnownSide> sides_;
};

}  // namespace ricochet
