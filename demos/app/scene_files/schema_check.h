#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace ricochet::app {

/// The first thing in a value that a schema does not allow.
struct SchemaProblem {
    std::string pointer;  ///< to it, in the value
    std::string message;  ///< what was expected, by the schema's titles
    int rank = 0;         ///< of alternatives, the one whose problem has the highest is reported
};

/// Checks a value against a JSON Schema of the keywords that ours has: type, enum, const, minimum, maximum,
/// exclusiveMinimum, minLength, minItems, maxItems, items, properties, required, additionalProperties, oneOf
/// and $ref into its $defs.
std::optional<SchemaProblem> findProblem(const nlohmann::ordered_json& schema,
                                         const nlohmann::ordered_json& value);

/// The schema of scene files.
const nlohmann::ordered_json& sceneSchema();

}  // namespace ricochet::app
