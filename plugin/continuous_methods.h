#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/geometry/swept_narrow_phase.h"
#include "plugin/parameters.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ricochet {

/// Finds the faces that may touch during a step; null: the pair's own narrow phase does.
using MakeSweptNarrowPhase =
    std::function<std::shared_ptr<const SweptNarrowPhase>(std::shared_ptr<const Executor>)>;

/// How continuous queries find the faces of two meshes that may touch, the name by which a user selects it,
/// and its parameters.
struct ContinuousMethod {
    std::string name;
    std::string about;  ///< one line
    std::vector<ParameterInfo> parameters;
    /// The selection's name is this one; an error message if a parameter is invalid.
    std::function<Result<MakeSweptNarrowPhase>(const Selection&)> select;
};

/// The one table of names. The first is the default.
const std::vector<ContinuousMethod>& continuousMethodTable();

/// What a text such as "swept-space?division=spmd" selects. An error message if there is no such name or
/// parameter, with the nearest one.
Result<MakeSweptNarrowPhase> selectContinuousMethod(const std::string& text);

/// "narrow-phase, swept-space".
std::string continuousMethodNames();

}  // namespace ricochet
