#include "adapters/shape_cache/prepare_near.h"

#include "tests/adapters/shape_cache/cache_fixtures.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace ricochet {
namespace {

using test::CountingNarrowPhase;

TEST(StepBudget, IsTheSameInEachStepAndNothingOutsideOfSteps) {
    StepBudget budget;
    constexpr Index all = StepBudget::kTriangles;
    EXPECT_EQ(budget.left(1), all);
    EXPECT_EQ(budget.left(0), 0u);
    budget.spend(1, all / 4);
    EXPECT_EQ(budget.left(1), all - all / 4);
    budget.spend(1, 2 * all);
    EXPECT_EQ(budget.left(1), 0u);
    EXPECT_EQ(budget.left(2), all);
}

/// A model of which queries build parts.
struct PendingModel final : CollisionModel {
    using CollisionModel::CollisionModel;
    bool hasPendingParts() const override { return pending > 0; }
    mutable Index pending = 125'000;
};

struct PendingNarrowPhase final : CountingNarrowPhase {
    Index buildNear(const CollisionModel& model, const Aabb&, Index triangles) const override {
        Index& pending = static_cast<const PendingModel&>(model).pending;
        const Index part = std::min(pending, triangles);
        pending -= part;
        return part;
    }
};

ShapeModel shapeModel(const SharedMesh& mesh, std::shared_ptr<const CollisionModel> model) {
    return {.mesh = mesh, .faceNames = {}, .surface = buildContactSurface(*mesh), .model = std::move(model)};
}

TEST(PrepareNear, PreparesTheSurfaceFirstThenPartsOfTheModel) {
    const SharedMesh torus = torusMesh(1, 0.4, 100, 60);  // is not packed at once
    const ShapeModel shape = shapeModel(torus, std::make_shared<PendingModel>(torus));
    int boxes = 0;
    const auto box = [&boxes] {
        ++boxes;
        return Aabb{Vec3(0, 0, 0), Vec3(1, 1, 1)};
    };
    const auto prepare = [&](Index triangles) {
        return prepareNear(shape, PendingNarrowPhase(), box, triangles);
    };
    EXPECT_EQ(prepare(torus->frontCount() - 1), 0u);  // the next step has more
    EXPECT_FALSE(shape.surface->topology.isMade());
    EXPECT_EQ(prepare(torus->frontCount()), torus->frontCount());
    EXPECT_TRUE(shape.surface->topology.isMade());
    EXPECT_TRUE(shape.surface->packed->hasBegun());
    EXPECT_EQ(shape.surface->packed->packedFronts(), 0u);
    EXPECT_EQ(boxes, 0);
    EXPECT_EQ(prepare(1000), 0u);  // the next step has more
    for (const Index part : {50'000, 50'000, 25'000, 0}) EXPECT_EQ(prepare(50'000), part);
    EXPECT_EQ(boxes, 3);
}

TEST(PrepareNear, OfAShapeWithoutAModelOnlyTheTopologyIsNeeded) {
    const SharedMesh torus = torusMesh(1, 0.4, 100, 60);
    const ShapeModel shape = shapeModel(torus, nullptr);
    const auto prepare = [&] {
        return prepareNear(
            shape, PendingNarrowPhase(), [] { return Aabb(); }, StepBudget::kTriangles);
    };
    EXPECT_EQ(prepare(), torus->frontCount());
    EXPECT_TRUE(shape.surface->topology.isMade());
    EXPECT_FALSE(shape.surface->packed->hasBegun());
    EXPECT_EQ(prepare(), 0u);
}

}  // namespace
}  // namespace ricochet
