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
    const auto& disabled = body.m_collisionDisabledObjects;
    if (disabled.findLinearSearch(partner.getCollisionObject()) != disabled.size()) return;
    const auto* const other = btSoftBody::upcast(partner.getCollisionObject());
    if (body.m_nodes.size() == 0 || (other && other->m_nodes.size() == 0)) return;

    const double begin = context_->settings.measureTime ? wallMicroseconds() : 0;
    Statistics work{.pairs = 1};
    if (other) {
        work.contacts = processLayers(body, const_cast<btSoftBody&>(*other));
    } else {
        work.contacts = processMesh(body, soft, partner, info);
    }
    if (context_->settings.measureTime) work.contactMicroseconds = wallMicroseconds() - begin;
    context_->counter.add(work);
}

int SoftPair::processLayers(btSoftBody& a, btSoftBody& b) {
    if (!endsOfA_.update(a) || !endsOfB_.update(b)) return 0;
    features_.update(a);
    featuresOfB_.update(b);
    const auto contacts =
        layers_.find({features_.elements(), endsOfA_.from, endsOfA_.to},
                     {featuresOfB_.elements(), endsOfB_.from, endsOfB_.to}, layerThickness(a, b));
    writer_.write(a, b, contacts);
    return static_cast<int>(contacts.size());
}

int SoftPair::processMesh(btSoftBody& body, const btCollisionObjectWrapper& soft,
                          const btCollisionObjectWrapper& partner, const btDispatcherInfo& info) {
    if (!paths_.update(body, partner)) return 0;
    features_.update(body);
    const auto margin = static_cast<Real>(body.getCollisionShape()->getMargin());
    const btCollisionShape& shape = *partner.getCollisionShape();
    const MeshBackend& backend = meshBackendOf(*context_, *soft.getCollisionShape(), shape);
    const ModelRequest request = modelRequest(backend);
    ModelCache& models = processState().models;
    const auto where = [&](Real) { return regionOfInterest(paths_, margin); };
    const std::uint32_t step = numberOfStep(info);
    if (partner.getCollisionObject()->isStaticOrKinematicObject()) {
        models.beginStep(shape, request, step);
        models.update(shape, request, context_->reporter(), mesh_, std::ref(where), info.m_timeStep, step);
    } else {
        models.update(shape, request, context_->reporter(), mesh_, /*where*/ {}, /*timeStep*/ 0, step);
    }
    contacts_.clear();
    if (!mesh_.found) return 0;
    findContacts({*backend.narrowPhase, *mesh_.found->model, *mesh_.found->surface},
                 {features_.topology(), features_.parts(), paths_.from, paths_.to}, margin, contacts_);
    return writeContacts(body, partner, contacts_);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
