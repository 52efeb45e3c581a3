// The four corners of a vertex and a face, or of two edges, are coplanar when the features touch: a cubic in
// time. Provot. Collision and Self-Collision Handling in Cloth Model Dedicated to Design Garments.
// 1997. Here in Bernstein form, whose first and last coefficient are the exact predicate of the two ends, and
// whose roots are enclosed by clipping the control polygon: Sederberg, Nishita. Curve Intersection Using
// Bézier Clipping. 1990. Nothing is solved in closed form, and no root is lost to rounding.
#pragma once

#include "algorithms/geometry/predicates.h"
#include "algorithms/swept/linear_pair.h"
#include "algorithms/swept/time_span.h"

#include <optional>

namespace ricochet {

/// Volume spanned by the four corners, as a cubic over the time from 0 to 1.
class Coplanarity {
public:
    explicit Coplanarity(const LinearPair& pair);

    /// Exact signs of the four Bernstein coefficients. The first and the last are those of the two ends.
    std::array<Side, 4> exactSigns() const;

    /// Afterwards every value within `by` of zero counts as a root.
    void thicken(Real by) { band_ += by; }
    /// The volume is zero at all times, so the cubic decides nothing.
    void ignore();

    /// Upper bound, at any time, of the length of the face normal or the cross product of the edges; the
    /// volume is a height times this vector. Square metres.
    Real largestNormal() const { return largestNormal_; }

    /// The part of a span that contains all its roots; none if it has no root.
    std::optional<TimeSpan> rootsIn(const TimeSpan& span) const;

private:
    std::array<Real, 4> over(const TimeSpan& span) const;

    const LinearPair& pair_;
    std::array<Real, 4> coefficients_;
    Real rounding_;  ///< error bound of all coefficients and the values computed from them
    Real band_;
    Real largestNormal_;
};

}  // namespace ricochet
