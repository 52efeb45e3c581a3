#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace ricochet::app {

/// In one line, or indented by so many spaces. Names of files and parts may be any bytes: what is not UTF-8
/// becomes U+FFFD.
inline std::string jsonText(const nlohmann::ordered_json& json, int indent = -1) {
    return json.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace ricochet::app
