#include "plugin/pairs/soft_pair.h"

#include "adapters/shapes/convert.h"
#include "plugin/clocks.h"
#include "plugin/pair_kind.h"
#include "plugin/pairs/step_clock.h"
#include "plugin/process_state.h"

#include <BulletSoftBody/btSoftBody.h>
#include <LinearMath/btQuickprof.h>

#include <functional>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// In the mesh's frame: all that a soft body may touch in a step.
Aabb regionOfInterest(const SoftBodyPaths& paths, Real margin) {
    Aabb box;
    for (const Vec3& point : paths.from) box.include(point);
    for (const Vec3& point : paths.to) box.include(point);
    return grown(box, margin);
}

}  // namespace

void SoftPair::process(const btCollisionObjectWrapper& wrap0, const btCollisionObjectWrapper& wrap1,
                       const btDispatcherInfo& info) {
    BT_PROFILE("ricochet::SoftPair::process");
    const bool isFirst = wrap0.getCollisionShape()->getShapeType() == SOFTBODY_SHAPE_PROXYTYPE;
    const btCollisionObjectWrapper &soft = isFirst ? wrap0 : wrap1, &partner = isFirst ? wrap1 : wrap0;
    // The soft body's own shape belongs to a `btSoftBody`, which is no const object.
    btSoftBody& body = const_cast<btSoftBody&>(*btSoftBody::upcast(soft.getCollisionObject()));
    const bool isDisabled = body.m_collisionDisabledObjects.findLinearSearch(partner.getCollisionObject()) !=
                            body.m_collisionDisabledObjects.size();
    if (isDisabled || body.m_nodes.size() == 0) return;

    const double begin = context_->settings.measureTime ? wallMicroseconds() : 0;
    if (!paths_.update(body, partner)) return;
    features_.update(body);
    const auto margin = static_cast<Real>(body.getCollisionShape()->getMargin());
    const btCollisionShape& shape = *partner.getCollisionShape();
    const MeshBackend& backend = meshBackendOf(*context_, *soft.getCollisionShape(), shape);
    const ModelRequest request = modelRequest(backend);
    ModelCache& models = processState().models;
    const auto where = [&](Real) { return regionOfInterest(paths_, margin); };
    if (partner.getCollisionObject()->isStaticOrKinematicObject()) {
        const std::uint32_t step = numberOfStep(info);
        models.beginStep(shape, request, step);
        models.update(shape, request, context_->reporter(), mesh_, std::ref(where), info.m_timeStep, step);
    } else {
        models.update(shape, request, context_->reporter(), mesh_);
    }
    contacts_.clear();
    Statistics work{.pairs = 1};
    if (mesh_.found) {
        findContacts({*backend.narrowPhase, *mesh_.found->model, *mesh_.found->surface},
                     {features_.topology(), features_.parts(), paths_.from, paths_.to}, margin, contacts_);
        work.contacts = writeContacts(body, partner, contacts_);
    }
    if (context_->settings.measureTime) work.contactMicroseconds = wallMicroseconds() - begin;
    context_->counter.add(work);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
