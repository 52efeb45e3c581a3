#pragma once

#include "algorithms/geometry/types.h"
#include "plugin/name_table.h"

#include <string>
#include <vector>

namespace ricochet::app {

/// For the help of options that take a back end.
inline const std::string kParameterHelp =
    "with parameters as 'NAME?parameter=value&parameter=value'; `ricochet list NAME` describes them";

/// The row of that name, or an error message with the nearest names. `kind`: of a row, such as "scene".
template <class Row>
Result<const Row*> rowNamed(const std::vector<Row>& table, const std::string& kind, const std::string& name) {
    if (const Row* row = findByName(table, name)) return row;
    return tl::unexpected("there is no " + kind + " '" + name + "'; " + nearestNames(name, rowNames(table)) +
                          "; `ricochet list` has all");
}

}  // namespace ricochet::app
