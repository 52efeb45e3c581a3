#pragma once

#include "algorithms/geometry/types.h"

#include <nlohmann/json.hpp>

#include <string>
#include <unordered_map>

namespace ricochet::app {

/// The JSON of a file, and where its values are.
struct LocatedJson {
    std::string path;
    nlohmann::ordered_json value;
    std::unordered_map<std::string, int> lines;  ///< by JSON pointers, of all values but numbers in arrays

    /// "PATH:LINE: POINTER: MESSAGE"; the line is that of the value, or of the array that it is in.
    std::string message(const std::string& pointer, const std::string& text) const;
};

/// An error message has the line and what was expected there. `path`: for messages.
Result<LocatedJson> parseJson(const std::string& path, const std::string& text);

}  // namespace ricochet::app
