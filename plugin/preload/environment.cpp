#include "plugin/preload/environment.h"

#include <cstdlib>

namespace ricochet::preload {
namespace {

/// One variable: its accepted values, and the conversion of a text to a member of Request; false if it is
/// invalid.
struct Variable {
    const char* name;
    const char* takes;
    bool (*read)(const std::string& text, Request& request);
};

/// Reads the whole text as a number; false if it is not one.
template <class Number, class Read>
bool readNumber(const std::string& text, Number& number, Read&& read) {
    char* end = nullptr;
    number = static_cast<Number>(read(text.c_str(), &end));
    return *end == '\0';
}

bool readInteger(const std::string& text, int& number) {
    long wide = 0;
    const bool isNumber =
        readNumber(text, wide, [](const char* begin, char** end) { return std::strtol(begin, end, 10); });
    number = static_cast<int>(wide);
    return isNumber && number == wide;
}

/// `first` for true and `second` for false.
bool readChoice(const std::string& text, const char* first, const char* second, bool& isFirst) {
    isFirst = text == first;
    return isFirst || text == second;
}

bool readMargins(const std::string& text, Request& request) {
    bool asShape = true;
    if (!readChoice(text, "shape", "zero", asShape)) return false;
    request.margins = asShape ? Margins::asShape : Margins::zero;
    return true;
}

// clang-format off
const Variable kVariables[] = {
    // name                     accepted values        how it is read
    {"RICOCHET_NARROW",         "a narrow phase",
     [](const std::string& text, Request& s) { s.narrowPhase = text; return true; }},
    {"RICOCHET_SOLVER",         "sequential or small-steps",
     [](const std::string& text, Request& s) { return readChoice(text, "small-steps", "sequential", s.smallSteps); }},
    {"RICOCHET_ROUND",          "a contact method",
     [](const std::string& text, Request& s) { s.roundMesh = text; return true; }},
    {"RICOCHET_HULL",           "a contact method of hulls",
     [](const std::string& text, Request& s) { s.hullMesh = text; return true; }},
    {"RICOCHET_SOFT",           "a contact method of soft bodies",
     [](const std::string& text, Request& s) { s.softMesh = text; return true; }},
    {"RICOCHET_CONVEX",         "a contact method of convex bodies",
     [](const std::string& text, Request& s) { s.convexConvex = text; return true; }},
    {"RICOCHET_MARGINS",        "shape or zero",       readMargins},
    {"RICOCHET_THREADS",        "a whole number",
     [](const std::string& text, Request& s) { return readInteger(text, s.threads); }},
    {"RICOCHET_BIND_THREADS",   "on or off",
     [](const std::string& text, Request& s) { return readChoice(text, "on", "off", s.bindThreads); }},
    {"RICOCHET_CONTINUOUS",     "a continuous method",
     [](const std::string& text, Request& s) { s.continuous = text; return true; }},
    {"RICOCHET_CLEARANCE",      "a number of metres",
     [](const std::string& text, Request& s) { return readNumber(text, s.clearance, std::strtod); }},
    {"RICOCHET_MAX_PATCHES",    "a whole number",
     [](const std::string& text, Request& s) { return readInteger(text, s.maxPatches); }},
    {"RICOCHET_PAIR_BUDGET",    "a whole number",
     [](const std::string& text, Request& s) { return readInteger(text, s.pairBudget); }},
    {"RICOCHET_SWEPT_CONTACTS", "on or off",
     [](const std::string& text, Request& s) { return readChoice(text, "on", "off", s.sweptContacts); }},
    {"RICOCHET_MESH_INERTIA",   "on or off",
     [](const std::string& text, Request& s) { return readChoice(text, "on", "off", s.meshInertia); }},
    {"RICOCHET_COLLISION",      "on or off",
     [](const std::string& text, Request& s) {
         if (text == "off") s.error = "RICOCHET_COLLISION is off.";
         return text == "on" || text == "off";
     }},
    {"RICOCHET_INTERNAL_EDGE_REMOVAL", "on or off",
     [](const std::string& text, Request& s) { return readChoice(text, "on", "off", s.internalEdgeRemoval); }},
};
// clang-format on

}  // namespace

Request readEnvironment() {
    Request request;
    for (const Variable& variable : kVariables) {
        const char* text = std::getenv(variable.name);
        if (!request.error.empty()) break;
        if (text == nullptr || *text == '\0' || variable.read(text, request)) continue;
        request.error = std::string(variable.name) + " takes " + variable.takes + ", not '" + text + "'.";
        break;
    }
    return request;
}

}  // namespace ricochet::preload
