#pragma once

#include "adapters/soft_bodies/soft_layers.h"
#include "plugin/pairs/soft_mesh_pair.h"

#include <BulletCollision/BroadphaseCollision/btDispatcher.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A soft body and a mesh, or two soft bodies: in each step, contacts of nodes, which Bullet's solver of soft
/// bodies reads. There are no manifolds.
class SoftPair {
public:
    explicit SoftPair(std::shared_ptr<PairContext> context) : context_(std::move(context)) {}

    /// In a step. One of the shapes is a soft body's, the other one a mesh or also a soft body's.
    void process(const btCollisionObjectWrapper& wrap0, const btCollisionObjectWrapper& wrap1,
                 const btDispatcherInfo& info);

private:
    /// Returns how many contacts there are.
    int processLayers(btSoftBody& a, btSoftBody& b);

    std::shared_ptr<PairContext> context_;
    std::shared_ptr<SoftMeshPair> mesh_;
    // of two soft bodies
    SoftBodyFeatures features_, featuresOfB_;
    SoftBodyEnds endsOfA_, endsOfB_;
    soft_contacts::LayerContacts layers_;
    LayerContactWriter writer_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
