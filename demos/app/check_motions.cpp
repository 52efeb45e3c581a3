#include "demos/app/check_motions.h"

#include "algorithms/swept/linear_contact.h"
#include "demos/mesh_files/motion_reader.h"

#include <chrono>
#include <filesystem>
#include <iostream>
#include <optional>
#include <vector>

namespace ricochet::app {
namespace {

std::optional<FeatureKind> kindOf(const std::string& path) {
    const std::string name = std::filesystem::path(path).filename().string();
    if (name.find("vertex-face") != std::string::npos) return FeatureKind::vertexFace;
    if (name.find("edge-edge") != std::string::npos) return FeatureKind::edgeEdge;
    return std::nullopt;
}

struct Answers {
    std::vector<std::optional<Real>> times;
    double seconds;
};

Answers answer(FeatureKind kind, const std::vector<LabelledMotion>& queries) {
    Answers answers;
    const auto begin = std::chrono::steady_clock::now();
    for (const LabelledMotion& query : queries) {
        answers.times.push_back(firstTouch({kind, query.at0, query.at1}));
    }
    answers.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return answers;
}

}  // namespace

Result<int> checkMotions(const std::string& path) {
    const std::optional<FeatureKind> kind = kindOf(path);
    if (!kind) return tl::unexpected(path + ": the name contains neither vertex-face nor edge-edge");
    const auto queries = readLabelledMotions(path);
    if (!queries) return tl::unexpected(queries.error());

    const Answers answers = answer(*kind, *queries);
    int missed = 0, falseAlarms = 0;
    for (std::size_t i = 0; i < queries->size(); ++i) {
        const bool touches = answers.times[i].has_value();
        if (touches == (*queries)[i].touches) continue;
        ++(touches ? falseAlarms : missed);
        std::cout << "query " << i << (touches ? ": false alarm" : ": missed") << '\n';
    }
    std::cout << "missed " << missed << ", false alarms " << falseAlarms << " of " << queries->size() << '\n'
              << static_cast<double>(queries->size()) / answers.seconds << " queries per second\n";
    return missed + falseAlarms == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace ricochet::app
