#pragma once

#include "adapters/shape_cache/convex_cache.h"
#include "adapters/shape_cache/model_cache.h"
#include "plugin/locked.h"
#include "plugin/pairs/soft_mesh_pair.h"
#include "plugin/prediction/moving_bodies.h"
#include "plugin/registration.h"
#include "plugin/solver/joint_memory.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The algorithms that a user chose for single shapes: a shape may have a narrow phase, for pairs with a
/// mesh, and a method for pairs of convex bodies. Thread-safe.
class AlgorithmOverrides {
public:
    /// A selection replaces the previous choice of its kind; "stock" replaces both; an empty text removes
    /// all. An error message, and no change, if it is invalid.
    std::string set(const btCollisionShape& shape, const std::string& text);
    bool isEmpty() const { return isEmpty_; }
    /// Whether one of the two is left to Bullet in pairs with a mesh.
    bool isLeftToStock(const btCollisionShape& first, const btCollisionShape& second) const;
    /// The narrow phase: the first shape's, else the second's, else `otherwise`.
    std::string choose(const btCollisionShape& first, const btCollisionShape& second,
                       const std::string& otherwise) const;
    /// The method for two convex bodies, likewise; null (stock) if either shape has that choice.
    std::shared_ptr<const ContactMethod> chooseConvex(
        const btCollisionShape& first, const btCollisionShape& second,
        const std::shared_ptr<const ContactMethod>& otherwise) const;

private:
    mutable std::mutex mutex_;
    std::unordered_map<const btCollisionShape*, std::string> narrowPhases_;  ///< canonical names
    /// Null: stock.
    std::unordered_map<const btCollisionShape*, std::shared_ptr<const ContactMethod>> convexMethods_;
    std::atomic<bool> isEmpty_{true};  ///< true in most worlds: then no caller needs the lock
};

/// All state that is stored outside Bullet's own objects. It is Ricochet's only state that outlives them.
struct ProcessState {
    ModelCache models;
    ConvexCache convexModels;
    MovingBodies movingBodies;
    AlgorithmOverrides overrides;
    Locked<std::unordered_map<const btCollisionDispatcher*, std::unique_ptr<Registration>>> registrations;
    JointMemory joints;
    SoftMeshPairs softMeshPairs;
};

/// Never destroyed, so that worlds may be destroyed at any time while the program ends.
ProcessState& processState();

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
