#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <utility>
#include <vector>

namespace ricochet::app {

/// What a person asks about a run, from its report (`Recorder::report`): names and values of three digits
/// with units, at most fifteen. docs/figures.md says what each means.
std::vector<std::pair<std::string, std::string>> mainFigures(const nlohmann::ordered_json& report);

}  // namespace ricochet::app
