#include "plugin/dispatcher_class.h"

#include "adapters/function_table.h"

#include <BulletCollision/CollisionDispatch/btCollisionConfiguration.h>
#include <BulletCollision/CollisionDispatch/btCollisionCreateFunc.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

// Numbers of functions of btDispatcher.
constexpr int kFindAlgorithm = 0, kGetNewManifold = 1, kReleaseManifold = 2;

/// Without pools; its algorithms are never made.
class EmptyConfiguration final : public btCollisionConfiguration {
public:
    btPoolAllocator* getPersistentManifoldPool() override { return nullptr; }
    btPoolAllocator* getCollisionAlgorithmPool() override { return nullptr; }
    btCollisionAlgorithmCreateFunc* getCollisionAlgorithmCreateFunc(int, int) override { return &none_; }
    btCollisionAlgorithmCreateFunc* getClosestPointsAlgorithmCreateFunc(int, int) override { return &none_; }

private:
    btCollisionAlgorithmCreateFunc none_;
};

/// Of Bullet's btCollisionDispatcher, by an object made for this. In a preloaded or hooked program that is
/// registered for the moment, as all are.
FunctionTable bulletsTable() {
    static const FunctionTable table = [] {
        EmptyConfiguration configuration;
        return functionTable(btCollisionDispatcher(&configuration));
    }();
    return table;
}

}  // namespace

const btCollisionDispatcher* asCollisionDispatcher(const btDispatcher* dispatcher) {
    const bool isOne =
        dispatcher &&
        inheritsFrom(bulletsTable(), {kFindAlgorithm, kGetNewManifold, kReleaseManifold}, *dispatcher);
    return isOne ? static_cast<const btCollisionDispatcher*>(dispatcher) : nullptr;
}

bool mayUseThreads(const btCollisionDispatcher& dispatcher) {
    return !inheritsFrom(bulletsTable(), {kGetNewManifold}, static_cast<const btDispatcher&>(dispatcher));
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
