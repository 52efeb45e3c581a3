#pragma once

#include "algorithms/geometry/overlap_regions.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ricochet {

/// The faces of one body that touch one of its overlap regions.
struct FaceCheckList {
    std::vector<Index> faces;
    std::vector<Aabb> boxes;  ///< per entry of `faces`, grown

    // scratch
    std::vector<std::uint8_t> outcodes;        ///< per vertex of the body
    std::vector<std::uint8_t> outcodesBefore;  ///< at the beginning of a step
    std::vector<Index> candidates;             ///< faces near the regions
};

/// The faces that are not entirely beyond one side of `box`: at least all that touch it. They are stored in
/// the list's scratch.
std::span<const Index> facesNear(const PlacedBody& body, const Aabb& box, FaceCheckList& list);

/// Stage 2 (3.3.4): `list` receives every face whose box, grown like the body's, overlaps a region of the
/// body; with `exact`, for static bodies, only faces that touch a region themselves.
void listFacesInRegions(const PlacedBody& body, bool exact, FaceCheckList& list);

}  // namespace ricochet
