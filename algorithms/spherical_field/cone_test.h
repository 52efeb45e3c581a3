#pragma once

#include "algorithms/geometry/types.h"

namespace ricochet::spherical_field {

/// A cone cut off at two heights above its apex. At height h it is radius * h wide.
struct TruncatedCone {
    Vec3 centre;        ///< the apex
    Vec3 axis;          ///< unit
    Real lower, upper;  ///< metres: heights, 0 <= lower <= upper
    Real radius;        ///< at height 1
};

/// A cone that contains every point within a distance of a cone: the apex moves back along the axis.
TruncatedCone grown(const TruncatedCone& cone, Real by);

/// The rule of the paper that decided.
enum class ConeRule { quickReject, quickAccept, section, intervals, parallel };

struct ConeAnswer {
    bool meets;
    ConeRule rule;
};

/// The angle below which two axes count as parallel; the paper uses one without giving its value.
/// Radians: 5 degrees. Wider, the case loses more pairs that have a common point.
inline constexpr Real kParallelAngle = 0.0873;

/// The paper's test of two truncated cones, section "Intersection test". It is *not* conservative: cones with
/// a common point may be reported apart, because of the section, the moved perpendicular points, and the
/// parallel case; README.md and the tests show how. Two cones about one axis can be separated by intervals
/// alone.
ConeAnswer paperConeTest(const TruncatedCone& a, const TruncatedCone& b);

/// Whether two capsules, each the axis of a cone between its cuts thickened by its largest radius, overlap.
/// Conservative.
bool capsulesMeet(const TruncatedCone& a, const TruncatedCone& b);

/// Whether the spheres about the ends of the cones overlap. Conservative, and the loosest.
bool spheresMeet(const TruncatedCone& a, const TruncatedCone& b);

}  // namespace ricochet::spherical_field
