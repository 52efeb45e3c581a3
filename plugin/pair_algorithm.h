#pragma once

#include "plugin/contact_pair.h"

#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// What Bullet holds of a ContactPair: small enough for any pool of Bullet's, whose elements may be aligned
/// to eight bytes only.
class PairAlgorithm final : public btCollisionAlgorithm {
public:
    PairAlgorithm(const btCollisionAlgorithmConstructionInfo& info, std::shared_ptr<PairContext> context,
                  QueryTable table);

    void processCollision(const btCollisionObjectWrapper* wrap0, const btCollisionObjectWrapper* wrap1,
                          const btDispatcherInfo& info, btManifoldResult* result) override;
    btScalar calculateTimeOfImpact(btCollisionObject* body0, btCollisionObject* body1,
                                   const btDispatcherInfo& info, btManifoldResult* result) override;
    void getAllContactManifolds(btManifoldArray& manifolds) override;

private:
    std::unique_ptr<ContactPair> pair_;
};
static_assert(sizeof(PairAlgorithm) <= 128 && alignof(PairAlgorithm) <= 8);

/// Makes pair algorithms for one slot of a dispatcher's table; shapes that cannot be read go to stock.
class PairCreateFunc final : public btCollisionAlgorithmCreateFunc {
public:
    PairCreateFunc(std::shared_ptr<PairContext> context, QueryTable table,
                   btCollisionAlgorithmCreateFunc* stock)
        : context_(std::move(context)), table_(table), stock_(stock) {}

    btCollisionAlgorithm* CreateCollisionAlgorithm(btCollisionAlgorithmConstructionInfo& info,
                                                   const btCollisionObjectWrapper* wrap0,
                                                   const btCollisionObjectWrapper* wrap1) override;
    btCollisionAlgorithmCreateFunc* stock() const { return stock_; }
    const std::shared_ptr<PairContext>& context() const { return context_; }

private:
    std::shared_ptr<PairContext> context_;
    QueryTable table_;
    btCollisionAlgorithmCreateFunc* stock_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
