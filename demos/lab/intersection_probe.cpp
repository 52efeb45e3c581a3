#include "demos/lab/intersection_probe.h"

#include "demos/app/body_pairs.h"
#include "demos/app/mesh_solid.h"
#include "plugin/clocks.h"

namespace ricochet::lab {
using namespace app;

void IntersectionProbe::test(const scenes::Scene& scene) {
    const auto& bodies = scene.bodies();
    const Counters before = counters();
    forEachPairThatMayCollide(scene, [&](std::size_t i, std::size_t j) {
        const MeshInstance a = {&modelOf(bodies[i].mesh), poseOf(*bodies[i].body)};
        const MeshInstance b = {&modelOf(bodies[j].mesh), poseOf(*bodies[j].body)};
        const double start = threadMicroseconds();
        narrowPhase_->findFacePairs(a, b, 0, memories_[{i, j}], pairs_);
        microseconds_ += threadMicroseconds() - start;
    });
    const Counters after = counters();
    if (after.facePairs == before.facePairs) return;
    ++contactCalls_;
    boxTestsInContact_ += static_cast<double>(after.boxTests - before.boxTests);
}

Counters IntersectionProbe::counters() const {
    Counters sum;
    for (const auto& [bodies, memory] : memories_) {
        sum.calls += memory.counters.calls;
        sum.boxTests += memory.counters.boxTests;
        sum.triangleTests += memory.counters.triangleTests;
        sum.facePairs += memory.counters.facePairs;
    }
    return sum;
}

const CollisionModel& IntersectionProbe::modelOf(const std::shared_ptr<const scenes::SceneMesh>& mesh) {
    std::shared_ptr<const CollisionModel>& model = models_[mesh];
    if (!model) model = narrowPhase_->build(meshOf(*mesh));
    return *model;
}

}  // namespace ricochet::lab
