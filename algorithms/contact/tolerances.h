#pragma once

#include "algorithms/geometry/types.h"

#include <array>

namespace ricochet {

/// Every tolerance of contacts: its value, unit, effect and source. What a user may set is in
/// ContactSettings. "Radius" is the smaller body's, "size" the extent of its box; "slop" is the first value
/// below. A value without another source was chosen by measurement: the scenes of `ricochet run`, and the
/// tests of this folder.
struct ContactTolerances {
    // ---- How far to look (speculative_margin)

    Real linearSlop = 1e-3;         ///< radii: surfaces nearer than that touch
    Real lookAheadFraction = 0.25;  ///< of the displacement in the step: where face pairs are looked for
    /// Face sizes of the body of larger triangles: a longer motion is searched in parts. With shorter parts,
    /// and with none, the longest steps of fine bodies are longer (docs/experiments/fine-bodies.md).
    Real longestPart = 2;
    int mostParts = 16;  ///< each is a query of its own
    /// Face sizes: past a concave edge, where the budget is spent. The next face begins there
    /// (docs/experiments/fine-bodies.md).
    Real coarseExtension = 0.5;
    /// Of the budget: where it is spent, later parts of the displacement are left out from there on. With a
    /// quarter planks that land at 20 m/s miss what their other end meets (docs/experiments/fine-bodies.md).
    Real coarseBudget = 0.5;
    Real speculation = 0.5;  ///< radii: contacts are looked for no farther ahead. Beyond it they are ghosts
    Real shallow = 10;       ///< slops: what is deeper is for `penetration`
    Real leaving =
        10;  ///< such depths: how deep a body counts as where only its history tells the separation direction
    Real springs = 1;  ///< radii: deeper than that most of a body on springs is inside
    /// Past a concave edge, however fast a body slides into the corner: slops, and distances that gravity
    /// makes in a step.
    Real extensionSlops = 9, extensionFalls = 3;
    Real deepExtensionSlops = 10, deepExtensionFalls = 2;  ///< the same inside, however deep
    Real asideOfDepth = 2;  ///< metres aside of a face for each metre of depth, in a concave corner
    /// The same for springs: below one side of a valley the other side's plane is as deep as the valley's
    /// turn allows, and a spring should begin where it carries nothing: 14 degrees.
    Real asideOfSpring = 4;
    Real coneSine = 0.017;    ///< one degree: the topology calls an edge flat below it
    Real mostTurnSine = 0.3;  ///< cones open by no more, however fast bodies turn

    // ---- Surface: once for a shape

    /// Sines by which normal cones may be widened, ascending: a step's turn asks for one of them.
    std::array<Real, 3> coneLevels = {0.03, 0.1, 0.32};
    Real widestCone = 1.4;     ///< radians: a wider cone holds all directions
    Real coneRounding = 1e-3;  ///< radians: of axes in float, and of Bullet's matrices
    Real meanNormal = 1e-6;    ///< length of a sum of unit normals: a shorter one has no direction
    Real sliver = 1e-6;        ///< doubled area over squared size: below it a face's normal is rounding

    // ---- Features

    Real parallelSine = 0.02;  ///< below it the cross product of two edges turns with rounding
    float parallelFilter =
        0.045f;  ///< the same in the filter, which lets more pass: cones of 1 degree on both sides
    float crossErrors = 100;    ///< roundings: edges whose cross product is shorter are for the exact test
    float cosineError = 1e-5f;  ///< of cosines in float
    /// Of the farthest coordinate: turning, moving and multiplying in float make up less than 1e-6, and
    /// Bullet's matrices are rotations to about 1e-7 only.
    Real filterRounding = 3e-6;
    Real continues = 0.5;  ///< cosine: a neighbour that continues an edge
    Real climbs = 0.003;   ///< sine: a neighbour that climbs towards the other body
    Real rockingSine =
        0.71;  ///< 45 degrees: a body on springs stands on all corners of the side it turned to the other
    Real edgeRounding = 1e-7;   ///< of an edge's length: of a projection onto it
    Real shortest = 1e-4;       ///< metres: a shorter vector between two features has no sound direction
    Real beyondNearest = 0.25;  ///< radii: what a query reports beside the nearest points
    Real asNear = 1e-9;         ///< radii: contacts are as near as the nearest points

    // ---- Intersection

    Real crack = 1e-3;       ///< of the smaller body's size: ends of a curve that are farther apart are ends
    Real edgeOn = 1e-6;      ///< cosine: a face that is seen edge-on covers nothing
    Real isMost = 1 - 1e-9;  ///< of the greatest depth there can be: none need look farther
    Real mostCells = 256;    ///< of the grid of column_depth, along either axis

    // ---- Penetration

    Real inSurface = 0.05;  ///< slops: a patch no deeper lies in the surface
    Real opposed = -0.9;    ///< cosine: two normals that point against one another
    Real tells = 0.3;       ///< cosine: what lies more across a direction tells nothing of it
    Real flushLoop = 1e-6;  ///< area over squared perimeter: of a loop that bounds nothing
    Real cancel = 1e-3;     ///< of the areas of a penetration's loops: a smaller sum has no direction
    Real flatCurve = 1e-4;  ///< area over squared perimeter: below it an open curve's area has no direction
    Index mostProbes = 64;  ///< vertices that stand for all of a patch, or of a body
    Real sameFace = 0.5;    ///< length of a mean normal: faces that look in one direction
    Real mostSunk = 0.75;   ///< of the smaller body's height: it still belongs in front of an open surface
    Real near = 4;          ///< radii: a body farther from its last safe place was put where it is
    Real moved = 0.5;       ///< radii: one body may be inside the other by now, though no surfaces crossed
    Real sameDistance = 1e-6;  ///< of a distance: faces that are as near as the nearest
    Real similar = 0.5;       ///< of the larger radius: a smaller body is in the larger one, not in its place
    Real onePlace = 0.5;      ///< radii: between the centres of bodies that start in one place
    Real isFree = 0.5;        ///< radii: a body that is free from there on has a short separation
    Real stride = 0.1;        ///< radii: between places of the separation that are looked at
    Real noDirection = 1e-3;  ///< radii: centres less far apart tell no direction; of unit vectors alike

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

    // ---- Restitution

    /// Bullet's solver stops before it has converged, and what is left adds energy, too: a bounce must not
    /// gain after any number of iterations from Bullet's default on.
    int fewestIterations = 10, mostIterations = 20;
    int factorHalvings = 20;   ///< of the interval that holds the factor of restitution
    Real slowestBounce = 0.2;  ///< m/s; what comes slower does not bounce: Bullet's default
    Real energyNoise = 1e-5;   ///< of the energy with which the surfaces meet: rounding
    Real standingSlip = 1e-9;  ///< m/s; below it a slip has no direction
};

inline constexpr ContactTolerances kTolerances;

}  // namespace ricochet
