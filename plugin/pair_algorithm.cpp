#include "plugin/pair_algorithm.h"

#include "adapters/shape_kinds.h"

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionShapes/btCollisionShape.h>

#include <exception>
#include <new>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

bool isOurs(const btCollisionObjectWrapper& wrap) {
    const btCollisionShape& shape = *wrap.getCollisionShape();
    return shape.getShapeType() == STATIC_PLANE_PROXYTYPE || isReadable(shape);
}

}  // namespace

PairAlgorithm::PairAlgorithm(const btCollisionAlgorithmConstructionInfo& info,
                             std::shared_ptr<PairContext> context, QueryTable table)
    : btCollisionAlgorithm(info),
      pair_(std::make_unique<ContactPair>(std::move(context), *info.m_dispatcher1, info.m_manifold, table)) {}

void PairAlgorithm::processCollision(const btCollisionObjectWrapper* wrap0,
                                     const btCollisionObjectWrapper* wrap1, const btDispatcherInfo& info,
                                     btManifoldResult* result) {
    pair_->process(*wrap0, *wrap1, info, *result);
}

btScalar PairAlgorithm::calculateTimeOfImpact(btCollisionObject* body0, btCollisionObject* body1,
                                              const btDispatcherInfo&, btManifoldResult*) {
    return pair_->timeOfImpact(*body0, *body1);
}

void PairAlgorithm::getAllContactManifolds(btManifoldArray& manifolds) { pair_->appendTo(manifolds); }

btCollisionAlgorithm* PairCreateFunc::CreateCollisionAlgorithm(btCollisionAlgorithmConstructionInfo& info,
                                                               const btCollisionObjectWrapper* wrap0,
                                                               const btCollisionObjectWrapper* wrap1) {
    if (!isOurs(*wrap0) || !isOurs(*wrap1)) return stock_->CreateCollisionAlgorithm(info, wrap0, wrap1);
    void* const memory = info.m_dispatcher1->allocateCollisionAlgorithm(sizeof(PairAlgorithm));
    return new (memory) PairAlgorithm(info, context_, table_);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
