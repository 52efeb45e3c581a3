#include "demos/app/broad_phases.h"

#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/BroadphaseCollision/btSimpleBroadphase.h>
#include <ricochet/sweep_and_prune_broadphase.h>

namespace ricochet::app {
namespace {

using Made = std::unique_ptr<btBroadphaseInterface>;

// Their 16-bit numbers count end points, two for each proxy.
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

template <Sweep kSweep>
Made makeSweep(const BroadPhaseRoom& room) {
    return std::make_unique<SweepAndPruneBroadphase>(room.pairCache, SweepAndPruneSettings{kSweep, 1});
}

template <class AxisSweep, class Handle>
Made makeAxisSweep(const BroadPhaseRoom& room) {
    return std::make_unique<AxisSweep>(room.low, room.high, static_cast<Handle>(room.proxies),
                                       room.pairCache);
}

Made makeSimple(const BroadPhaseRoom& room) {
    return std::make_unique<btSimpleBroadphase>(room.proxies, room.pairCache);
}

}  // namespace

const std::vector<BroadPhase>& broadPhases() {
    static const std::vector<BroadPhase> table = {
        {"dbvt", "Bullet's dynamic box trees", makeWithCache<btDbvtBroadphase>},
        {"dbvt-deferred", "the same, with all pairs found at once", makeDeferredTrees},
        {"sweep-and-prune", "ours: boxes sorted into cells; if few move, only these are compared",
         makeSweep<Sweep::automatic>},
        {"sweep-and-prune-anew", "ours: all boxes sorted in each step", makeSweep<Sweep::fromScratch>},
        {"sweep-and-prune-lists", "ours: the paper's lists, sorted by insertion, for a few hundred bodies",
         makeSweep<Sweep::incremental>},
        {"axis-sweep3", "Bullet's sweep and prune, 16 bits", makeAxisSweep<btAxisSweep3, unsigned short>,
         kMostProxiesOf16Bits},
        {"axis-sweep3-32", "Bullet's sweep and prune, 32 bits", makeAxisSweep<bt32BitAxisSweep3, unsigned>},
        {"simple", "Bullet's every body against every body", makeSimple},
    };
    return table;
}

Result<void> checkRoom(const BroadPhase& broadPhase, int bodies) {
    if (bodies < broadPhase.mostProxies) return {};
    return tl::unexpected("the broad phase '" + broadPhase.name + "' takes fewer than " +
                          std::to_string(broadPhase.mostProxies) + " bodies");
}

}  // namespace ricochet::app
