#include "demos/app/scene_files/schema_check.h"

#include "demos/app/scene_files/schema_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ricochet::app {
namespace {

using Json = nlohmann::ordered_json;
using Problem = std::optional<SchemaProblem>;

class Checker {
public:
    explicit Checker(const Json& root) : root_(root) {}

    Problem check(const Json& given, const Json& value, const std::string& pointer) const {
        const Json& schema = resolved(given);
        if (schema.contains("const") && value != schema["const"]) {
            return SchemaProblem{pointer, expected("'" + schema["const"].get<std::string>() + "'", value), 0};
        }
        if (!isAllowed(schema, value)) {
            return SchemaProblem{pointer, expected(schema.value("title", ""), value), rankAt(pointer)};
        }
        if (value.is_object()) {
            if (Problem problem = checkMembers(schema, value, pointer)) return problem;
        }
        if (value.is_array() && schema.contains("items")) {
            for (std::size_t i = 0; i < value.size(); ++i) {
                if (Problem p = check(schema["items"], value[i], pointer + "/" + std::to_string(i))) return p;
            }
        }
        return schema.contains("oneOf") ? checkAlternatives(schema, value, pointer) : std::nullopt;
    }

private:
    const Json& resolved(const Json& schema) const {
        if (!schema.contains("$ref")) return schema;
        return root_.at(Json::json_pointer(schema["$ref"].get<std::string>().substr(1)));
    }

    static std::string expected(const std::string& what, const Json& value) {
        constexpr std::size_t kLongestValue = 40;  // characters
        std::string text = value.is_structured() ? std::string(value.type_name()) : value.dump();
        if (value.is_array()) text = "an array of " + std::to_string(value.size());
        if (value.is_object()) text = "an object";
        if (text.size() > kLongestValue) text = text.substr(0, kLongestValue) + "...";
        return "expected " + what + ", not " + text;
    }

    /// The deeper a problem is, the more of its alternative was right.
    static int rankAt(const std::string& pointer) {
        return 2 + static_cast<int>(std::ranges::count(pointer, '/'));
    }

    static bool hasType(const std::string& type, const Json& value) {
        if (type == "integer")
            return value.is_number() && std::trunc(value.get<double>()) == value.get<double>();
        return value.is_number() ? type == "number" : type == value.type_name();
    }

    static bool isAllowed(const Json& schema, const Json& value) {
        if (schema.contains("type")) {
            const Json& type = schema["type"];
            const bool isOne =
                type.is_array()
                    ? std::ranges::any_of(
                          type, [&](const Json& one) { return hasType(one.get<std::string>(), value); })
                    : hasType(type.get<std::string>(), value);
            if (!isOne) return false;
        }
        if (schema.contains("enum") && std::ranges::find(schema["enum"], value) == schema["enum"].end()) {
            return false;
        }
        if (value.is_number()) {
            const double number = value.get<double>();
            if (schema.contains("minimum") && number < schema["minimum"]) return false;
            if (schema.contains("maximum") && number > schema["maximum"]) return false;
            if (schema.contains("exclusiveMinimum") && !(number > schema["exclusiveMinimum"])) return false;
        }
        if (value.is_string() && value.get_ref<const std::string&>().size() < schema.value("minLength", 0u)) {
            return false;
        }
        return !value.is_array() || (value.size() >= schema.value("minItems", std::size_t{0}) &&
                                     value.size() <= schema.value("maxItems", value.size()));
    }

    Problem checkMembers(const Json& schema, const Json& value, const std::string& pointer) const {
        const Json known = schema.value("properties", Json::object());
        // The type first: it says which alternative a value is.
        if (known.contains("type") && value.contains("type")) {
            if (Problem problem = check(known["type"], value["type"], pointer + "/type")) return problem;
        }
        for (const Json& name : schema.value("required", Json::array())) {
            if (value.contains(name.get<std::string>())) continue;
            return SchemaProblem{pointer, "expected \"" + name.get<std::string>() + "\" in it", 1};
        }
        for (const auto& [name, member] : value.items()) {
            const std::string at = (Json::json_pointer(pointer) / name).to_string();
            if (known.contains(name)) {
                if (Problem problem = check(known[name], member, at)) return problem;
            } else if (schema.contains("additionalProperties")) {
                const Json& others = schema["additionalProperties"];
                if (others == false) return SchemaProblem{at, "expected " + namesOf(known), 1};
                if (Problem problem = check(others, member, at)) return problem;
            }
        }
        return std::nullopt;
    }

    static int countKnown(const Json& properties, const Json& value) {
        int known = 0;
        for (const auto& [name, member] : value.items()) known += properties.contains(name);
        return known;
    }

    static std::string namesOf(const Json& properties) {
        std::string names;
        for (const auto& [name, schema] : properties.items()) names += (names.empty() ? "" : ", ") + name;
        return "one of " + names;
    }

    /// Alternatives exclude one another, so the first that allows the value is the one.
    Problem checkAlternatives(const Json& schema, const Json& value, const std::string& pointer) const {
        Problem best;
        int mostKnown = 0;
        std::string names;
        for (const Json& given : schema["oneOf"]) {
            const Json& alternative = resolved(given);
            const Problem problem = check(alternative, value, pointer);
            if (!problem) return std::nullopt;
            const int known = countKnown(alternative["properties"], value);
            if (!best || std::pair(problem->rank, known) > std::pair(best->rank, mostKnown)) {
                best = problem;
                mostKnown = known;
            }
            const Json type = alternative["properties"].value("type", Json::object());
            if (type.contains("const")) {
                names += (names.empty() ? "" : ", ") + type["const"].get<std::string>();
            }
        }
        if (best->rank == 0) best->message = expected("one of " + names, value.at("type"));
        return best;
    }

    const Json& root_;
};

}  // namespace

std::optional<SchemaProblem> findProblem(const Json& schema, const Json& value) {
    return Checker(schema).check(schema, value, "");
}

const Json& sceneSchema() {
    static const Json schema = Json::parse(schemaText());
    return schema;
}

}  // namespace ricochet::app
