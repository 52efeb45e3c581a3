#include "tests/narrow_phase/tested.h"
#include "tests/support/collision_cases.h"

#include <thread>

namespace ricochet::test {
namespace {

constexpr Index kTriangles = 1500;  // of a call

/// A model of which parts are built on demand, and a whole one, of the same mesh.
class BuildNear : public EveryNarrowPhase {
protected:
    void SetUp() override {
        EveryNarrowPhase::SetUp();
        if (IsSkipped()) return;
        // More triangles than are built whole at once; where all are, few will do.
        mesh = GetParam().buildsParts ? torusMesh(1, 0.4, 160, 40) : torusMesh(1, 0.4, 16, 8);
        whole = narrowPhase->build(mesh);
        onDemand = narrowPhase->buildOnDemand(mesh);
        EXPECT_EQ(onDemand->hasPendingParts(), GetParam().buildsParts);
        small = narrowPhase->build(sphereMesh(10, 6, 0.3));
    }

    Index buildNear(const Aabb& box) const { return narrowPhase->buildNear(*onDemand, box, kTriangles); }

    /// All that queries find of a model, in their order.
    struct Found {
        FacePairs pairs;
        std::vector<Index> faces;
        bool operator==(const Found&) const = default;
    };
    Found query(const CollisionModel& model, const Pose& pose, const Aabb& box) const {
        Found found;
        PairMemory memory;
        narrowPhase->findFacePairs({&model, {}}, {small.get(), pose}, 0.01, memory, found.pairs);
        narrowPhase->findFaces(model, box, found.faces);
        return found;
    }

    SharedMesh mesh;
    std::shared_ptr<const CollisionModel> whole, onDemand, small;
};

/// Around the small mesh at a place on the torus.
Aabb boxAt(const Vec3& place) { return {place - Vec3::Constant(0.35), place + Vec3::Constant(0.35)}; }

Vec3 placeOnTorus(Random& random) {
    const Vec3 direction = randomPoint(random, 1);
    return Vec3(direction.x(), direction.y(), 0).normalized() * 1.2;
}

TEST_P(BuildNear, ResultsAreThoseOfTheWholeModelAfterEachCall) {
    Random random(31);
    for (int trial = 0; trial < 4; ++trial) {
        const Vec3 place = placeOnTorus(random);
        Index built = 0;
        do {
            const Pose pose{randomRotation(random), place};
            const Found expected = query(*whole, pose, boxAt(place));
            EXPECT_FALSE(expected.pairs.empty() || expected.faces.empty());
            EXPECT_EQ(query(*onDemand, pose, boxAt(place)), expected);
            built = buildNear(boxAt(place));
        } while (built > 0);
    }
}

TEST_P(BuildNear, CallsBuildAsManyTrianglesAsAskedUntilAllNearTheBoxAre) {
    const Aabb everything = mesh->box();
    Index last = kTriangles;
    while (const Index built = buildNear(everything)) {
        EXPECT_GE(last, kTriangles);  // fewer only in the last call
        EXPECT_LE(built, kTriangles + mesh->frontCount());
        last = built;
    }
    EXPECT_FALSE(onDemand->hasPendingParts());
    EXPECT_EQ(buildNear(everything), 0u);
}

TEST_P(BuildNear, WholeAndCompletedModelsHaveNothingToBuild) {
    EXPECT_FALSE(whole->hasPendingParts());
    EXPECT_EQ(narrowPhase->buildNear(*whole, mesh->box(), kTriangles), 0u);
    narrowPhase->complete(*onDemand);
    EXPECT_FALSE(onDemand->hasPendingParts());
    EXPECT_EQ(buildNear(mesh->box()), 0u);
}

TEST_P(BuildNear, ThreadsMayCallItWhileOthersQuery) {
    Random random(32);
    const Vec3 place = placeOnTorus(random);
    const Pose pose{Matrix3::Identity(), place};
    std::vector<Found> found(2);
    std::vector<std::thread> threads;
    for (Found& each : found) threads.emplace_back([&] { each = query(*onDemand, pose, boxAt(place)); });
    for (const Aabb& box : {boxAt(place), mesh->box()}) {
        threads.emplace_back([this, box] {
            while (buildNear(box) > 0) {
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    const Found expected = query(*whole, pose, boxAt(place));
    EXPECT_FALSE(expected.pairs.empty());
    EXPECT_EQ(found[0], expected);
    EXPECT_EQ(found[1], expected);
    EXPECT_FALSE(onDemand->hasPendingParts());
}

RICOCHET_FOR_EVERY_NARROW_PHASE(BuildNear);

}  // namespace
}  // namespace ricochet::test
