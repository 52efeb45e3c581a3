#pragma once

#include "adapters/function_table.h"
#include "plugin/pair_kind.h"
#include "plugin/pairs/contact_pair.h"
#include "plugin/pairs/soft_pair.h"

#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The algorithm object that Bullet stores for a pair: small enough for any of Bullet's pools, whose elements
/// may be aligned to eight bytes only. A pair exists as long as two boxes overlap, and either shape may be
/// replaced in that time. So each step determines the algorithm that serves the pair, and switches if it has
/// changed.
class PairAlgorithm final : public btCollisionAlgorithm {
public:
    /// `stock`: creates the algorithm for the shapes' present types if stock serves them.
    PairAlgorithm(const btCollisionAlgorithmConstructionInfo& info, std::shared_ptr<PairContext> context,
                  ebtDispatcherQueryType table, btCollisionAlgorithmCreateFunc* stock,
                  const btCollisionObjectWrapper& wrap0, const btCollisionObjectWrapper& wrap1);
    ~PairAlgorithm() override;

    void processCollision(const btCollisionObjectWrapper* wrap0, const btCollisionObjectWrapper* wrap1,
                          const btDispatcherInfo& info, btManifoldResult* result) override;
    btScalar calculateTimeOfImpact(btCollisionObject* body0, btCollisionObject* body1,
                                   const btDispatcherInfo& info, btManifoldResult* result) override;
    void getAllContactManifolds(btManifoldArray& manifolds) override;

    /// As in `ContactPair`; none if another algorithm serves the pair.
    std::optional<FacePairQuery> nextQuery(const btCollisionObjectWrapper& wrap0,
                                           const btCollisionObjectWrapper& wrap1,
                                           const btDispatcherInfo& info);

    /// At most one of the two is not null; none serves a soft body.
    ContactPair* ours() const { return ours_.get(); }
    btCollisionAlgorithm* stock() const { return stock_; }

private:
    /// Without memory for it the pair has no algorithm until the next step; no exception gets into Bullet's
    /// frames but those of a user's callbacks.
    template <class Work>
    void orServeNone(Work&& work);
    /// The server of the current shapes.
    PairKind switchAlgorithm(const btCollisionObjectWrapper& wrap0, const btCollisionObjectWrapper& wrap1);
    void begin(PairKind server, btCollisionAlgorithmCreateFunc* stock, const btCollisionObjectWrapper& wrap0,
               const btCollisionObjectWrapper& wrap1);
    bool isServed(PairKind server, const StockShapeKey& target0, const StockShapeKey& target1) const;
    void serveByStock(btCollisionAlgorithmCreateFunc* stock, const btCollisionObjectWrapper& wrap0,
                      const btCollisionObjectWrapper& wrap1);
    void drop();

    std::shared_ptr<PairContext> context_;
    // One of these serves the pair, or none: stock has no algorithm for some.
    std::unique_ptr<ContactPair> ours_;
    std::unique_ptr<SoftPair> soft_;
    btCollisionAlgorithm* stock_ = nullptr;   ///< owned, in the dispatcher's memory
    btPersistentManifold* externalManifold_;  ///< of another owner, which takes the contacts, or null
    StockShapeKey target0_, target1_;
    ebtDispatcherQueryType table_;
};
static_assert(sizeof(PairAlgorithm) <= 128 && alignof(PairAlgorithm) <= 8);

/// Makes pair algorithms for one slot of a dispatcher's table.
class PairCreateFunc final : public btCollisionAlgorithmCreateFunc {
public:
    PairCreateFunc(std::shared_ptr<PairContext> context, ebtDispatcherQueryType table,
                   btCollisionAlgorithmCreateFunc* stock)
        : context_(std::move(context)), table_(table), stock_(stock) {
        TableOf<PairCreateFunc>::note(*this);
    }

    btCollisionAlgorithm* CreateCollisionAlgorithm(btCollisionAlgorithmConstructionInfo& info,
                                                   const btCollisionObjectWrapper* wrap0,
                                                   const btCollisionObjectWrapper* wrap1) override;
    btCollisionAlgorithmCreateFunc* stock() const { return stock_; }
    const std::shared_ptr<PairContext>& context() const { return context_; }

private:
    std::shared_ptr<PairContext> context_;
    ebtDispatcherQueryType table_;
    btCollisionAlgorithmCreateFunc* stock_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
