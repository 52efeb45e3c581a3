#pragma once

#include <string>
#include <vector>

namespace ricochet::app {

/// "pipes, torus, drop": for the sentence that answers an unknown name. `Row` has a member `name`.
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

}  // namespace ricochet::app
