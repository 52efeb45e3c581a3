#include "demos/app/body_state.h"
#include "demos/app/simulation.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>
#include <ricochet/stencil.h>

#include <stdexcept>
#include <thread>

namespace ricochet::app {
namespace {

/// Worlds of one process draw in one OpenGL context, each with images and buffers of its own.
class WorldsOnOneContext : public testing::Test {
protected:
    struct World {
        const char* narrow;
        unsigned seed;
    };
    static constexpr std::array<World, 3> kWorlds = {
        {{"stencil?draw-from=0", 1},
         {"stencil?mode=buffer&pixels=32&undecided=blending", 2},
         {"stencil?mode=sampled&pixels=32&search-pixels=16&atlas-pixels=16", 3}}};

    static std::unique_ptr<Simulation> make(const World& world) {
        addStencilBackend();
        RunOptions options;
        options.scene = "drop";
        options.narrow = world.narrow;
        options.solver = "sequential";
        options.bodies = 2;
        options.seed = world.seed;
        auto made = Simulation::create(options);
        if (!made) throw std::runtime_error(made.error());
        return std::move(*made);
    }
    static std::uint64_t hashOf(const Simulation& simulation) {
        return stateHash(simulation.scene().bodies());
    }
    static std::uint64_t hashAlone(const World& world) {
        const auto simulation = make(world);
        double contacts = 0;
        for (int step = 0; step < kSteps; ++step) {
            simulation->step();
            contacts += simulation->contacts();
        }
        EXPECT_GT(contacts, 0) << world.narrow;
        return hashOf(*simulation);
    }
    /// The first bodies meet after 45 steps.
    static constexpr int kSteps = test::kIsSlowBuild ? 46 : 54;
};

TEST_F(WorldsOnOneContext, StepInTurnsAndAtOnceAsEachAlone) {
    std::vector<std::unique_ptr<Simulation>> worlds;
    for (const World& world : kWorlds) worlds.push_back(make(world));
    auto passing = make(kWorlds[1]);  // ends early, and takes nothing of the others with it
    for (int step = 0; step < kSteps; ++step) {
        for (const auto& each : worlds) each->step();
        if (step == kSteps / 2) passing.reset();
        if (passing) passing->step();
    }
    std::array<std::uint64_t, kWorlds.size()> atOnce{};
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < kWorlds.size(); ++i) {
        threads.emplace_back([&, i] { atOnce[i] = hashAlone(kWorlds[i]); });
    }
    for (std::thread& each : threads) each.join();
    for (std::size_t i = 0; i < kWorlds.size(); ++i) {
        const std::uint64_t alone = hashAlone(kWorlds[i]);
        EXPECT_EQ(hashOf(*worlds[i]), alone) << kWorlds[i].narrow;
        EXPECT_EQ(atOnce[i], alone) << kWorlds[i].narrow;
    }
}

}  // namespace
}  // namespace ricochet::app
