#include "plugin/pairs/soft_pair.h"

#include "plugin/clocks.h"
#include "plugin/process_state.h"

#include <BulletSoftBody/btSoftBody.h>
#include <LinearMath/btQuickprof.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

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
        if (!mesh_) mesh_ = std::make_shared<SoftMeshPair>(context_);
        work.contacts = mesh_->process(body, soft, partner, info);
        processState().softMeshPairs.add(body, mesh_);
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

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
