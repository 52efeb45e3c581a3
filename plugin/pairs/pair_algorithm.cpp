#include "plugin/pairs/pair_algorithm.h"

#include "algorithms/geometry/builtins.h"
#include "plugin/pairs/mesh_inertia.h"
#include "plugin/pairs/step_clock.h"

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>

#include <new>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

const btCollisionShape& shapeOf(const btCollisionObjectWrapper& wrap) { return *wrap.getCollisionShape(); }

/// Soft bodies have contacts in steps only, as in stock.
PairKind serverOf(const PairContext& context, ebtDispatcherQueryType table, const btCollisionShape& shape0,
                  const btCollisionShape& shape1) {
    const PairKind kind = pairKind(context, shape0, shape1);
    return kind == PairKind::soft && table == BT_CLOSEST_POINT_ALGORITHMS ? PairKind::stock : kind;
}

}  // namespace

PairAlgorithm::PairAlgorithm(const btCollisionAlgorithmConstructionInfo& info,
                             std::shared_ptr<PairContext> context, ebtDispatcherQueryType table,
                             btCollisionAlgorithmCreateFunc* stock, const btCollisionObjectWrapper& wrap0,
                             const btCollisionObjectWrapper& wrap1)
    : btCollisionAlgorithm(info),
      context_(std::move(context)),
      externalManifold_(info.m_manifold),
      target0_(StockShapeKey::of(shapeOf(wrap0))),
      target1_(StockShapeKey::of(shapeOf(wrap1))),
      table_(table) {
    TableOf<PairAlgorithm>::note(*this);
    orServeNone([&] {
        if (context_->settings.meshInertia && table_ == BT_CONTACT_POINT_ALGORITHMS) {
            giveMeshInertia(*wrap0.getCollisionObject());
            giveMeshInertia(*wrap1.getCollisionObject());
        }
        begin(serverOf(*context_, table_, *target0_.shape, *target1_.shape), stock, wrap0, wrap1);
    });
}

PairAlgorithm::~PairAlgorithm() { drop(); }

void PairAlgorithm::processCollision(const btCollisionObjectWrapper* wrap0,
                                     const btCollisionObjectWrapper* wrap1, const btDispatcherInfo& info,
                                     btManifoldResult* result) {
    if (ours_) prefetchLines(ours_.get(), sizeof(ContactPair));
    const PairBeingProcessed processed(info);
    orServeNone([&] {
        const PairKind server = switchAlgorithm(*wrap0, *wrap1);
        if (ours_) {
            ours_->process(server, *wrap0, *wrap1, info, *result);
        } else if (soft_) {
            soft_->process(*wrap0, *wrap1, info);
        } else if (stock_) {
            stock_->processCollision(wrap0, wrap1, info, result);
        }
    });
}

/// What is thrown may leave a pair half computed. The next step begins it anew.
template <class Work>
void PairAlgorithm::orServeNone(Work&& work) {
    try {
        work();
    } catch (const std::bad_alloc&) {
        drop();
        context_->reportNoMemory();
    } catch (...) {  // by a user's callback
        drop();
        throw;
    }
}

btScalar PairAlgorithm::calculateTimeOfImpact(btCollisionObject* body0, btCollisionObject* body1,
                                              const btDispatcherInfo& info, btManifoldResult* result) {
    if (ours_) return ours_->timeOfImpact(*body0, *body1);
    return stock_ ? stock_->calculateTimeOfImpact(body0, body1, info, result) : 1;
}

void PairAlgorithm::getAllContactManifolds(btManifoldArray& manifolds) {
    if (ours_) {
        ours_->appendTo(manifolds);
    } else if (stock_) {
        stock_->getAllContactManifolds(manifolds);
    }
}

std::optional<FacePairQuery> PairAlgorithm::nextQuery(const btCollisionObjectWrapper& wrap0,
                                                      const btCollisionObjectWrapper& wrap1,
                                                      const btDispatcherInfo& info) {
    return ours_ ? ours_->nextQuery(wrap0, wrap1, info) : std::nullopt;
}

PairKind PairAlgorithm::switchAlgorithm(const btCollisionObjectWrapper& wrap0,
                                        const btCollisionObjectWrapper& wrap1) {
    const StockShapeKey target0 = StockShapeKey::of(shapeOf(wrap0)),
                        target1 = StockShapeKey::of(shapeOf(wrap1));
    const PairKind server = serverOf(*context_, table_, *target0.shape, *target1.shape);
    const bool goesOn = isServed(server, target0, target1);
    target0_ = target0;
    target1_ = target1;
    if (goesOn) return server;
    drop();
    begin(server, stockFor(*m_dispatcher, table_, target0.type, target1.type), wrap0, wrap1);
    return server;
}

bool PairAlgorithm::isServed(PairKind server, const StockShapeKey& target0,
                             const StockShapeKey& target1) const {
    if (server == PairKind::soft) return soft_ != nullptr;
    if (server != PairKind::stock) return ours_ != nullptr;
    return stock_ && target0.isServedLike(target0_) && target1.isServedLike(target1_);
}

void PairAlgorithm::begin(PairKind server, btCollisionAlgorithmCreateFunc* stock,
                          const btCollisionObjectWrapper& wrap0, const btCollisionObjectWrapper& wrap1) {
    countBegun(*context_, server, shapeOf(wrap0), shapeOf(wrap1));
    if (server == PairKind::stock) {
        serveByStock(stock, wrap0, wrap1);
    } else if (server == PairKind::soft) {
        soft_ = std::make_unique<SoftPair>(context_);
    } else {
        ours_ = std::make_unique<ContactPair>(context_, *m_dispatcher, externalManifold_, table_);
    }
}

void PairAlgorithm::serveByStock(btCollisionAlgorithmCreateFunc* stock, const btCollisionObjectWrapper& wrap0,
                                 const btCollisionObjectWrapper& wrap1) {
    btCollisionAlgorithmConstructionInfo info(m_dispatcher, 0);
    info.m_manifold = externalManifold_;
    stock_ = stock->CreateCollisionAlgorithm(info, &wrap0, &wrap1);
}

void PairAlgorithm::drop() {
    ours_.reset();
    soft_.reset();
    if (!stock_) return;
    stock_->~btCollisionAlgorithm();
    m_dispatcher->freeCollisionAlgorithm(stock_);
    stock_ = nullptr;
}

btCollisionAlgorithm* PairCreateFunc::CreateCollisionAlgorithm(btCollisionAlgorithmConstructionInfo& info,
                                                               const btCollisionObjectWrapper* wrap0,
                                                               const btCollisionObjectWrapper* wrap1) {
    // A query's algorithm is destroyed before its shapes can change.
    const bool isStocks =
        table_ == BT_CLOSEST_POINT_ALGORITHMS && serverOf(*context_, table_, *wrap0->getCollisionShape(),
                                                          *wrap1->getCollisionShape()) == PairKind::stock;
    if (isStocks) {
        countBegun(*context_, PairKind::stock, *wrap0->getCollisionShape(), *wrap1->getCollisionShape());
        return stock_->CreateCollisionAlgorithm(info, wrap0, wrap1);
    }
    void* const memory = info.m_dispatcher1->allocateCollisionAlgorithm(sizeof(PairAlgorithm));
    return new (memory) PairAlgorithm(info, context_, table_, stock_, *wrap0, *wrap1);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
