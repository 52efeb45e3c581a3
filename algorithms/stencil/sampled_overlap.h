#pragma once

#include "algorithms/stencil/projection.h"

namespace ricochet::stencil {

struct SampledSettings {
    int pixels = 256;       ///< a side of a view from which contacts are taken
    int searchPixels = 64;  ///< a side of the views that find out where the contact is
    int atlasPixels = 32;   ///< a side of a candidate direction's tile
};

/// A piece with what is around it.
struct SampledPiece {
    Piece piece;
    Vec3 normal;          ///< unit, from B to A: of the flatter surface about the pixel
    Real depth;           ///< metres along the normal: negative where they overlap
    Index component;      ///< pieces that hang together
    Real componentDepth;  ///< metres: of the component's deepest piece; 0 where none overlaps
};

/// What one projection shows of a contact.
struct ProjectedPieces {
    View view;
    std::vector<SampledPiece> pieces;

    Vec3 middleOf(const Piece& piece) const;  ///< of the two surfaces; world
};

/// Components, and normals smoothed over as many metres as a component is deep.
ProjectedPieces withSurroundings(const std::vector<Piece>& pieces, const View& view, const PlacedMesh& a,
                                 const PlacedMesh& b);

/// What three projections at right angles to one another show of the zone in which A and B are at most
/// `queryDistance` metres apart, the first one along `direction`: no face is seen more obliquely than at 55
/// degrees by all of them. An overlap stays where a projection shows it thinnest. Drawn at `searchPixels`
/// first, then zoomed to the pixels that stay.
Result<std::vector<ProjectedPieces>> sampleAlong(const LayerSource& source, const PlacedMesh& a,
                                                 const PlacedMesh& b, const IntersectionBoxes& boxes,
                                                 const Vec3& direction, Real queryDistance,
                                                 const SampledSettings& settings);

/// The same where no direction is known: the candidate of least overlap is looked along first, then the
/// normal of what it shows, for as long as that shows more. Later steps look along the normal that was found
/// last.
Result<std::vector<ProjectedPieces>> sampleContact(const LayerSource& source, const PlacedMesh& a,
                                                   const PlacedMesh& b, const IntersectionBoxes& boxes,
                                                   Real queryDistance, const SampledSettings& settings);

/// Of the deepest or nearest piece; zero where there is none.
Vec3 mainNormal(const std::vector<ProjectedPieces>& projections);

/// The deepest place of all, metres along its normal; zero where nothing overlaps.
Real deepestOf(const std::vector<ProjectedPieces>& projections);

}  // namespace ricochet::stencil
