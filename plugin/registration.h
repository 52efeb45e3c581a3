#pragma once

#include "adapters/model_cache.h"
#include "plugin/tally.h"

#include <BulletCollision/BroadphaseCollision/btBroadphaseProxy.h>
#include <BulletCollision/CollisionDispatch/btCollisionCreateFunc.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <ricochet/settings.h>

#include <array>
#include <map>
#include <memory>
#include <string>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// What all pairs of one registration share; they keep it alive after it was taken back.
struct PairContext {
    Settings settings;
    std::map<std::string, std::shared_ptr<const NarrowPhase>> narrowPhases;
    Tally tally;

    void report(const std::string& sentence) const;
};

/// Bullet's two tables of algorithms.
enum class QueryTable { contacts, closestPoints };

/// Where the create functions that stand behind ours come from.
using StockTable = std::function<btCollisionAlgorithmCreateFunc*(QueryTable, int type0, int type1)>;

/// Our create functions for the pairs of types that we own, with stock's behind each.
class Registration {
public:
    /// `settings` must be valid.
    Registration(const Settings& settings, const StockTable& stock);

    /// Null where the pair is stock's.
    btCollisionAlgorithmCreateFunc* ours(QueryTable table, int type0, int type1) const;
    void install(btCollisionDispatcher& dispatcher) const;

private:
    struct Slot {
        QueryTable table;
        int type0, type1;
        std::unique_ptr<btCollisionAlgorithmCreateFunc> ours;
    };
    std::vector<Slot> slots_;
};

/// What stands in a dispatcher's tables; where that is ours, what stands behind it.
StockTable stockOf(const btCollisionDispatcher& dispatcher);
void restoreStock(btCollisionDispatcher& dispatcher);

/// Of the registration that serves a dispatcher, or null.
std::shared_ptr<PairContext> contextOf(const btCollisionDispatcher& dispatcher);

/// One sentence where the settings make no sense; else empty.
std::string faultOf(const Settings& settings);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
