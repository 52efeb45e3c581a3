#include "demos/app/broad_phases.h"

#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/BroadphaseCollision/btSimpleBroadphase.h>
#include <ricochet/mktree_broadphase.h>

namespace ricochet::app {
namespace {

using Made = std::unique_ptr<btBroadphaseInterface>;
using BroadPhaseRow = NamedRow<BroadPhase>;

/// Numbers of 16 bits count end points, two for each proxy.
constexpr int kMostProxiesOf16Bits = 16384;

template <class Phase>
Made makeWithCache(const BroadPhaseRoom& room) {
    return std::make_unique<Phase>(room.pairCache);
}

Made makeDeferredTrees(const BroadPhaseRoom& room) {
    auto trees = std::make_unique<btDbvtBroadphase>(room.pairCache);
    trees->m_deferedcollide = true;
    return trees;
}

template <class AxisSweep, class Handle>
Made makeAxisSweep(const BroadPhaseRoom& room) {
    return std::make_unique<AxisSweep>(room.low, room.high, static_cast<Handle>(room.proxies),
                                       room.pairCache);
}

Made makeSimple(const BroadPhaseRoom& room) {
    return std::make_unique<btSimpleBroadphase>(room.proxies, room.pairCache);
}

BroadPhaseRow withoutParameters(const char* name, const char* about, Made (*make)(const BroadPhaseRoom&)) {
    return namedRow<BroadPhase>(name, about, ParameterTable<NoParameters>{},
                                [make](const NoParameters&, const std::string& text) {
                                    return BroadPhase{text, make};
                                });
}

BroadPhaseRow boxTrees() {
    struct Trees {
        bool areDeferred = false;
    };
    return namedRow<BroadPhase>(
        "dbvt", "Bullet's dynamic box trees",
        ParameterTable<Trees>{flag("deferred", "all pairs are found at once", &Trees::areDeferred)},
        [](const Trees& trees, const std::string& text) {
            return BroadPhase{text, trees.areDeferred ? makeDeferredTrees : makeWithCache<btDbvtBroadphase>};
        });
}

BroadPhaseRow sweepAndPrune() {
    return namedRow<BroadPhase>(
        "sweep-and-prune", "ours: boxes sorted into cells; if few move, only these are compared",
        ParameterTable<SweepAndPruneSettings>{
            choice(
                "sweep",
                "how overlaps are found: boxes in cells, of which few movers alone are compared; all sorted "
                "anew in each step; or the paper's three lists, sorted by insertion, for a few hundred "
                "bodies",
                &SweepAndPruneSettings::sweep,
                {{"automatic", Sweep::automatic},
                 {"from-scratch", Sweep::fromScratch},
                 {"lists", Sweep::incremental}}),
            choice(
                "boxes",
                "dynamic: as Bullet computes them in each step; fixed: the paper's cubes about the bodies' "
                "bounding spheres, which only move",
                &SweepAndPruneSettings::boxes,
                {{"dynamic", BodyBoxes::dynamic}, {"fixed", BodyBoxes::fixed}}),
            integer("threads", "that find overlaps; the pairs are the same for any number", "", 1, 64,
                    &SweepAndPruneSettings::threads),
        },
        [](const SweepAndPruneSettings& settings, const std::string& text) {
            BroadPhase phase{text, [settings](const BroadPhaseRoom& room) -> Made {
                                 return std::make_unique<SweepAndPruneBroadphase>(room.pairCache, settings);
                             }};
            phase.needsBodies = settings.boxes == BodyBoxes::fixed;
            return phase;
        });
}

BroadPhaseRow axisSweep() {
    struct Numbers {
        int bits = 16;
    };
    return namedRow<BroadPhase>(
        "axis-sweep3", "Bullet's sweep and prune",
        ParameterTable<Numbers>{choice("bits", "of a number; with 16 for at most 16,383 bodies",
                                       &Numbers::bits, {{"16", 16}, {"32", 32}})},
        [](const Numbers& numbers, const std::string& text) {
            if (numbers.bits == 32) return BroadPhase{text, makeAxisSweep<bt32BitAxisSweep3, unsigned>};
            return BroadPhase{text, makeAxisSweep<btAxisSweep3, unsigned short>, kMostProxiesOf16Bits};
        });
}

}  // namespace

const std::vector<NamedRow<BroadPhase>>& broadPhases() {
    static const std::vector<BroadPhaseRow> table = {
        boxTrees(),
        sweepAndPrune(),
        withoutParameters("mktree", "ours: static objects in an MKtree, the others in sweep-and-prune",
                          makeWithCache<MkTreeBroadphase>),
        axisSweep(),
        withoutParameters("simple", "Bullet's every body against every body", makeSimple),
    };
    return table;
}

Result<BroadPhase> selectBroadPhase(const std::string& text) {
    return selectFrom(broadPhases(), "broad phase", text);
}

Result<void> checkRoom(const BroadPhase& broadPhase, int bodies) {
    if (bodies < broadPhase.mostProxies) return {};
    return tl::unexpected("the broad phase '" + broadPhase.name + "' takes fewer than " +
                          std::to_string(broadPhase.mostProxies) + " bodies");
}

}  // namespace ricochet::app
