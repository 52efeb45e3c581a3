#include "plugin/continuous_methods.h"

#include "algorithms/face_octree/swept_space.h"

namespace ricochet {
namespace {

ContinuousMethod narrowPhaseMethod() {
    return namedRow<MakeSweptNarrowPhase>(
        "narrow-phase",
        "the pair's narrow phase lists the faces that are near in the middle of short parts of the step",
        ParameterTable<NoParameters>{}, [](const NoParameters&, const std::string&) {
            return [](const std::shared_ptr<const Executor>&) { return nullptr; };
        });
}

ContinuousMethod sweptSpaceMethod() {
    return namedRow<MakeSweptNarrowPhase>(
        "swept-space",
        "the face octree lists the faces whose swept spaces may intersect in the step (paper 000, chapter 4)",
        ParameterTable<FaceOctreeSettings>{
            choice("division", "how threads share the face pairs", &FaceOctreeSettings::division,
                   {{"dynamic", PairDivision::dynamic},
                    {"spmd", PairDivision::spmd},
                    {"producer-consumer", PairDivision::producerConsumer}}),
            integerOr("automatic", FaceOctreeSettings::kAutomatic, "level", "resolution of the octree",
                      "levels", 0, 12, &FaceOctreeSettings::level),
        },
        [](const FaceOctreeSettings& settings, const std::string&) {
            return [settings](std::shared_ptr<const Executor> executor) {
                return std::make_shared<SweptSpace>(settings, std::move(executor));
            };
        });
}

}  // namespace

const std::vector<ContinuousMethod>& continuousMethodTable() {
    // Never destroyed: worlds may be made while the program ends.
    static const auto& table = *new std::vector<ContinuousMethod>{narrowPhaseMethod(), sweptSpaceMethod()};
    return table;
}

Result<MakeSweptNarrowPhase> selectContinuousMethod(const std::string& text) {
    return selectFrom(continuousMethodTable(), "continuous method", text);
}

}  // namespace ricochet
