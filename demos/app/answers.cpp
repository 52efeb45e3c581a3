#include "demos/app/answers.h"

#include "demos/app/quantities.h"

#include <nlohmann/json.hpp>

namespace ricochet::app {
namespace {

using Json = nlohmann::ordered_json;
using Figures = std::vector<std::pair<std::string, std::string>>;

double numberAt(const Json& report, const char* name) {
    return report.at(name).is_null() ? 0 : report.at(name).get<double>();
}

std::string timesText(const Json& times) {
    return "median " + timeText(times.at("median")) + ", 99 % below " + timeText(times.at("p99")) + ", max " +
           timeText(times.at("max"));
}

std::string restText(const Json& report) {
    if (!report.at("asleep_at").is_null())
        return "all asleep after " + threeDigits(report.at("asleep_at")) + " s";
    return countText(report.at("bodies_asleep")) + " bodies asleep at the end";
}

std::string lostText(const Json& report) {
    std::string text = countText(report.at("bodies_lost"));
    if (!report.contains("lost_over") || report.at("bodies_lost") == 0) return text;
    return text + " (" + countText(report.at("lost_through")) + " through the ground, " +
           countText(report.at("lost_over")) + " over the lip)";
}

std::string softText(const Json& report) {
    return countText(report.at("soft_nodes")) + " nodes, " + countText(report.at("soft_nodes_inside")) +
           " inside of a mesh, " + countText(report.at("soft_crossings")) + " pairs of faces that cross";
}

constexpr std::size_t kLongest = 40;  // characters; then one more measure fits on a line of 100

std::string measuresText(const Json& measures) {
    std::string text;
    for (const auto& [name, value] : measures.items()) {
        if (text.size() > kLongest) return text + ", ...";
        text +=
            (text.empty() ? "" : ", ") + name + " " + (value.is_number() ? threeDigits(value) : value.dump());
    }
    return text;
}

}  // namespace

Figures mainFigures(const Json& report) {
    Figures figures = {
        {"bodies", countText(report.at("bodies")) + ", " + countText(report.at("triangles")) + " triangles"},
        {"backend", report.at("narrow").get<std::string>() + ", " + report.at("solver").get<std::string>() +
                        " solver, " + report.at("precision").get<std::string>()},
        {"steps", countText(report.at("steps")) + " at " + threeDigits(report.at("hz")) + " Hz"},
        {"step", timesText(report.at("step_ms"))},
        {"detection", timesText(report.at("detection_ms"))},
        {"contacts", threeDigits(report.at("contacts_mean")) + " points a step"}};
    if (!report.at("face_pairs").is_null()) {
        figures.back().second += ", " + threeDigits(report.at("face_pairs")) + " intersecting face pairs";
    }
    const Json& deepest = report.at("max_penetration");
    figures.emplace_back("deepest", deepest.is_null() ? "not measured" : lengthText(deepest));
    figures.emplace_back("drift", lengthText(numberAt(report, "drift")) + " sideways, " +
                                      threeDigits(numberAt(report, "tilt_degrees")) + " degrees");
    figures.emplace_back("energy", threeDigits(report.at("kinetic_energy_end")) + " J kinetic at the end");
    figures.emplace_back("rest", restText(report));
    figures.emplace_back("lost", lostText(report));
    if (report.contains("soft_nodes")) figures.emplace_back("soft bodies", softText(report));
    if (report.value("interrupted", false)) {
        figures.emplace_back("interrupted", "after " + countText(report.at("steps_done")) + " steps");
    }
    if (!report.at("measures").empty()) figures.emplace_back("measures", measuresText(report.at("measures")));
    figures.emplace_back("state hash", report.at("state_hash").get<std::string>());
    return figures;
}

}  // namespace ricochet::app
