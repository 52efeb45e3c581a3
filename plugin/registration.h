#pragma once

#include "adapters/model_cache.h"
#include "algorithms/contact/contact_method.h"
#include "plugin/statistics_counter.h"

#include <BulletCollision/BroadphaseCollision/btBroadphaseProxy.h>
#include <BulletCollision/CollisionDispatch/btCollisionCreateFunc.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <ricochet/settings.h>

#include <map>
#include <memory>
#include <string>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// What serves pairs with a mesh.
struct MeshBackend {
    std::string name;
    std::shared_ptr<const NarrowPhase> narrowPhase;
    std::shared_ptr<const ContactMethod> method;  ///< of two meshes; null: contacts come from face pairs

    ModelCache::Request request() const { return {name, narrowPhase.get()}; }
};

/// What all pairs of one registration share; they keep it alive after it was taken back.
struct PairContext {
    Settings settings;
    std::map<std::string, MeshBackend> meshBackends;    ///< by name
    const MeshBackend* meshBackend = nullptr;           ///< of the settings
    std::shared_ptr<const ContactMethod> roundMethod;   ///< null: such pairs are left to stock
    std::shared_ptr<const ContactMethod> convexMethod;  ///< of the settings; null: stock
    std::map<std::string, std::shared_ptr<const ContactMethod>> convexMethods;  ///< all, for single shapes
    StatisticsCounter counter;

    /// Hears what there is to say of shapes; lasts as long as the context.
    TellOfShape tell() const;
};

/// Bullet's two tables of algorithms.
enum class QueryTable { contacts, closestPoints };

/// Where the create functions that stand behind ours come from.
using StockTable = std::function<btCollisionAlgorithmCreateFunc*(QueryTable, int type0, int type1)>;

/// Our create functions, with stock's behind each. They stand in every slot but those of single triangles,
/// whose algorithms live for a call: a pair that stock serves today may be ours when a shape is exchanged.
class Registration {
public:
    /// `settings` must be valid.
    Registration(const Settings& settings, const StockTable& stock);

    /// Null where the pair never comes to us.
    btCollisionAlgorithmCreateFunc* ours(QueryTable table, int type0, int type1) const;
    void install(btCollisionDispatcher& dispatcher) const;

private:
    std::vector<std::unique_ptr<btCollisionAlgorithmCreateFunc>> slots_;  ///< by table and types
};

/// What stands in a dispatcher's tables; where that is ours, what stands behind it.
StockTable stockOf(const btCollisionDispatcher& dispatcher);
void restoreStock(btCollisionDispatcher& dispatcher);

/// What makes stock's algorithms for two types of shapes.
btCollisionAlgorithmCreateFunc* stockFor(btDispatcher& dispatcher, QueryTable table, int type0, int type1);

/// Of the registration that serves a dispatcher, or null.
std::shared_ptr<PairContext> contextOf(const btCollisionDispatcher& dispatcher);

/// One sentence where the settings make no sense; else empty.
std::string faultOf(const Settings& settings);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
