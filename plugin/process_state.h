#pragma once

#include "adapters/convex_cache.h"
#include "adapters/model_cache.h"
#include "plugin/prediction/moving_bodies.h"
#include "plugin/registration.h"

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
    /// A name of either kind replaces what was chosen of its kind; "stock" is of both; an empty one takes all
    /// back.
    void set(const btCollisionShape& shape, const std::string& name);
    bool isEmpty() const { return isEmpty_; }
    /// Whether one of the two is to be served by Bullet itself in pairs with a mesh.
    bool isLeftToStock(const btCollisionShape& first, const btCollisionShape& second) const;
    /// The narrow phase: the first shape's, else the second's, else `otherwise`.
    std::string choose(const btCollisionShape& first, const btCollisionShape& second,
                       const std::string& otherwise) const;
    /// The method for two convex bodies, likewise; "stock" where either shape says so.
    std::string chooseConvex(const btCollisionShape& first, const btCollisionShape& second,
                             const std::string& otherwise) const;

private:
    struct Names {
        std::string narrowPhase, convexMethod;  ///< empty: none was chosen
    };

    mutable std::mutex mutex_;
    std::unordered_map<const btCollisionShape*, Names> names_;
    std::atomic<bool> isEmpty_{true};  ///< in most worlds: then no caller needs the lock
};

/// Owns the registrations of dispatchers, by the dispatcher's address. Thread-safe.
class RegistrationBook {
public:
    void set(const btCollisionDispatcher& dispatcher, std::unique_ptr<const Registration> registration);
    void erase(const btCollisionDispatcher& dispatcher);

private:
    std::mutex mutex_;
    std::unordered_map<const btCollisionDispatcher*, std::unique_ptr<const Registration>> registrations_;
};

/// All that is stored outside of Bullet's own objects, which have no room for it. This is the only state of
/// ours that outlives them.
struct ProcessState {
    ModelCache models;
    ConvexCache convexModels;
    MovingBodies movingBodies;
    AlgorithmOverrides overrides;
    RegistrationBook registrations;
};

/// Never destroyed, so that a world may be, whenever the program ends.
ProcessState& processState();

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
