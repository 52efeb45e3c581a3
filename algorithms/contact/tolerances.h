#pragma once

#include "algorithms/geometry/types.h"

#include <array>

namespace ricochet {

/// Every tolerance of contacts: its value, unit, effect and source. User settings are in ContactSettings.
/// "Radius" is the smaller body's, "size" the extent of its box; "slop" is the first value below. Values
/// without a source were chosen by measurement, with the scenes of `ricochet run` and the tests of this
/// folder.
struct ContactTolerances {
    // ---- Search distances (speculative_margin)

    Real linearSlop = 1e-3;         ///< radii: surfaces closer than this touch
    Real lookAheadFraction = 0.25;  ///< of the step's displacement: poses of the face-pair search
    /// Face sizes of the coarser mesh: a longer displacement is searched in parts. With shorter parts, and
    /// with none, the slowest steps of fine bodies take longer (docs/experiments/fine-bodies.md).
    Real longestPart = 2;
    int mostParts = 16;  ///< each costs one query
    /// Face sizes: extension past a concave edge for pairs above the budget. Beyond it, the next face begins
    /// (docs/experiments/fine-bodies.md).
    Real coarseExtension = 0.5;
    /// Fraction of the budget after which the coarse search skips later parts of the displacement. With a
    /// quarter, planks that land at 20 m/s miss the impact of their other end
    /// (docs/experiments/fine-bodies.md).
    Real coarseBudget = 0.5;
    /// Height over length: a face below it is a needle for `pairBudget`. A fan over a fine outline has a
    /// hundredth (docs/experiments/fine-bodies.md).
    Real needle = 1.0 / 32;
    /// Pairs of needles that count as one: as many as narrow phases return for each pair of compact faces
    /// that counts (docs/experiments/fine-bodies.md).
    int needleShare = 8;
    /// Parts of the displacement from which needles count. With fewer, the coarse search leaves out so little
    /// that it costs more than it saves (docs/experiments/fine-bodies.md).
    int needleParts = 3;
    Real speculation = 0.5;  ///< radii: limit of look-ahead; beyond it contacts are ghost contacts
    Real shallow = 10;       ///< slops: deeper contacts are handled by `penetration`
    /// Slops: so deep are features followed that held solids in the last step, where a solver lets these sink
    /// in. With 10 stacks fall, from 25 on a gripper's load slips
    /// (docs/experiments/depth-of-deep-contacts.md).
    Real sunk = 20;
    Real sinks = 2;  ///< multiple of the last step's depth: a deeper feature was not followed
    /// Multiple of the shallow depth: depth assigned to a body if only its history determines the separation
    /// direction.
    Real leaving = 10;
    Real springs = 1;  ///< radii: limit of depth of compliant bodies; beyond it most of the body is inside
    /// Limit of the extension past a concave edge, however fast a body slides into the corner: slops, and
    /// displacements by gravity in a step.
    Real extensionSlops = 9, extensionFalls = 3;
    Real deepExtensionSlops = 10, deepExtensionFalls = 2;  ///< the additional extension inside, however deep
    Real lateralPerDepth = 2;  ///< metres beside a face per metre of depth, in a concave corner
    /// The same for compliant contacts. A contact should begin without load. In a valley the extended plane
    /// of the other side achieves that for folds of 14 degrees or more.
    Real lateralPerSpringDepth = 4;
    Real coneSine = 0.017;  ///< one degree: below it the topology treats an edge as flat
    Real mostRotationSine =
        0.3;  ///< limit of the widening of cones of touching features, however fast bodies rotate

    // ---- Surface: once for a shape

    /// Sines by which normal cones may be widened, ascending; a step's rotation selects one.
    std::array<Real, 3> coneLevels = {0.03, 0.1, 0.32};
    Real widestCone = 1.4;     ///< radians: a wider cone contains all directions
    Real coneRounding = 1e-3;  ///< radians: rounding of axes in float and of Bullet's matrices
    Real meanNormal = 1e-6;    ///< length of a sum of unit normals: a shorter one has no direction
    Real sliver = 1e-6;        ///< doubled area over squared size: below it a face's normal is unreliable

    // ---- Features

    Real parallelSine = 0.02;  ///< below it rounding dominates the cross product of two edges
    /// The same in the filter, which is more permissive: cones of 1 degree on both sides.
    float parallelFilter = 0.045f;
    float shortestEdge = 1e-30f;  ///< metres: in the filter a shorter edge has no plane, and rejects nothing
    float crossErrors = 100;    ///< rounding errors: edges with a shorter cross product go to the exact test
    float cosineError = 1e-5f;  ///< of cosines in float
    /// Relative to the largest coordinate: rotating, translating and multiplying in float cause less than
    /// 1e-6, and Bullet's matrices are rotations only to about 1e-7.
    Real filterRounding = 3e-6;
    /// Slops: parallel edges that pass one another at a smaller distance strike one another. Of the shortest
    /// gap in which a body should fit, a thousandth of its size, 1 %.
    Real strikes = 0.01;
    Real continuationCosine = 0.5;  ///< above it a neighbour continues an edge
    Real riseSine = 0.003;          ///< above it a neighbour rises towards the other body
    Real rockingSine = 0.71;        ///< 45 degrees: a compliant body stands on all corners of its facing side
    Real edgeRounding = 1e-7;       ///< of an edge's length: rounding of a projection onto it
    Real shortest = 1e-4;       ///< metres: a shorter vector between two features has no reliable direction
    Real beyondNearest = 0.25;  ///< radii: a query reports contacts up to this beyond the closest distance
    Real asNear = 1e-9;         ///< radii: a contact with less excess is at the closest distance

    // ---- Internal edges

    Real flush = 0.1;  ///< slops: surfaces of two bodies whose heights differ by less form one surface
    Real bridged = 2;  ///< of that height: a gap between them that is narrower is none
    Real steep =
        0.5;  ///< cosine, 60 degrees: a face less inclined to a neighbour's continues it; 1 - 1 / bridged

    // ---- Intersection

    Real crack = 1e-3;       ///< of the smaller body's size: ends of a curve that are closer are joined
    Real edgeOn = 1e-6;      ///< cosine: below it a face is edge-on and ignored
    Real isMost = 1 - 1e-9;  ///< of the greatest possible depth: the search stops there
    Real mostCells = 256;    ///< of the grid of column_depth, along each axis

    // ---- Penetration

    Real inSurface = 0.05;  ///< slops: a patch of at most this depth lies in the surface
    Real opposed = -0.9;    ///< cosine: two normals below it are opposed
    Real sideCosine = 0.3;  ///< cosine: a direction more perpendicular to an axis does not decide its side
    Real flushLoop = 1e-6;  ///< area over squared perimeter: below it a loop bounds no area
    Real cancel = 1e-3;     ///< of the areas of a penetration's loops: a smaller sum has no direction
    Real flatCurve = 1e-4;  ///< area over squared perimeter: below it an open curve's area has no direction
    Index mostProbes = 64;  ///< number of vertices that sample a patch or a body
    Real distanceRounding = 1e-6;  ///< relative: rounding of a distance to a face
    Real sameFace = 0.5;           ///< length of a mean normal: above it faces have a common direction
    Real mostSunk = 0.75;  ///< of the smaller body's height: sunk deeper, it belongs behind an open surface
    Real near = 4;         ///< radii: a body farther from its last separated pose was teleported
    Real moved = 0.5;      ///< radii: after this displacement a body may be inside without having crossed
    Real sameDistance = 1e-6;  ///< of a distance: faces differing by less are equally near
    Real similar = 0.5;   ///< of the larger radius: bodies are similar if the smaller one is at least this
    Real onePlace = 0.5;  ///< radii: greatest distance between the centres of entangled bodies
    Real isFree = 0.5;    ///< radii: a body that is free beyond this displacement has a short separation
    Real stride = 0.1;    ///< radii: between tested poses along the separation
    Real noDirection = 1e-3;  ///< radii: closer centres give no direction; likewise for unit vectors

    // ---- Manifolds

    Real samePatch = 0.985;     ///< cosine, 10 degrees: normals of one patch
    Real oldGapBonus = 0.1;     ///< slops: a contact of the last step counts as that much deeper
    Real oldSpreadBonus = 1.1;  ///< and as this many times farther out
    Real farWeight = 0.05;      ///< weight of a contact at the end of the margin, relative to a touching one
    Real samePlace = 1e-12;     ///< metres or square metres: a smaller gain does not widen a patch
    Real endsInside = 0.01;     ///< slops: a point that would end the step deeper must be chosen
    /// Slops: the choice of raw points holds until the bodies have moved farther than this, and as long as
    /// they move less in a step. Candidates that are left out can be deeper by that much.
    Real choiceHolds = 0.1;
    int mostExchanges = 8;    ///< points that the forecast may exchange in a step
    int forecastSweeps = 10;  ///< Bullet's own number of solver iterations
    /// Radians: after each part of a step's rotation the lowest points are looked for. A tenth of the edges
    /// of spheres of 20,480 faces.
    Real passingRotation = 0.005;
    /// Radii: a body that falls farther in a step, at 60 Hz one of 27 mm or less, may rock within it.
    Real rockingFall = 0.1;
    int boundaryPoints = 16;     ///< of a patch of such a body: between two, 2 % of its radius are left out
    int mostRotationParts = 64;  ///< of a step in which bodies rotate
    Real sameNormal = 0.9;       ///< cosine: above it a contact of the same features continues
    Real slidNormal = 0.95;      ///< cosine: the same for one that slid onto other features
    Real slide = 0.02;           ///< radii: a contact farther away is a different one
    Real springNormal = 0.8;     ///< cosine: the same for a compliant one that slides over a fold

    // ---- One velocity per step: preparation, and start of the solver

    Real damped = 0.99;          ///< damping from which on a pair counts as at rest
    Real sameDirection = 0.998;  ///< cosine, 3.6 degrees: load moves between contacts that are closer
    Real errorReduction = 0.2;   ///< share of a depth that Bullet corrects in a step (its m_erp2)
    /// Radians in a step: beyond it a third-order arc is too inaccurate, and arcs are followed in parts of
    /// this angle. Between the ends of a part an arc of the body's radius bulges by 1/800 of it.
    Real arcRotation = 0.1;

    Real warmStart = 0.85;  ///< share of a stored impulse that Bullet starts from (its m_warmstartingFactor)
    int startSweeps = 50;   ///< at most, for a pair alone
    Real startConverged = 1e-7;  ///< metres, change of a gap in a sweep: rounding of a metre in float

    /// Bullet's solver stops before it has converged, and the residual may add energy. So no bounce may gain
    /// energy at any iteration count in this range, which begins at Bullet's default.
    int fewestIterations = 10, mostIterations = 20;
    int factorHalvings = 20;   ///< bisections of the interval that contains the factor of restitution
    Real slowestBounce = 0.2;  ///< m/s; slower impacts do not bounce: Bullet's default
    Real energyNoise = 1e-5;   ///< of the energy at impact: rounding
    Real standingSlip = 1e-9;  ///< m/s; below it the slip velocity has no direction
};

inline constexpr ContactTolerances kTolerances;

}  // namespace ricochet
