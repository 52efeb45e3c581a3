#include <BulletDynamics/Dynamics/btDynamicsWorld.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <ricochet/tuning.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

constexpr int kIterations = 20;
constexpr SleepingThresholds kThresholds = {btScalar(0.05), btScalar(0.05)};
constexpr btScalar kFrictionErp = btScalar(0.6);   // fraction of an anchor's drift corrected in one step
constexpr btScalar kSplitDepth = btScalar(-0.04);  // of the size: Bullet's own for a body of one metre

template <class Visit>
void forEachBody(btDynamicsWorld& world, Visit&& visit) {
    for (int i = 0; i < world.getNumCollisionObjects(); ++i) {
        if (btRigidBody* const body = btRigidBody::upcast(world.getCollisionObjectArray()[i])) visit(*body);
    }
}

constexpr int kAnchored = btCollisionObject::CF_HAS_FRICTION_ANCHOR;

Tuning::Body bodyShare(const btRigidBody& body) {
    return {&body,
            {body.getLinearSleepingThreshold(), body.getAngularSleepingThreshold()},
            (body.getCollisionFlags() & kAnchored) != 0};
}

void set(btRigidBody& body, const SleepingThresholds& thresholds, bool hasFrictionAnchors) {
    body.setSleepingThresholds(thresholds.linear, thresholds.angular);
    const int others = body.getCollisionFlags() & ~kAnchored;
    body.setCollisionFlags(hasFrictionAnchors ? others | kAnchored : others);
}

Tuning bodyTuning(btDynamicsWorld& world) {
    const btContactSolverInfo& info = world.getSolverInfo();
    Tuning tuning;
    tuning.solverMode = info.m_solverMode;
    tuning.iterations = info.m_numIterations;
    tuning.splitImpulsePenetrationThreshold = info.m_splitImpulsePenetrationThreshold;
    tuning.frictionErp = info.m_frictionERP;
    forEachBody(world, [&](const btRigidBody& body) { tuning.bodies.push_back(bodyShare(body)); });
    return tuning;
}

}  // namespace

Tuning tune(btDynamicsWorld& world, btScalar size, SolverOrder order) {
    Tuning before = bodyTuning(world);
    btContactSolverInfo& info = world.getSolverInfo();
    info.m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
    if (order == SolverOrder::random) info.m_solverMode |= SOLVER_RANDMIZE_ORDER;
    info.m_numIterations = std::max(info.m_numIterations, kIterations);
    if (size > 0 && std::isfinite(size)) info.m_splitImpulsePenetrationThreshold = kSplitDepth * size;
    info.m_frictionERP = kFrictionErp;
    forEachBody(world, [](btRigidBody& body) { tune(body); });
    return before;
}

void tune(btRigidBody& body) { set(body, kThresholds, true); }

void untune(btDynamicsWorld& world, const Tuning& before) {
    btContactSolverInfo& info = world.getSolverInfo();
    info.m_solverMode = before.solverMode;
    info.m_numIterations = before.iterations;
    info.m_splitImpulsePenetrationThreshold = before.splitImpulsePenetrationThreshold;
    info.m_frictionERP = before.frictionErp;
    std::unordered_map<const btRigidBody*, Tuning::Body> known;
    for (const Tuning::Body& each : before.bodies) known[each.body] = each;
    forEachBody(world, [&](btRigidBody& body) {
        const Tuning::Body& share = known[&body];
        set(body, share.thresholds, share.hasFrictionAnchors);
    });
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
