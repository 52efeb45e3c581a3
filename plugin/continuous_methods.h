#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/geometry/swept_narrow_phase.h"
#include "plugin/name_table.h"

#include <memory>

namespace ricochet {

/// Finds the faces that may touch during a step; null: the pair's own narrow phase does.
using MakeSweptNarrowPhase =
    std::function<std::shared_ptr<const SweptNarrowPhase>(std::shared_ptr<const Executor>)>;

/// How continuous queries find the faces of two meshes that may touch, the name by which a user selects it,
/// and its parameters.
using ContinuousMethod = NamedRow<MakeSweptNarrowPhase>;

/// The one table of names. The first is the default.
const std::vector<ContinuousMethod>& continuousMethodTable();

/// What a text such as "swept-space?division=spmd" selects. An error message if there is no such name or
/// parameter, with the nearest one.
Result<MakeSweptNarrowPhase> selectContinuousMethod(const std::string& text);

}  // namespace ricochet
