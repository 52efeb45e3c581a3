#pragma once

#include <string_view>

namespace ricochet::app {

/// The JSON Schema of scene files, as it was when the program was built.
std::string_view schemaText();

}  // namespace ricochet::app
