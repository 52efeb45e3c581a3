#include "demos/app/broad_phases.h"

#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/BroadphaseCollision/btSimpleBroadphase.h>

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

}  // namespace

const std::vector<BroadPhase>& broadPhases() {
    static const std::vector<BroadPhase> table = {
        {"dbvt", "Bullet's dynamic box trees", [] { return std::make_unique<btDbvtBroadphase>(); }},
        {"axis-sweep3", "Bullet's sweep and prune, 16 bits", makeAxisSweep<btAxisSweep3, unsigned short>},
        {"axis-sweep3-32", "Bullet's sweep and prune, 32 bits", makeAxisSweep<bt32BitAxisSweep3, unsigned>},
        {"simple", "Bullet's every body against every body",
         [] { return std::make_unique<btSimpleBroadphase>(kMaxProxies); }},
    };
    return table;
}

}  // namespace ricochet::app
