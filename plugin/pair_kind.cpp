#include "plugin/pair_kind.h"

#include "adapters/shapes/shape_kinds.h"
#include "adapters/soft_bodies/soft_layers.h"
#include "plugin/process_state.h"

#include <BulletCollision/CollisionShapes/btCompoundShape.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

bool isMesh(const btCollisionShape& shape) {
    const ShapeKind* const kind = shapeKind(shape.getShapeType());
    return kind && kind->isMesh && isReadable(shape);
}

PairKind serverOfMeshAnd(const PairContext& context, const btCollisionShape& partner) {
    if (partner.getShapeType() == STATIC_PLANE_PROXYTYPE) return PairKind::plane;
    if (isSoftByNodes(partner)) return context.servesSoftBodies ? PairKind::soft : PairKind::stock;
    if (isReadable(partner)) {
        return context.servesHulls || isMesh(partner) ? PairKind::meshes : PairKind::stock;
    }
    return context.roundMethod && isRound(partner) ? PairKind::round : PairKind::stock;
}

PairKind serverWithoutMesh(const PairContext& context, const btCollisionShape& shape0,
                           const btCollisionShape& shape1) {
    if (context.servesSoftBodies && areSoftByFaces(shape0, shape1)) return PairKind::soft;
    if (!context.convexMethod && processState().overrides.isEmpty()) return PairKind::stock;
    if (!isPolyhedral(shape0) || !isPolyhedral(shape1)) return PairKind::stock;
    return convexMethodOf(context, shape0, shape1) ? PairKind::convex : PairKind::stock;
}

/// Whether a mesh and this shape are left to stock by a setting only.
bool isServable(const btCollisionShape& partner) {
    return partner.getShapeType() == STATIC_PLANE_PROXYTYPE || isReadable(partner) || isRound(partner) ||
           isSoftByNodes(partner);
}

}  // namespace

void countBegun(PairContext& context, PairKind kind, const btCollisionShape& shape0,
                const btCollisionShape& shape1) {
    if (kind != PairKind::stock) return context.counter.add({.begunPairs = 1});
    if (shape0.isCompound() || shape1.isCompound()) return;
    const bool isMesh0 = isMesh(shape0);
    if (!isMesh0 && !isMesh(shape1)) return context.counter.add({.leftWithoutMesh = 1});
    if (isServable(isMesh0 ? shape1 : shape0)) return context.counter.add({.leftBySetting = 1});
    context.counter.add({.leftUnserved = 1});
}

PairKind pairKind(const PairContext& context, const btCollisionShape& shape0,
                  const btCollisionShape& shape1) {
    const bool isMesh0 = isMesh(shape0);
    if (!isMesh0 && !isMesh(shape1)) return serverWithoutMesh(context, shape0, shape1);
    if (processState().overrides.isLeftToStock(shape0, shape1)) return PairKind::stock;
    return serverOfMeshAnd(context, isMesh0 ? shape1 : shape0);
}

const MeshBackend& meshBackendOf(const PairContext& context, const btCollisionShape& shape0,
                                 const btCollisionShape& shape1) {
    const AlgorithmOverrides& overrides = processState().overrides;
    if (overrides.isEmpty()) return *context.meshBackend;
    return context.backend(overrides.choose(shape0, shape1, context.meshBackend->name));
}

std::shared_ptr<const ContactMethod> convexMethodOf(const PairContext& context,
                                                    const btCollisionShape& shape0,
                                                    const btCollisionShape& shape1) {
    return processState().overrides.chooseConvex(shape0, shape1, context.convexMethod);
}

StockShapeKey StockShapeKey::of(const btCollisionShape& shape) {
    const int type = shape.getShapeType();
    const int children =
        type == COMPOUND_SHAPE_PROXYTYPE ? static_cast<const btCompoundShape&>(shape).getNumChildShapes() : 0;
    return {&shape, type, children};
}

bool StockShapeKey::isServedLike(const StockShapeKey& other) const {
    if (type != other.type || children != other.children) return false;
    const bool isMadeForOneShape = type == COMPOUND_SHAPE_PROXYTYPE || type == GIMPACT_SHAPE_PROXYTYPE;
    return !isMadeForOneShape || shape == other.shape;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
