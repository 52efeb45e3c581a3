#include "tests/bench/baselines.h"

namespace ricochet::bench {
namespace {

struct Skip {
    const char* baseline;
    const char* caseName;
    const char* why;
};

/// The first is the reference.
constexpr const char* kCompared[] = {
    "wide-tree", "wide-tree-first", "obb-tree", "face-octree",       "fcl-obbrss",
    "float-obb", "gimpact",         "embree",   "embree-with-refit", "ode"};

/// Axis-aligned boxes are useless for long oblique triangles.
constexpr Skip kSkips[] = {
    {"face-octree", "B_pipes_turned", "over 6 GB"},
    {"face-octree", "B_pipes_crossing", "2 s per pose"},
    {"gimpact", "B_pipes_turned", "runs out of memory"},
    {"gimpact", "B_pipes_crossing", "over 10 s per pose"},
    {"embree", "B_pipes_turned", "over 10 s per pose"},
    {"embree", "B_pipes_crossing", "2 s per pose"},
    {"embree-with-refit", "B_pipes_turned", "over 10 s per pose"},
    {"embree-with-refit", "B_pipes_crossing", "2 s per pose"},
    {"ode", "B_pipes_turned", "over 10 s per pose"},
    {"ode", "B_pipes_crossing", "2 s per pose"},
};

}  // namespace

const std::vector<BaselineKind>& baselineKinds() {
    static const std::vector<BaselineKind> kinds = [] {
        std::vector<BaselineKind> rows;
        for (const char* name : kCompared) rows.push_back(baselines::baselineNamed(name));
        return rows;
    }();
    return kinds;
}

const char* reasonToSkip(const std::string& baseline, const std::string& caseName) {
    for (const Skip& skip : kSkips) {
        if (baseline == skip.baseline && caseName == skip.caseName) return skip.why;
    }
    return nullptr;
}

}  // namespace ricochet::bench
