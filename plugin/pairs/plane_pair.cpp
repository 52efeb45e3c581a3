#include "plugin/pairs/plane_pair.h"

#include "adapters/shapes/convert.h"
#include "algorithms/contact/plane_contact.h"

#include <BulletCollision/CollisionShapes/btStaticPlaneShape.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

void PlanePair::find(ContactSide& mesh, ContactSide& plane, const StepInput& step) {
    if (!mesh_.read(*this, mesh, {}, step)) return forget();
    const auto& shape = static_cast<const btStaticPlaneShape&>(*plane.wrap->getCollisionShape());
    const HalfSpace halfSpace{toVec3(shape.getPlaneNormal()), Real(shape.getPlaneConstant())};
    const CollisionModel withoutTree(mesh.shape->mesh);
    PairInput pair = input(mesh, plane, step);
    pair.a.model = &withoutTree;
    pair.b.halfSpace = &halfSpace;
    const NarrowPhase& narrowPhase = *context.meshBackend->narrowPhase;
    PlaneContact().findContacts(narrowPhase, pair, settings(), memory, contacts);
    mesh_.prepareAhead(*this, mesh, plane, step, narrowPhase);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
