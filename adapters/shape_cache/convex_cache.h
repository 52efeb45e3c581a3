#pragma once

#include "adapters/shape_cache/model_cache.h"
#include "adapters/shape_cache/shape_builds.h"
#include "algorithms/contact/contact_method.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// What contact methods prepared for convex shapes, cached by the shape's address, as the model cache does
/// meshes: every use compares the shape with a signature of what was read. Thread-safe: callers wait for the
/// preparing of their own shape, not of another one.
class ConvexCache {
public:
    /// A cached model, and all data that must be unchanged for it to be valid.
    struct Cached {
        std::shared_ptr<const ConvexModel> model;  ///< null if the shape cannot collide
        const btCollisionShape* shape = nullptr;
        const ContactMethod* method = nullptr;
        std::uint64_t signature = 0;
        std::uint64_t changes = 0;
    };

    /// Looks up the model only if the cached one is no longer valid. `shape` must be polyhedral; `report` is
    /// called once with the reason if it cannot collide.
    void update(const btCollisionShape& shape, const std::shared_ptr<const ContactMethod>& method,
                const ShapeReporter& report, Cached& cached);

    /// The vertices moved: the next `update` reads them.
    void notifyDeformed(const btCollisionShape& shape);
    void release(const btCollisionShape& shape) { notifyDeformed(shape); }
    std::size_t size() const;

private:
    struct Entry {
        std::uint64_t signature = 0;
        std::shared_ptr<const ContactMethod> method;
        std::shared_ptr<const ConvexModel> model;
    };

    void trim();

    std::atomic<std::uint64_t> changes_{0};
    mutable std::mutex mutex_;  ///< for what follows
    ShapeBuilds builds_;
    std::unordered_map<const btCollisionShape*, Entry> entries_;
    std::size_t trimAbove_ = 64;  ///< entries; doubles with what is in use
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
