// Every back end by name, with combinations of the values of its choices and switches: face pairs.

#include "plugin/backends.h"
#include "tests/narrow_phase/tested.h"
#include "tests/support/against_brute_force.h"
#include "tests/support/labelled_data.h"
#include "tests/support/mesh_pairs.h"

#include <sstream>

namespace ricochet::test {
namespace {

std::vector<std::string> valuesOf(const ParameterInfo& info) {
    std::vector<std::string> values;
    std::istringstream text(info.values);
    for (std::string value; std::getline(text, value, ',');) {
        values.push_back(value.substr(value.find_first_not_of(' ')));
    }
    return values;
}

/// All of them or, of many, some at equal distances: tests of a back end's own settings run the others.
std::vector<std::string> sampled(const std::vector<std::string>& texts) {
    constexpr std::size_t kMost = kIsSlowBuild ? 8 : 48;
    if (texts.size() <= kMost) return texts;
    std::vector<std::string> some;
    for (std::size_t i = 0; i < kMost; ++i) some.push_back(texts[i * (texts.size() - 1) / (kMost - 1)]);
    return some;
}

/// "obb-tree", "obb-tree?fit=paper", …: numbers keep their defaults.
std::vector<std::string> combinationsOf(const Backend& backend) {
    std::vector<std::string> texts = {backend.name};
    for (const ParameterInfo& info : backend.parameters) {
        if (info.kind != "choice" && info.kind != "switch") continue;
        std::vector<std::string> longer;
        for (const std::string& text : texts) {
            const char* const joint = text.find('?') == std::string::npos ? "?" : "&";
            for (const std::string& value : valuesOf(info)) {
                longer.push_back(value == info.byDefault ? text : text + joint + info.name + "=" + value);
            }
        }
        texts = std::move(longer);
    }
    return sampled(texts);
}

/// Those that are exact and available on this machine.
std::vector<std::string> exactBackends() {
    std::vector<std::string> names;
    for (const Backend& backend : backends()) {
        const auto selected = selectBackend(backend.name);
        if (selected && !selected->isSampled) names.push_back(backend.name);
    }
    return names;
}

class EveryCombination : public testing::TestWithParam<std::string> {
protected:
    /// Calls visit(text, narrow phase) for each combination.
    template <class Visit>
    void forEach(Visit&& visit) const {
        for (const std::string& text : combinationsOf(*findBackend(GetParam()))) {
            SCOPED_TRACE(text);
            const auto selected = selectBackend(text);
            ASSERT_TRUE(selected.has_value()) << selected.error();
            if (selected->isSampled) continue;
            visit(*selected->make(makeSerialExecutor()).narrowPhase);
        }
    }
};

TEST_P(EveryCombination, FindsThePairsOfBruteForce) {
    const SharedMesh torus = torusMesh(1, 0.4, 24, 12), knot = knotMesh(60, 6);
    HitRate hits;
    forEach([&](const NarrowPhase& narrowPhase) {
        Random random(45);
        const AgainstBruteForce pair(narrowPhase, torus, knot);
        for (int trial = 0; trial < (kIsSlowBuild ? 2 : 12); ++trial) {
            const auto [poseA, poseB] = randomPoses(random, 4);
            const FacePairs truth = pair.truth(poseA, poseB);
            EXPECT_EQ(pair.pairs(poseA, poseB), truth) << "trial " << trial;
            hits.count(!truth.empty());
        }
    });
    EXPECT_TRUE(kIsSlowBuild || hits.isBetween(0.2, 0.8)) << hits.value();
}

TEST_P(EveryCombination, FindsLabelledPairs) {
    for (const LabelledFile& file : labelledFiles("meshpairs/tray_piston.txt")) {
        const LabelledMeshPair pair = readMeshPair(file.path);
        const std::size_t poses = kIsSlowBuild ? 1 : 2;
        forEach([&](const NarrowPhase& narrowPhase) { expectLabelledPairs(narrowPhase, pair, poses); });
    }
}

INSTANTIATE_TEST_SUITE_P(All, EveryCombination, testing::ValuesIn(exactBackends()), [](const auto& test) {
    std::string name = test.param;
    std::erase(name, '-');
    return name;
});

}  // namespace
}  // namespace ricochet::test
