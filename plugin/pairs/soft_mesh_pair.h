#pragma once

#include "adapters/soft_bodies/soft_body.h"
#include "plugin/registration.h"

#include <BulletCollision/BroadphaseCollision/btDispatcher.h>

#include <memory>
#include <unordered_map>
#include <vector>

class btSoftBodySolver;

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A soft body and a mesh.
class SoftMeshPair {
public:
    explicit SoftMeshPair(std::shared_ptr<PairContext> context) : context_(std::move(context)) {}

    /// In a step: writes the contacts, which Bullet's solver reads. Returns how many there are.
    int process(btSoftBody& body, const btCollisionObjectWrapper& soft,
                const btCollisionObjectWrapper& partner, const btDispatcherInfo& info);

    /// After Bullet's solver, in the same step: nodes that crossed the mesh end outside. The solver lets
    /// springs pull nodes on that have no contact, and rigid bodies have moved before it. Velocities stay:
    /// the contacts of the next step take the motion, and hand it to the mesh.
    void holdNodes();

private:
    std::shared_ptr<PairContext> context_;
    ModelCache::Cached mesh_;
    const MeshBackend* backend_ = nullptr;
    SoftBodyFeatures features_;
    SoftBodyPaths paths_;
    std::vector<soft_contacts::NodeContact> contacts_;
    std::vector<soft_contacts::HeldNode> held_;
    // of the last step
    btSoftBody* body_ = nullptr;
    const btCollisionObject* partner_ = nullptr;
    btTransform inPartner_;  ///< the mesh's frame
    bool isFound_ = false;   ///< the mesh
};

/// The pairs of a step, for solvers that look at them. Those of bodies that leave the world end before that:
/// none is kept here. Thread-safe.
class SoftMeshPairs {
public:
    using List = std::vector<std::weak_ptr<SoftMeshPair>>;

    /// Collects those of the bodies of a solver, until it takes them.
    void collect(const btSoftBodySolver& solver);
    void add(const btSoftBody& body, const std::shared_ptr<SoftMeshPair>& pair);
    /// In the order in which they were processed.
    List take(const btSoftBodySolver& solver);

private:
    Locked<std::unordered_map<const btSoftBodySolver*, List>> pairs_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
