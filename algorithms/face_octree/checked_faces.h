#pragma once

#include "algorithms/face_octree/overlap_regions.h"

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace ricochet {

/// The face check lists of all bodies, one behind the other. A position in them is an *entry*.
struct CheckedFaces {
    std::span<const PlacedBody> placed;
    std::vector<Index> bodies;  ///< per entry, ascending
    std::vector<Index> faces;
    std::vector<Aabb> boxes;  ///< grown

    Index size() const { return static_cast<Index>(faces.size()); }
    Triangle triangle(Index entry) const { return placed[bodies[entry]].triangle(faces[entry]); }
};

/// Two entries whose faces are to be tested: an entry of the face pair checklist. The first one's body is
/// the earlier one.
struct EntryPair {
    Index first, second;
    auto operator<=>(const EntryPair&) const = default;
};

/// How many pairs of entries belong to different bodies; `entries` ascend.
std::uint64_t countPairs(const CheckedFaces& faces, std::span<const Index> entries);

/// Where the entries of the first one's body end.
std::size_t endOfFirstBody(const CheckedFaces& faces, std::span<const Index> entries);

}  // namespace ricochet
