// Tables of what a user selects by `name?parameter=value&parameter=value`: narrow phases, contact methods,
// continuous methods and, in the program, broad phases.
#pragma once

#include "plugin/nearest_name.h"
#include "plugin/parameters.h"

#include <algorithm>
#include <variant>

namespace ricochet {

/// A name, its parameters, and what they select.
template <class T>
struct NamedRow {
    using Selected = T;

    std::string name;
    std::string about;  ///< one line
    std::vector<ParameterInfo> parameters;
    /// The selection's name is this one; an error message if a parameter is invalid.
    std::function<Result<T>(const Selection&)> select;
};

/// For names without parameters.
using NoParameters = std::monostate;

/// The row of a name whose parameters are members of `Settings`. make(settings, text) returns what they
/// select; `text` is canonical: the same for the same settings.
template <class T, class Settings, class Make>
NamedRow<T> namedRow(std::string name, std::string about, ParameterTable<Settings> table, Make make) {
    NamedRow<T> row{
        .name = std::move(name), .about = std::move(about), .parameters = describe(table), .select = {}};
    row.select = [name = row.name, table = std::move(table), make](const Selection& selection) {
        return readSettings(selection, table).map([&](const Settings& settings) -> T {
            return make(settings, canonicalText(name, table, settings));
        });
    };
    return row;
}

/// The row of that name, or null.
template <class Row>
const Row* findByName(const std::vector<Row>& table, const std::string& name) {
    const auto row = std::ranges::find_if(table, [&](const Row& each) { return each.name == name; });
    return row == table.end() ? nullptr : &*row;
}

/// All names of a table, in its order.
template <class Row>
std::vector<std::string> rowNames(const std::vector<Row>& table) {
    std::vector<std::string> names;
    for (const Row& row : table) names.emplace_back(row.name);
    return names;
}

/// What the text selects. An error message if there is no such name or parameter, with the nearest one.
/// `kind`: of a row, such as "narrow phase". `others`: valid names that are not in the table.
template <class Row>
Result<typename Row::Selected> selectFrom(const std::vector<Row>& table, const std::string& kind,
                                          const std::string& text,
                                          const std::vector<std::string>& others = {}) {
    const Result<Selection> selection = parseSelection(text);
    if (!selection) return tl::unexpected(selection.error());
    const Row* const row = findByName(table, selection->name);
    if (!row) {
        std::vector<std::string> known = rowNames(table);
        known.insert(known.end(), others.begin(), others.end());
        return tl::unexpected("There is no " + kind + " '" + selection->name + "'; " +
                              knownNames(selection->name, known) + ".");
    }
    for (const auto& [parameter, value] : selection->parameters) {
        if (findByName(row->parameters, parameter)) continue;
        for (const Row& other : table) {
            if (!findByName(other.parameters, parameter)) continue;
            return tl::unexpected(
                unknownParameter(*selection, parameter, rowNames(row->parameters), other.name));
        }
    }
    return row->select(*selection);
}

}  // namespace ricochet
