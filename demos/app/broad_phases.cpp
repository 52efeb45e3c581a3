#include "demos/app/broad_phases.h"

#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/BroadphaseCollision/btSimpleBroadphase.h>
#include <ricochet/sweep_and_prune_broadphase.h>

namespace ricochet::app {
namespace {

// Axis sweeps need bounds; bodies beyond them stay, their boxes are clamped.
constexpr btScalar kBound = 1000;  // metres from the origin
constexpr int kMaxProxies = 16384;

template <class AxisSweep, class Handle>
std::unique_ptr<btBroadphaseInterface> makeAxisSweep() {
    const btVector3 corner(kBound, kBound, kBound);
    return std::make_unique<AxisSweep>(-corner, corner, static_cast<Handle>(kMaxProxies));
}

std::unique_ptr<btBroadphaseInterface> makeDeferredTrees() {
    auto trees = std::make_unique<btDbvtBroadphase>();
    trees->m_deferedcollide = true;
    return trees;
}

std::unique_ptr<btBroadphaseInterface> makeIncrementalSweep() {
    return std::make_unique<SweepAndPruneBroadphase>(nullptr, SweepAndPruneSettings{Sweep::incremental, 1});
}

}  // namespace

const std::vector<BroadPhase>& broadPhases() {
    static const std::vector<BroadPhase> table = {
        {"dbvt", "Bullet's dynamic box trees", [] { return std::make_unique<btDbvtBroadphase>(); }},
        {"dbvt-deferred", "the same, its pairs found all at once", makeDeferredTrees},
        {"sweep-and-prune", "ours: boxes sorted into cells; where few move, only these are compared",
         [] { return std::make_unique<SweepAndPruneBroadphase>(); }},
        {"sweep-and-prune-lists",
         "ours: the paper's lists kept sorted by insertion, for a few hundred bodies", makeIncrementalSweep},
        {"axis-sweep3", "Bullet's sweep and prune, 16 bits", makeAxisSweep<btAxisSweep3, unsigned short>},
        {"axis-sweep3-32", "Bullet's sweep and prune, 32 bits", makeAxisSweep<bt32BitAxisSweep3, unsigned>},
        {"simple", "Bullet's every body against every body",
         [] { return std::make_unique<btSimpleBroadphase>(kMaxProxies); }},
    };
    return table;
}

}  // namespace ricochet::app
