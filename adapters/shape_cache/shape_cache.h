#pragma once

#include "adapters/shapes/shape_kinds.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Data of collision shapes, by the shape's address. Whatever takes long, such as reading a shape, runs
/// without the lock, on one thread at a time for each shape: callers that need the same shape wait, callers
/// that need another one do not. Functions without a lock of their own are called with `lock()` or `lockFor`.
template <class Data>
class ShapeCache {
public:
    using Lock = std::unique_lock<std::mutex>;

    Lock lock() const { return Lock(mutex_); }
    /// The lock, as soon as no thread builds for the shape.
    Lock lockFor(const btCollisionShape& shape) {
        Lock lock(mutex_);
        ended_.wait(lock, [&] { return !isBuilding(shape); });
        return lock;
    }

    /// Calls work() without the lock and returns its result with the lock. No other thread may be building
    /// for the shape. Passes on exceptions of work(); waiting threads may then build themselves.
    template <class Work>
    auto build(Lock& lock, const btCollisionShape& shape, Work&& work) {
        const auto end = [&](const btCollisionShape* built) {
            lock.lock();
            std::erase(building_, built);
            ended_.notify_all();
        };
        building_.push_back(&shape);
        const std::unique_ptr<const btCollisionShape, decltype(end)> building(&shape, end);
        lock.unlock();
        return work();
    }
    bool isBuilding(const btCollisionShape& shape) const {
        return std::ranges::find(building_, &shape) != building_.end();
    }

    std::unordered_map<const btCollisionShape*, Data>& shapes() { return shapes_; }
    const std::unordered_map<const btCollisionShape*, Data>& shapes() const { return shapes_; }
    /// Null: there are no data.
    Data* find(const btCollisionShape& shape) {
        const auto found = shapes_.find(&shape);
        return found == shapes_.end() ? nullptr : &found->second;
    }
    /// Drops the data of shapes that no caller uses, if there are many; calls drop(data) before.
    template <class Drop>
    void trim(Drop&& drop) {
        if (shapes_.size() <= trimAbove_) return;
        std::erase_if(shapes_, [&](auto& each) {
            if (isBuilding(*each.first) || each.second.isInUse()) return false;
            drop(each.second);
            return true;
        });
        trimAbove_ = std::max(kFewShapes, 2 * shapes_.size());
    }

    // With a lock of their own.
    void release(const btCollisionShape& shape) {
        const Lock lock = lockFor(shape);
        ++changes;
        shapes_.erase(&shape);
    }
    std::size_t size() const {
        const Lock held = lock();
        return shapes_.size();
    }

    std::atomic<std::uint64_t> changes{0};  ///< while it stays, all that was found is valid

private:
    static constexpr std::size_t kFewShapes = 64;

    mutable std::mutex mutex_;
    std::condition_variable ended_;                  ///< a build
    std::vector<const btCollisionShape*> building_;  ///< shapes for which a thread builds
    std::unordered_map<const btCollisionShape*, Data> shapes_;
    std::size_t trimAbove_ = kFewShapes;  ///< doubles with the shapes in use
};

/// Something that is made of a whole shape, with everything that must be unchanged for it to be valid: both
/// as a cache keeps it and as a caller found it last.
template <class Model>
struct CachedModel {
    std::shared_ptr<const Model> model;  ///< null if none could be made
    const btCollisionShape* shape = nullptr;
    std::shared_ptr<const void> maker;
    std::uint64_t signature = 0;  ///< the shape's
    std::uint64_t changes = 0;    ///< the cache's

    bool isFor(const void* madeBy, std::uint64_t ofShape) const {
        return shape && maker.get() == madeBy && signature == ofShape;
    }
    bool isInUse() const { return model.use_count() > 1; }
};

/// Looks up the model only if the caller's is no longer valid, and makes it, by make(), if there is none for
/// the shape in its present state.
template <class Model, class Maker, class Make>
void update(ShapeCache<CachedModel<Model>>& cache, const btCollisionShape& shape,
            const std::shared_ptr<const Maker>& maker, CachedModel<Model>& cached, Make&& make) {
    const std::uint64_t signature = shapeSignature(shape);
    if (cached.shape == &shape && cached.isFor(maker.get(), signature) && cached.changes == cache.changes) {
        return;
    }
    auto lock = cache.lockFor(shape);
    const CachedModel<Model>* const known = cache.find(shape);
    if (!known || !known->isFor(maker.get(), signature)) {
        const std::shared_ptr<const Model> made = cache.build(lock, shape, make);
        cache.shapes()[&shape] = {.model = made, .shape = &shape, .maker = maker, .signature = signature};
    }
    cached = cache.shapes().at(&shape);
    cached.changes = cache.changes;
    cache.trim([](const auto&) {});
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
