#pragma once

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Builds for the shapes of a cache, one thread at a time for each shape, without the cache's lock: callers
/// that need another shape do not wait. All functions are called with that lock, which `lock` holds.
class ShapeBuilds {
public:
    /// Returns when no thread builds for the shape.
    void await(std::unique_lock<std::mutex>& lock, const btCollisionShape& shape) {
        ended_.wait(lock, [&] { return !isRunning(shape); });
    }

    /// Calls build() without the lock and returns its result with the lock. No other thread may be building
    /// for the shape. Passes on exceptions of build(); waiting threads may then build themselves.
    template <class Build>
    auto run(std::unique_lock<std::mutex>& lock, const btCollisionShape& shape, Build&& build) {
        shapes_.push_back(&shape);
        const End end{*this, lock, shape};
        lock.unlock();
        return build();
    }

    bool isRunning(const btCollisionShape& shape) const {
        return std::ranges::find(shapes_, &shape) != shapes_.end();
    }

private:
    struct End {
        ShapeBuilds& builds;
        std::unique_lock<std::mutex>& lock;
        const btCollisionShape& shape;

        ~End() {
            lock.lock();
            std::erase(builds.shapes_, &shape);
            builds.ended_.notify_all();
        }
    };

    std::vector<const btCollisionShape*> shapes_;  ///< for which a thread is building
    std::condition_variable ended_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
