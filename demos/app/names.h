#pragma once

#include "algorithms/geometry/types.h"

#include <string>
#include <vector>

namespace ricochet::app {

/// For the help of options that take a back end.
inline const std::string kParameterHelp =
    "with parameters as 'NAME?parameter=value&parameter=value'; `ricochet list NAME` describes them";

/// "pipes, torus, drop": for the message about an unknown name. `Row` has a member `name`.
template <class Row>
std::string namesOf(const std::vector<Row>& table) {
    std::string names;
    for (const Row& row : table) names.append(names.empty() ? "" : ", ").append(row.name);
    return names;
}

/// The row of that name, or nothing.
template <class Row>
const Row* findByName(const std::vector<Row>& table, const std::string& name) {
    for (const Row& row : table) {
        if (row.name == name) return &row;
    }
    return nullptr;
}

/// The row of that name, or an error message with the known names. `kind`: of a row, such as "scene".
template <class Row>
Result<const Row*> rowNamed(const std::vector<Row>& table, const std::string& kind, const std::string& name) {
    if (const Row* row = findByName(table, name)) return row;
    return tl::unexpected("there is no " + kind + " '" + name + "'; known are " + namesOf(table));
}

}  // namespace ricochet::app
