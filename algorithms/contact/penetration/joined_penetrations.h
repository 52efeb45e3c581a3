#pragma once

#include "algorithms/contact/penetration/penetration.h"

#include <vector>

namespace ricochet {

/// Joins each penetration with all earlier ones that have a piece in common with it, and takes the place of
/// the last of them.
std::vector<Penetration> joinedByPieces(std::vector<Penetration> penetrations);

/// Joins those between which a rod runs, by the same order: loops through a common face whose area vectors
/// cancel.
std::vector<Penetration> joinedWhereOpposed(std::vector<Penetration> penetrations);

}  // namespace ricochet
