#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace ricochet::app {

/// Bytes as text.
std::string base64(std::string_view bytes);

/// Data for a script element: no text in it ends the element, and what is no UTF-8 in it is replaced.
std::string scriptText(const nlohmann::ordered_json& data);

/// Replaces @NAME@ in a page's template.
void fill(std::string& page, const std::string& name, std::string_view text);

}  // namespace ricochet::app
