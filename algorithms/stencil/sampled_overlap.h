#pragma once

#include "algorithms/stencil/projection.h"

namespace ricochet::stencil {

struct SampledSettings {
    int pixels = 256;       ///< per side of a view from which contacts are taken
    int searchPixels = 64;  ///< per side of the views that locate the contact
    int atlasPixels = 32;   ///< per side of a candidate direction's tile
};

/// A piece with properties of its surroundings.
struct SampledPiece {
    Piece piece;
    Vec3 normal;          ///< unit, from B to A: of the flatter surface about the pixel
    Real depth;           ///< metres along the normal: negative if they overlap
    Index component;      ///< of connected pieces
    Real componentDepth;  ///< metres: of the component's deepest piece; 0 if none overlaps
};

/// The pieces that one projection shows.
struct ProjectedPieces {
    View view;
    std::vector<SampledPiece> pieces;

    Vec3 middleOf(const Piece& piece) const;  ///< of the two surfaces; world
};

/// Components, and normals smoothed over as many metres as a component is deep.
ProjectedPieces withSurroundings(const std::vector<Piece>& pieces, const View& view, const PlacedMesh& a,
                                 const PlacedMesh& b);

/// Three projections at right angles to one another of the zone in which A and B are at most `queryDistance`
/// metres apart, the first one along `direction`: each face is seen by one of them at less than 55 degrees.
/// An overlap remains in the projection that shows it thinnest. Drawn at `searchPixels` first, then zoomed to
/// the remaining pixels.
Result<std::vector<ProjectedPieces>> sampleAlong(const LayerSource& source, const PlacedMesh& a,
                                                 const PlacedMesh& b, const IntersectionBoxes& boxes,
                                                 const Vec3& direction, Real queryDistance,
                                                 const SampledSettings& settings);

/// The same if no direction is known: views along the candidate of least overlap, then along the normal found
/// there, repeated as long as that shows more. Later steps view along the last normal.
Result<std::vector<ProjectedPieces>> sampleContact(const LayerSource& source, const PlacedMesh& a,
                                                   const PlacedMesh& b, const IntersectionBoxes& boxes,
                                                   Real queryDistance, const SampledSettings& settings);

/// Normal of the deepest or nearest piece; zero if there is none.
Vec3 mainNormal(const std::vector<ProjectedPieces>& projections);

/// The greatest depth, metres along its normal; zero if nothing overlaps.
Real deepestOf(const std::vector<ProjectedPieces>& projections);

}  // namespace ricochet::stencil
