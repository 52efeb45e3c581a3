// The parameters of what a user selects by name: `name?parameter=value&parameter=value`. A row binds a
// parameter to a member of a settings struct, whose initial value is the default; parsing, error messages and
// the lists that the program prints come from the rows.
#pragma once

#include "algorithms/geometry/types.h"

#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace ricochet {

/// What a user reads about a parameter.
struct ParameterInfo {
    std::string name;
    std::string about;      ///< one line
    std::string kind;       ///< "choice", "switch", "integer" or "number"
    std::string values;     ///< "paper, ours", "on, off" or "1 to 64"
    std::string unit;       ///< empty if it has none
    std::string byDefault;  ///< the text of the default
};

/// One parameter of a struct of settings.
template <class Settings>
struct Parameter {
    ParameterInfo info;  ///< without the default
    /// Empty, or what is wrong with the text, for a sentence that begins with the parameter's name.
    std::function<std::string(Settings&, const std::string& text)> set;
    std::function<std::string(Settings)> show;  ///< the text of the member's value
};

template <class Settings>
using ParameterTable = std::vector<Parameter<Settings>>;

/// The name and the parameters of a selection, before they are checked.
struct Selection {
    std::string name;
    std::vector<std::pair<std::string, std::string>> parameters;  ///< name and value
};

/// Splits `name?parameter=value&parameter=value`; a former name becomes the present one with its parameters.
/// An error message if a parameter has no name or no value, or occurs twice.
Result<Selection> parseSelection(const std::string& given);

/// An error message for a parameter that the selected name does not have. `owner`: another name that has it,
/// or empty.
std::string unknownParameter(const Selection& selection, const std::string& parameter,
                             const std::vector<std::string>& known, const std::string& owner = "");

namespace parameters {

// How a row finds its member: a pointer to it, or a lambda that returns a reference.
template <class Owner, class Member>
std::pair<Owner, Member> ownerAndMember(Member Owner::*);
template <class Lambda, class Member, class Owner>
std::pair<Owner, Member> ownerAndMember(Member& (Lambda::*)(Owner&) const);
template <class Lambda>
auto ownerAndMember(Lambda) -> decltype(ownerAndMember(&Lambda::operator()));

template <class Access>
using SettingsOf = typename decltype(ownerAndMember(std::declval<Access>()))::first_type;
template <class Access>
using ValueOf = typename decltype(ownerAndMember(std::declval<Access>()))::second_type;

/// Empty, or "must be from 1 to 64 faces, not 100; the nearest is 64".
std::string readNumber(const std::string& text, const ParameterInfo& info, long long minimum,
                       long long maximum, long long& value);
std::string readNumber(const std::string& text, const ParameterInfo& info, double minimum, double maximum,
                       double& value);
/// The position of the text among the choices; else `fault` says "must be paper or ours, not 'papr'; …".
std::size_t findChoice(const std::string& text, const std::vector<std::string>& choices, std::string& fault);
std::string toText(double value);
std::string toText(long long value);
template <class Number>
std::string range(Number minimum, Number maximum) {
    return toText(minimum) + " to " + toText(maximum);
}

}  // namespace parameters

/// A member that takes one of a few values: an enumeration or a number.
template <class Access>
auto choice(std::string name, std::string about, Access access,
            std::initializer_list<std::pair<const char*, parameters::ValueOf<Access>>> choices) {
    using Settings = parameters::SettingsOf<Access>;
    using Value = parameters::ValueOf<Access>;
    std::vector<std::string> names;
    std::vector<Value> values;
    std::string list;
    for (const auto& [text, value] : choices) {
        names.emplace_back(text);
        values.push_back(value);
        list.append(list.empty() ? "" : ", ").append(text);
    }
    Parameter<Settings> row;
    row.info = {.name = std::move(name),
                .about = std::move(about),
                .kind = "choice",
                .values = std::move(list),
                .unit = "",
                .byDefault = ""};
    row.set = [access, names, values](Settings& settings, const std::string& text) {
        std::string fault;
        const std::size_t position = parameters::findChoice(text, names, fault);
        if (fault.empty()) std::invoke(access, settings) = values[position];
        return fault;
    };
    row.show = [access, names, values](Settings settings) {
        std::size_t position = 0;
        while (position + 1 < values.size() && !(values[position] == std::invoke(access, settings)))
            ++position;
        return names[position];
    };
    return row;
}

/// A member of type bool: on or off.
template <class Access>
auto flag(std::string name, std::string about, Access access) {
    auto row = choice(std::move(name), std::move(about), access, {{"off", false}, {"on", true}});
    row.info.kind = "switch";
    return row;
}

namespace parameters {

/// The row of a number; `Number` holds its values exactly.
template <class Number, class Access>
auto number(const char* kind, std::string name, std::string about, std::string unit, Number minimum,
            Number maximum, Access access) {
    Parameter<SettingsOf<Access>> row;
    row.info = {.name = std::move(name),
                .about = std::move(about),
                .kind = kind,
                .values = range(minimum, maximum),
                .unit = std::move(unit),
                .byDefault = ""};
    row.set = [access, info = row.info, minimum, maximum](SettingsOf<Access>& settings,
                                                          const std::string& text) {
        Number value = 0;
        std::string fault = readNumber(text, info, minimum, maximum, value);
        if (fault.empty()) std::invoke(access, settings) = static_cast<ValueOf<Access>>(value);
        return fault;
    };
    row.show = [access](SettingsOf<Access> settings) {
        return toText(static_cast<Number>(std::invoke(access, settings)));
    };
    return row;
}

}  // namespace parameters

/// A whole number from `minimum` to `maximum`.
template <class Access>
auto integer(std::string name, std::string about, std::string unit, long long minimum, long long maximum,
             Access access) {
    return parameters::number("integer", std::move(name), std::move(about), std::move(unit), minimum, maximum,
                              access);
}

/// The row with one more value: the text `special` stands for `specialValue`, which is outside its range.
template <class Row, class Access>
Row orText(std::string special, parameters::ValueOf<Access> specialValue, Row row, Access access) {
    using Settings = parameters::SettingsOf<Access>;
    row.info.values = special + ", " + row.info.values;
    row.set = [access, special, specialValue, set = row.set](Settings& settings, const std::string& text) {
        if (text != special) return set(settings, text);
        std::invoke(access, settings) = specialValue;
        return std::string();
    };
    row.show = [access, special, specialValue, show = row.show](Settings settings) {
        return std::invoke(access, settings) == specialValue ? special : show(settings);
    };
    return row;
}

/// A whole number, or the text `special`.
template <class Access>
auto integerOr(std::string special, parameters::ValueOf<Access> specialValue, std::string name,
               std::string about, std::string unit, long long minimum, long long maximum, Access access) {
    return orText(std::move(special), specialValue,
                  integer(std::move(name), std::move(about), std::move(unit), minimum, maximum, access),
                  access);
}

/// A real number from `minimum` to `maximum`.
template <class Access>
auto real(std::string name, std::string about, std::string unit, double minimum, double maximum,
          Access access) {
    return parameters::number("number", std::move(name), std::move(about), std::move(unit), minimum, maximum,
                              access);
}

/// The rows' descriptions, with the defaults.
template <class Settings>
std::vector<ParameterInfo> describe(const ParameterTable<Settings>& table) {
    std::vector<ParameterInfo> infos;
    for (const Parameter<Settings>& row : table) {
        infos.push_back(row.info);
        infos.back().byDefault = row.show(Settings{});
    }
    return infos;
}

/// The settings that a selection asks for, or an error message.
template <class Settings>
Result<Settings> readSettings(const Selection& selection, const ParameterTable<Settings>& table) {
    Settings settings{};
    for (const auto& [name, text] : selection.parameters) {
        const Parameter<Settings>* known = nullptr;
        std::vector<std::string> names;
        for (const Parameter<Settings>& row : table) {
            names.push_back(row.info.name);
            if (row.info.name == name) known = &row;
        }
        if (!known) return tl::unexpected(unknownParameter(selection, name, names));
        if (const std::string fault = known->set(settings, text); !fault.empty()) {
            return tl::unexpected("'" + name + "' of " + selection.name + " " + fault + ".");
        }
    }
    return settings;
}

/// The shortest text that selects the settings: parameters in the table's order, without those that have
/// their default.
template <class Settings>
std::string canonicalText(const std::string& name, const ParameterTable<Settings>& table,
                          const Settings& settings) {
    std::string text = name;
    for (const Parameter<Settings>& row : table) {
        const std::string value = row.show(settings);
        if (value == row.show(Settings{})) continue;
        text += (text.size() == name.size() ? "?" : "&") + row.info.name + "=" + value;
    }
    return text;
}

}  // namespace ricochet
