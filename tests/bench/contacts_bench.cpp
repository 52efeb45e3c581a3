// `findContacts` alone, with face pairs found before. Time per face pair.

#include "algorithms/contact/contact.h"
#include "tests/bench/contact_poses.h"
#include "tests/bench/scene_meshes.h"

#include <benchmark/benchmark.h>

#include <stdexcept>

namespace ricochet::bench {
namespace {

constexpr Real kRingRadius = 1, kTubeRadius = 0.3;  // metres, as in the scenes tori-stack, chain and drop
constexpr Real kSunkIn = 1e-4;                      // metres
constexpr Real kScaleM16 = 100, kRaiseM16 = 0.605;  // as in the scene nut-bolt

/// The wide tree; repeats its last result on request.
class RecordedPairs final : public NarrowPhase {
public:
    bool replays = false;

    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override {
        return wide_.build(std::move(mesh));
    }
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override {
        if (!replays) wide_.findFacePairs(a, b, queryDistance, memory, found_);
        out = found_;
    }

private:
    WideTree wide_;
    mutable FacePairs found_;
};

/// Two bodies at rest, under gravity.
class TouchingBodies {
public:
    TouchingBodies(const Case& bodies, const PosePair& poses)
        : modelA_(pairs_.build(bodies.a)),
          modelB_(pairs_.build(bodies.b)),
          surfaceA_(buildContactSurface(*bodies.a)),
          surfaceB_(buildContactSurface(*bodies.b)) {
        input_.a.model = modelA_.get();
        input_.a.surface = surfaceA_.get();
        input_.a.pose = poses.a;
        input_.b.model = modelB_.get();
        input_.b.surface = surfaceB_.get();
        input_.b.pose = poses.b;
        input_.step.timeStep = 1.0 / 60;
        input_.a.motion.centre = poses.a.translation;
        input_.b.motion.centre = poses.b.translation;
        input_.a.motion.gravity = input_.b.motion.gravity = Vec3(0, 0, -9.81);
        for (int i = 0; i < 2; ++i) find();  // a first step has a larger query distance than the next
        pairs_.replays = true;
    }

    void find() { findContacts(pairs_, input_, {}, pairMemory_, memory_); }
    std::size_t facePairs() const { return memory_.facePairs.size(); }
    std::size_t points() const { return memory_.points.size(); }

private:
    RecordedPairs pairs_;
    std::shared_ptr<const CollisionModel> modelA_, modelB_;
    std::shared_ptr<const ContactSurface> surfaceA_, surfaceB_;
    PairInput input_;
    PairMemory pairMemory_;
    PersistentContacts memory_;
};

SharedMesh torus() { return torusMesh(kRingRadius, kTubeRadius, 32, 16); }

/// One on top of the other, ridge on ridge.
std::optional<Case> stackedTori() {
    const Pose above{Matrix3::Identity(), Vec3(0, 0, 2 * kTubeRadius - kSunkIn)};
    return Case{torus(), torus(), {{above, {}}}};
}

/// Two links of a chain.
std::optional<Case> hookedTori() {
    const Pose upright{Eigen::AngleAxis<Real>(std::numbers::pi / 2, Vec3::UnitX()).toRotationMatrix(),
                       Vec3(2 * (kRingRadius - kTubeRadius) - kSunkIn, 0, 0)};
    return Case{torus(), torus(), {{upright, {}}}};
}

/// As in a pile.
std::optional<Case> toriArbitrary() {
    Random random(91);
    const SharedMesh mesh = torus();
    const auto approach = [&] { return inwards(random, 3 * kRingRadius); };
    return Case{mesh, mesh, contactPoses(mesh, mesh, 20, approach, [] { return kSunkIn; })};
}

/// The nut of the labelled data on its bolt's thread. None if the data are absent.
std::optional<Case> nutOnBolt() {
    const SharedMesh nut = labelledMesh("nut_m16"), bolt = labelledMesh("bolt_m16");
    if (!nut || !bolt) return std::nullopt;
    const Matrix3 larger = kScaleM16 * Matrix3::Identity();
    const SharedMesh a = transformed(*nut, larger), b = transformed(*bolt, larger);
    const Approach down{Matrix3::Identity(), Matrix3::Identity(), Vec3(0, 0, -kRaiseM16), Vec3::UnitZ(), 0.1};
    const auto touches = ContactSearch(a, b).firstContact(down);
    if (!touches) throw std::runtime_error("the nut does not meet its bolt");
    return Case{a, b, {down.at(*touches + kSunkIn)}};
}

void contacts(benchmark::State& state, std::optional<Case> (*make)()) {
    const std::optional<Case> bodies = make();
    if (!bodies) return state.SkipWithError("labelled data is absent");
    std::vector<std::unique_ptr<TouchingBodies>> touching;
    std::size_t facePairs = 0, points = 0;
    for (const PosePair& poses : bodies->poses) {
        touching.push_back(std::make_unique<TouchingBodies>(*bodies, poses));
        facePairs += touching.back()->facePairs();
        points += touching.back()->points();
    }
    for (auto _ : state) {
        for (const auto& bodiesAtPose : touching) bodiesAtPose->find();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(facePairs));
    const auto poses = static_cast<double>(touching.size());
    state.counters["pairs"] = static_cast<double>(facePairs) / poses;
    state.counters["points"] = static_cast<double>(points) / poses;
    state.counters["per_pair"] =
        benchmark::Counter(static_cast<double>(facePairs),
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK_CAPTURE(contacts, stacked_tori, stackedTori);
BENCHMARK_CAPTURE(contacts, hooked_tori, hookedTori);
BENCHMARK_CAPTURE(contacts, tori_arbitrary, toriArbitrary);
BENCHMARK_CAPTURE(contacts, nut_on_bolt, nutOnBolt);

}  // namespace
}  // namespace ricochet::bench
