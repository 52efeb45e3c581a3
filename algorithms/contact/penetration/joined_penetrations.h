#pragma once

#include "algorithms/contact/penetration/penetration.h"
#include "algorithms/geometry/scratch.h"

namespace ricochet {

/// Joins penetrations that have a piece in common. Each is joined with all earlier ones of its group, and the
/// group takes the place of the last one.
ScratchVector<Penetration> joinedByPieces(ScratchVector<Penetration> penetrations);

/// Joins, in the same order, penetrations at which a rod enters and leaves: their loops pass through a common
/// face, and their area vectors cancel.
ScratchVector<Penetration> joinedWhereOpposed(ScratchVector<Penetration> penetrations);

}  // namespace ricochet
