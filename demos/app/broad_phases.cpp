#include "demos/app/broad_phases.h"

#include "demos/app/names.h"

#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/BroadphaseCollision/btSimpleBroadphase.h>
#include <ricochet/mktree_broadphase.h>

namespace ricochet::app {
namespace {

using Made = std::unique_ptr<btBroadphaseInterface>;

// Their 16-bit numbers count end points, two for each proxy.
constexpr int kMostProxiesOf16Bits = 16384;
constexpr int kAnyNumber = 1 << 30;

template <class Phase>
Made makeWithCache(const BroadPhaseRoom& room) {
    return std::make_unique<Phase>(room.pairCache);
}

Made makeDeferredTrees(const BroadPhaseRoom& room) {
    auto trees = std::make_unique<btDbvtBroadphase>(room.pairCache);
    trees->m_deferedcollide = true;
    return trees;
}

const ParameterTable<SweepAndPruneSettings>& sweepParameters() {
    static const ParameterTable<SweepAndPruneSettings> table = {
        choice("sweep",
               "how overlaps are found: boxes in cells, of which few movers alone are compared; all sorted "
               "anew in each step; or the paper's three lists, sorted by insertion, for a few hundred bodies",
               &SweepAndPruneSettings::sweep,
               {{"automatic", Sweep::automatic},
                {"from-scratch", Sweep::fromScratch},
                {"lists", Sweep::incremental}}),
        choice("boxes",
               "dynamic: as Bullet computes them in each step; fixed: the paper's cubes about the bodies' "
               "bounding spheres, which only move",
               &SweepAndPruneSettings::boxes, {{"dynamic", BodyBoxes::dynamic}, {"fixed", BodyBoxes::fixed}}),
        integer("threads", "that find overlaps; the pairs are the same for any number", "", 1, 64,
                &SweepAndPruneSettings::threads),
    };
    return table;
}

auto sweepMaker(const SweepAndPruneSettings& settings) {
    return [settings](const BroadPhaseRoom& room) -> Made {
        return std::make_unique<SweepAndPruneBroadphase>(room.pairCache, settings);
    };
}

template <class AxisSweep, class Handle>
Made makeAxisSweep(const BroadPhaseRoom& room) {
    return std::make_unique<AxisSweep>(room.low, room.high, static_cast<Handle>(room.proxies),
                                       room.pairCache);
}

Made makeMkTree(const BroadPhaseRoom& room) { return std::make_unique<MkTreeBroadphase>(room.pairCache); }

Made makeSimple(const BroadPhaseRoom& room) {
    return std::make_unique<btSimpleBroadphase>(room.proxies, room.pairCache);
}

}  // namespace

const std::vector<BroadPhase>& broadPhases() {
    static const std::vector<BroadPhase> table = {
        {"dbvt", "Bullet's dynamic box trees", makeWithCache<btDbvtBroadphase>},
        {"dbvt-deferred", "the same, with all pairs found at once", makeDeferredTrees},
        {"sweep-and-prune", "ours: boxes sorted into cells; if few move, only these are compared",
         sweepMaker({}), kAnyNumber, describe(sweepParameters())},
        {"mktree", "ours: static objects in an MKtree, the others in sweep-and-prune", makeMkTree},
        {"axis-sweep3", "Bullet's sweep and prune, 16 bits", makeAxisSweep<btAxisSweep3, unsigned short>,
         kMostProxiesOf16Bits},
        {"axis-sweep3-32", "Bullet's sweep and prune, 32 bits", makeAxisSweep<bt32BitAxisSweep3, unsigned>},
        {"simple", "Bullet's every body against every body", makeSimple},
    };
    return table;
}

Result<BroadPhase> selectBroadPhase(const std::string& text) {
    const auto selection = parseSelection(text);
    if (!selection) return tl::unexpected(selection.error());
    const auto row = rowNamed(broadPhases(), "broad phase", selection->name);
    if (!row) return tl::unexpected(row.error());
    if (selection->parameters.empty()) return **row;
    if ((*row)->parameters.empty()) {
        return tl::unexpected("the broad phase '" + selection->name + "' has no parameters");
    }
    const auto settings = readSettings(*selection, sweepParameters());
    if (!settings) return tl::unexpected(settings.error());
    BroadPhase selected = **row;
    selected.name = text;
    selected.make = sweepMaker(*settings);
    selected.needsBodies = settings->boxes == BodyBoxes::fixed;
    return selected;
}

Result<void> checkRoom(const BroadPhase& broadPhase, int bodies) {
    if (bodies < broadPhase.mostProxies) return {};
    return tl::unexpected("the broad phase '" + broadPhase.name + "' takes fewer than " +
                          std::to_string(broadPhase.mostProxies) + " bodies");
}

}  // namespace ricochet::app
