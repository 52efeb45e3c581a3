#pragma once

#include "algorithms/contact/single_velocity/restitution.h"

#include <span>
#include <vector>

namespace ricochet {

/// Metres, world, one per point: offsets to the line along which the contact pushes the bodies apart. The
/// corners of a facet that is small compared with the bodies resist almost alike, and ten iterations of a
/// solver leave most of an impact on the one that is solved first: the bodies turn, and gain energy. All rows
/// on the line of the resultant have the same solution for this pair alone, and none of them turns the bodies
/// when others push.
///
/// Zero for points that carry no load, for a contact of a single point, where only a part of the loaded
/// points bounces, and where friction must stop bodies that spin about the normal: on one line it could not.
///
/// `arePushed`: the load is another body's, which pushes the two together without rotation; else it is that
/// of their own impact, in which they bounce.
std::vector<Vec3> offsetsToLoadLines(const SolvedBody& a, const SolvedBody& b, Real timeStep,
                                     std::span<const SolvedPoint> points, bool arePushed);

}  // namespace ricochet
