#include "plugin/continuous_methods.h"

#include "algorithms/face_octree/swept_space.h"
#include "plugin/nearest_name.h"

#include <algorithm>

namespace ricochet {
namespace {

/// Without parameters.
ContinuousMethod narrowPhaseMethod() {
    struct None {};
    const ParameterTable<None> parameters;
    return {"narrow-phase",
            "the pair's narrow phase lists the faces that are near in the middle of short parts of the step",
            describe(parameters), [parameters](const Selection& selection) {
                return readSettings(selection, parameters).map([](const None&) -> MakeSweptNarrowPhase {
                    return [](const std::shared_ptr<const Executor>&) { return nullptr; };
                });
            }};
}

ContinuousMethod sweptSpaceMethod() {
    const ParameterTable<FaceOctreeSettings> parameters = {
        choice("division", "how threads share the face pairs", &FaceOctreeSettings::division,
               {{"dynamic", PairDivision::dynamic},
                {"spmd", PairDivision::spmd},
                {"producer-consumer", PairDivision::producerConsumer}}),
        integerOr("automatic", FaceOctreeSettings::kAutomatic, "level", "resolution of the octree", "levels",
                  0, 12, &FaceOctreeSettings::level),
    };
    return {
        "swept-space",
        "the face octree lists the faces whose swept spaces may intersect in the step (paper 000, chapter 4)",
        describe(parameters), [parameters](const Selection& selection) {
            return readSettings(selection, parameters)
                .map([](const FaceOctreeSettings& settings) -> MakeSweptNarrowPhase {
                    return [settings](std::shared_ptr<const Executor> executor) {
                        return std::make_shared<SweptSpace>(settings, std::move(executor));
                    };
                });
        }};
}

std::vector<std::string> namesOfMethods() {
    std::vector<std::string> names;
    for (const ContinuousMethod& method : continuousMethodTable()) names.push_back(method.name);
    return names;
}

}  // namespace

const std::vector<ContinuousMethod>& continuousMethodTable() {
    static const std::vector<ContinuousMethod> table = {narrowPhaseMethod(), sweptSpaceMethod()};
    return table;
}

Result<MakeSweptNarrowPhase> selectContinuousMethod(const std::string& text) {
    const Result<Selection> selection = parseSelection(text);
    if (!selection) return tl::unexpected(selection.error());
    const auto& table = continuousMethodTable();
    const auto method = std::ranges::find(table, selection->name, &ContinuousMethod::name);
    if (method == table.end()) {
        return tl::unexpected("There is no continuous method '" + selection->name + "'; " +
                              knownNames(selection->name, namesOfMethods()) + ".");
    }
    return method->select(*selection);
}

std::string continuousMethodNames() { return joined(namesOfMethods()); }

}  // namespace ricochet
