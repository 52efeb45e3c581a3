#pragma once

#include "demos/lab/reproduce/claims.h"
#include "demos/lab/reproduce/paper000_timing.h"

/// Claims of paper 000, chapter 3, about times at all cycles, not only at the last one.
namespace ricochet::lab::paper000 {

/// 3.5. `at960`, `at3968`, `at5936`: microseconds of the last cycle of two spheres.
Claim realTimeClaim(double at960, double at3968, double at5936);

/// 3.5. The runs' cycles before the last, in which nothing collides.
Claim apartClaim(const std::vector<Series>& runs);

/// 3.4.3. Of 10, 20, 30 and 40 spheres, each first by the face octree and then by separating planes.
std::vector<Claim> manySpheresClaims(const std::vector<Series>& runs);

}  // namespace ricochet::lab::paper000
