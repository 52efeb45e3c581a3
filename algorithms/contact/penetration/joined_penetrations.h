#pragma once

#include "algorithms/contact/penetration/penetration.h"

#include <vector>

namespace ricochet {

/// Joins penetrations that have a piece in common. Each is joined with all earlier ones of its group, and the
/// group takes the place of the last one.
std::vector<Penetration> joinedByPieces(std::vector<Penetration> penetrations);

/// Joins, in the same order, penetrations at which a rod enters and leaves: their loops pass through a common
/// face, and their area vectors cancel.
std::vector<Penetration> joinedWhereOpposed(std::vector<Penetration> penetrations);

}  // namespace ricochet
