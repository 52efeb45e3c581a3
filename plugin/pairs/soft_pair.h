#pragma once

#include "adapters/soft_bodies/soft_body.h"
#include "plugin/registration.h"

#include <BulletCollision/BroadphaseCollision/btDispatcher.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A soft body and a mesh: in each step, contacts of the soft body's nodes, which Bullet's solver of soft
/// bodies reads. There are no manifolds.
class SoftPair {
public:
    explicit SoftPair(std::shared_ptr<PairContext> context) : context_(std::move(context)) {}

    /// In a step. One of the shapes is a soft body's, the other one a mesh.
    void process(const btCollisionObjectWrapper& wrap0, const btCollisionObjectWrapper& wrap1,
                 const btDispatcherInfo& info);

private:
    std::shared_ptr<PairContext> context_;
    ModelCache::Cached mesh_;
    SoftBodyFeatures features_;
    SoftBodyPaths paths_;
    std::vector<soft_contacts::NodeContact> contacts_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
