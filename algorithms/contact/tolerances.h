#pragma once

#include "algorithms/geometry/types.h"

#include <array>

namespace ricochet {

/// Every tolerance of contacts: its value, unit, effect and source. User settings are in ContactSettings.
/// "Radius" is the smaller body's, "size" the extent of its box; "slop" is the first value below. Values
/// without another source were chosen by measurement: the scenes of `ricochet run`, and the tests of this
/// folder.
struct ContactTolerances {
    // ---- Search distances (speculative_margin)

    Real linearSlop = 1e-3;         ///< radii: surfaces closer than this touch
    Real lookAheadFraction = 0.25;  ///< of the displacement in the step: pose of the face-pair search
    /// Face sizes of the body of larger triangles: a longer motion is searched in parts. With shorter parts,
    /// and with none, the longest steps of fine bodies are longer (docs/experiments/fine-bodies.md).
    Real longestPart = 2;
    int mostParts = 16;  ///< each is a query of its own
    /// Face sizes: extension past a concave edge above the budget. Beyond it, the next face begins
    /// (docs/experiments/fine-bodies.md).
    Real coarseExtension = 0.5;
    /// Fraction of the budget after which the coarse search skips later parts of the displacement. With a
    /// quarter, planks that land at 20 m/s miss the impact of their other end
    /// (docs/experiments/fine-bodies.md).
    Real coarseBudget = 0.5;
    Real speculation = 0.5;  ///< radii: limit of look-ahead; beyond it contacts are ghost contacts
    Real shallow = 10;       ///< slops: deeper contacts are handled by `penetration`
    Real leaving =
        10;  ///< of that depth: depth of a body if only its history determines the separation direction
    Real springs = 1;  ///< radii: limit of depth on springs; beyond it most of the body is inside
    /// Limit of the extension past a concave edge, however fast a body slides into the corner: slops, and
    /// displacements by gravity in a step.
    Real extensionSlops = 9, extensionFalls = 3;
    Real deepExtensionSlops = 10, deepExtensionFalls = 2;  ///< the additional extension inside, however deep
    Real asideOfDepth = 2;  ///< metres beside a face per metre of depth, in a concave corner
    /// The same for springs. A spring should begin with no load: below one side of a valley, the extended
    /// plane of the other side does so for folds from 14 degrees on.
    Real asideOfSpring = 4;
    Real coneSine = 0.017;    ///< one degree: below it the topology treats an edge as flat
    Real mostTurnSine = 0.3;  ///< limit by which cones are widened, however fast bodies turn

    // ---- Surface: once for a shape

    /// Sines by which normal cones may be widened, ascending; a step's rotation selects one.
    std::array<Real, 3> coneLevels = {0.03, 0.1, 0.32};
    Real widestCone = 1.4;     ///< radians: a wider cone contains all directions
    Real coneRounding = 1e-3;  ///< radians: of axes in float, and of Bullet's matrices
    Real meanNormal = 1e-6;    ///< length of a sum of unit normals: a shorter one has no direction
    Real sliver = 1e-6;        ///< doubled area over squared size: below it a face's normal is unreliable

    // ---- Features

    Real parallelSine = 0.02;  ///< below it rounding turns the cross product of two edges
    float parallelFilter =
        0.045f;  ///< the same in the filter, which is more permissive: cones of 1 degree on both sides
    float crossErrors = 100;    ///< rounding errors: edges with a shorter cross product go to the exact test
    float cosineError = 1e-5f;  ///< of cosines in float
    /// Relative to the largest coordinate: rotating, translating and multiplying in float cause less than
    /// 1e-6, and Bullet's matrices are rotations only to about 1e-7.
    Real filterRounding = 3e-6;
    Real continues = 0.5;  ///< cosine: a neighbour that continues an edge
    Real climbs = 0.003;   ///< sine: a neighbour that climbs towards the other body
    Real rockingSine =
        0.71;  ///< 45 degrees: a body on springs stands on all corners of the side that faces the other body
    Real edgeRounding = 1e-7;   ///< of an edge's length: rounding of a projection onto it
    Real shortest = 1e-4;       ///< metres: a shorter vector between two features has no reliable direction
    Real beyondNearest = 0.25;  ///< radii: a query reports contacts up to this beyond the closest points
    Real asNear = 1e-9;         ///< radii: contacts differing by less are as near as the closest points

    // ---- Intersection

    Real crack = 1e-3;       ///< of the smaller body's size: ends of a curve that are closer are joined
    Real edgeOn = 1e-6;      ///< cosine: below it a face is edge-on and ignored
    Real isMost = 1 - 1e-9;  ///< of the greatest possible depth: the search stops there
    Real mostCells = 256;    ///< of the grid of column_depth, along either axis

    // ---- Penetration

    Real inSurface = 0.05;  ///< slops: a patch of at most this depth lies in the surface
    Real opposed = -0.9;    ///< cosine: two normals below it are opposed
    Real sideCosine = 0.3;  ///< cosine: a direction more perpendicular to an axis does not decide its side
    Real flushLoop = 1e-6;  ///< area over squared perimeter: a loop below it bounds nothing
    Real cancel = 1e-3;     ///< of the areas of a penetration's loops: a smaller sum has no direction
    Real flatCurve = 1e-4;  ///< area over squared perimeter: below it an open curve's area has no direction
    Index mostProbes = 64;  ///< number of vertices that sample a patch or a body
    Real sameFace = 0.5;    ///< length of a mean normal: above it faces have a common direction
    Real mostSunk = 0.75;   ///< of the smaller body's height: it still belongs in front of an open surface
    Real near = 4;          ///< radii: a body farther from its last separated pose was teleported
    Real moved = 0.5;  ///< radii: after this one body may be inside the other although no surfaces crossed
    Real sameDistance = 1e-6;  ///< of a distance: faces differing by less are equally near
    Real similar = 0.5;   ///< of the larger radius: bodies are similar if the smaller one is at least this
    Real onePlace = 0.5;  ///< radii: greatest distance between the centres of entangled bodies
    Real isFree = 0.5;    ///< radii: a body that is free from there on has a short separation
    Real stride = 0.1;    ///< radii: between tested poses along the separation
    Real noDirection = 1e-3;  ///< radii: closer centres give no direction; likewise for unit vectors

    // ---- Manifolds

    Real samePatch = 0.985;      ///< cosine, 10 degrees: normals of one patch
    Real oldGapBonus = 0.1;      ///< slops: a contact of the last step counts as that much deeper
    Real oldSpreadBonus = 1.1;   ///< and as that much farther out
    Real farWeight = 0.05;       ///< of a contact at the end of the margin, against one that touches
    Real samePlace = 1e-12;      ///< metres or square metres: adds nothing to a patch's spread
    Real endsInside = 0.01;      ///< slops: a point that would end the step deeper is not left out
    int mostExchanges = 8;       ///< points that the forecast may exchange in a step
    int forecastSweeps = 10;     ///< Bullet's own number of solver iterations
    Real damped = 0.99;          ///< share: what is damped as far as that is at rest
    Real sameDirection = 0.998;  ///< cosine, 3.6 degrees: a contact takes over from those that push like it
    Real depthBack = 0.2;        ///< share of a depth that Bullet takes back in a step (its m_erp2)
    Real mostTurn = 0.2;         ///< radians in a step: beyond it the arc's third order is not enough
    Real sameNormal = 0.9;       ///< cosine: a contact of the same features goes on
    Real slidNormal = 0.95;      ///< cosine: one that slid onto other features goes on
    Real slide = 0.02;           ///< radii: one that is farther away is another contact
    Real springNormal = 0.8;     ///< cosine: a spring that slides over a fold of the ground goes on

    // ---- Start of the solver

    Real warmStart = 0.85;  ///< share of a stored impulse that Bullet starts from (its m_warmstartingFactor)
    int startSweeps = 50;   ///< at most, for a pair alone
    Real startConverged = 1e-7;  ///< metres that a gap changes by in a sweep: float's rounding of a metre

    // ---- Restitution

    /// Bullet's solver stops before it has converged, and the residual may also add energy: a bounce must not
    /// gain after any number of iterations from Bullet's default on.
    int fewestIterations = 10, mostIterations = 20;
    int factorHalvings = 20;   ///< bisections of the interval that contains the factor of restitution
    Real slowestBounce = 0.2;  ///< m/s; slower impacts do not bounce: Bullet's default
    Real energyNoise = 1e-5;   ///< of the energy at impact: rounding
    Real standingSlip = 1e-9;  ///< m/s; below it a slip has no direction
};

inline constexpr ContactTolerances kTolerances;

}  // namespace ricochet
