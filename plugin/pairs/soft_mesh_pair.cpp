#include "plugin/pairs/soft_mesh_pair.h"

#include "adapters/shapes/convert.h"
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

int SoftMeshPair::process(btSoftBody& body, const btCollisionObjectWrapper& soft,
                          const btCollisionObjectWrapper& partner, const btDispatcherInfo& info) {
    body_ = &body;
    partner_ = partner.getCollisionObject();
    inPartner_ = partner_->getWorldTransform().inverseTimes(partner.getWorldTransform());
    isFound_ = false;
    if (!paths_.update(body, partner)) return 0;
    features_.update(body);
    const auto margin = static_cast<Real>(body.getCollisionShape()->getMargin());
    const btCollisionShape& shape = *partner.getCollisionShape();
    backend_ = &meshBackendOf(*context_, *soft.getCollisionShape(), shape);
    const ModelRequest request = modelRequest(*backend_);
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
    isFound_ = true;
    findContacts({*backend_->narrowPhase, *mesh_.found->model, *mesh_.found->surface},
                 {features_.topology(), features_.parts(), paths_.from, paths_.to}, margin, contacts_);
    return writeContacts(body, partner, contacts_);
}

void SoftMeshPair::holdNodes() {
    BT_PROFILE("ricochet::SoftMeshPair::holdNodes");
    if (!isFound_ || !body_->isActive() || !partner_->hasContactResponse()) return;
    const btTransform mesh = partner_->getWorldTransform() * inPartner_;
    if (!paths_.updateEnds(*body_, mesh)) return;
    held_.clear();
    findHeldNodes({*backend_->narrowPhase, *mesh_.found->model, *mesh_.found->surface},
                  {features_.topology(), features_.parts(), paths_.from, paths_.to},
                  static_cast<Real>(body_->getCollisionShape()->getMargin()), held_);
    moveNodes(*body_, mesh, held_);
}

void SoftMeshPairs::collect(const btSoftBodySolver& solver) {
    pairs_.with([&](auto& all) { all[&solver].clear(); });
}

void SoftMeshPairs::add(const btSoftBody& body, const std::shared_ptr<SoftMeshPair>& pair) {
    pairs_.with([&](auto& all) {
        const auto ofSolver = all.find(body.m_softBodySolver);
        if (ofSolver != all.end()) ofSolver->second.push_back(pair);
    });
}

SoftMeshPairs::List SoftMeshPairs::take(const btSoftBodySolver& solver) {
    return pairs_.with([&](auto& all) {
        const auto taken = all.extract(&solver);
        return taken ? std::move(taken.mapped()) : List();
    });
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
