#pragma once

#include "adapters/shape_cache/model_cache.h"
#include "adapters/solver/held_bodies.h"
#include "algorithms/contact/contact_method.h"
#include "algorithms/geometry/swept_narrow_phase.h"
#include "plugin/backends.h"
#include "plugin/locked.h"
#include "plugin/pairs/neighbours.h"
#include "plugin/statistics_counter.h"

#include <BulletCollision/BroadphaseCollision/btBroadphaseProxy.h>
#include <BulletCollision/CollisionDispatch/btCollisionCreateFunc.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <ricochet/settings.h>

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

class ContactPair;

inline ModelRequest modelRequest(const MeshBackend& backend) {
    return {backend.name, backend.narrowPhase.get()};
}

/// The threads that the settings ask for.
std::shared_ptr<const Executor> makeExecutor(const Settings& valid);

class PairObserver;

/// The data that all pairs of one registration share; they keep it alive after unregistration.
struct PairContext {
    explicit PairContext(const Settings& valid);

    Settings settings;
    std::shared_ptr<const Executor> executor;
    mutable Locked<std::map<std::string, MeshBackend>> madeBackends;  ///< each when it is first used
    const MeshBackend* meshBackend;                                   ///< of the settings
    /// Lists faces for continuous queries between meshes; null: the narrow phase of each pair does.
    std::shared_ptr<const SweptNarrowPhase> sweptNarrowPhase;
    std::shared_ptr<const ContactMethod> roundMethod;  ///< null: such pairs are left to stock
    bool servesHulls, servesSoftBodies;  ///< in pairs with a mesh; false: these are left to stock
    std::shared_ptr<const ContactMethod> convexMethod;  ///< of the settings; null: stock
    std::atomic<int> smallStepsSolvers = 0;             ///< that read the contacts: these are then raw
    HeldBodies heldBodies;                              ///< by these solvers
    std::atomic<bool> hasTakenBack = false;             ///< and reported it
    std::atomic<bool> hasLackedMemory = false;          ///< and reported it
    StatisticsCounter counter;
    Neighbours neighbours;
    /// With more than one thread: Bullet without threads asks for their contacts one by one; ours find them
    /// beforehand.
    Locked<std::unordered_set<ContactPair*>> pairs;
    std::uint32_t stepAhead = 0;       ///< the last one for which they did
    PairObserver* observer = nullptr;  ///< null: none

    /// `name`: of a `SelectedBackend`. Thread-safe.
    const MeshBackend& backend(const std::string& name) const;
    /// Receives reports on shapes; valid as long as the context.
    ShapeReporter reporter() const;
    /// The first time, reports that there was no memory in a step.
    void reportNoMemory();
};

/// The source of the create functions that ours replaced. Bullet has two tables of them.
using StockTable =
    std::function<btCollisionAlgorithmCreateFunc*(ebtDispatcherQueryType, int type0, int type1)>;

/// Our create functions, each with stock's as a fallback. They occupy every slot except those of single
/// triangles, whose algorithms exist only during a call, because a pair that stock serves may become ours
/// when a shape is replaced. Slots of one table that have the same stock function share ours: a registration
/// that outlives its dispatcher is small.
class Registration {
public:
    /// `settings` must be valid.
    Registration(const Settings& settings, const StockTable& stock);

    /// Null if we never serve the pair; `stock`: of the same table as the constructor's.
    btCollisionAlgorithmCreateFunc* ours(ebtDispatcherQueryType table, int type0, int type1,
                                         btCollisionAlgorithmCreateFunc* stock) const;
    void install(btCollisionDispatcher& dispatcher) const;
    /// Puts ours over what others have registered since; returns in how many slots.
    int restore(btCollisionDispatcher& dispatcher);

private:
    std::shared_ptr<PairContext> context_;
    std::map<std::pair<ebtDispatcherQueryType, btCollisionAlgorithmCreateFunc*>,
             std::unique_ptr<btCollisionAlgorithmCreateFunc>>
        functions_;  ///< by table and the function that they replace
};

/// The entries of a dispatcher's tables; for ours, the entries that they replaced.
StockTable stockTable(const btCollisionDispatcher& dispatcher);
void restoreStock(btCollisionDispatcher& dispatcher);

/// Before a pair of shapes of these types gets an algorithm: if others have registered theirs over ours, the
/// registration is restored, and that is reported once. Thread-safe.
void takeBackEntries(btCollisionDispatcher& dispatcher, int type0, int type1);

/// Stock's create function for two types of shapes.
btCollisionAlgorithmCreateFunc* stockFor(btDispatcher& dispatcher, ebtDispatcherQueryType table, int type0,
                                         int type1);

/// What the pairs of the registration that serves a dispatcher share, or null. A dispatcher may be null.
std::shared_ptr<PairContext> contextOf(const btCollisionDispatcher& dispatcher);
std::shared_ptr<PairContext> contextOf(const btDispatcher* dispatcher);
std::shared_ptr<PairContext> contextOf(btCollisionWorld& world);

/// An error message if the settings are invalid; else empty.
std::string validate(const Settings& settings);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
