#include "adapters/shape_cache/convex_cache.h"

#include "adapters/shapes/shape_kinds.h"

#include <algorithm>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

void ConvexCache::update(const btCollisionShape& shape, const std::shared_ptr<const ContactMethod>& method,
                         const ShapeReporter& report, Cached& cached) {
    const std::uint64_t signature = shapeSignature(shape);
    const bool holds = cached.shape == &shape && cached.method == method.get() &&
                       cached.signature == signature && cached.changes == changes_;
    if (holds) return;

    std::unique_lock lock(mutex_);
    builds_.await(lock, shape);
    const auto known = entries_.find(&shape);
    const bool isKnown =
        known != entries_.end() && known->second.signature == signature && known->second.method == method;
    if (!isKnown) {
        const auto made = builds_.run(lock, shape, [&]() -> Result<std::shared_ptr<const ConvexModel>> {
            const auto read = shapeKind(shape).readCorners(shape);
            if (!read) return tl::unexpected(read.error());
            return method->buildConvex(*read);
        });
        entries_[&shape] = {signature, method, made ? *made : nullptr};
        if (!made) {
            report(shape, ShapeProblem::cannotCollide,
                   "A " + std::string(shape.getName()) +
                       " shape cannot collide with convex shapes: " + made.error() + ".");
        }
    }
    cached = {entries_.at(&shape).model, &shape, method.get(), signature, changes_};
    trim();
}

void ConvexCache::notifyDeformed(const btCollisionShape& shape) {
    std::unique_lock lock(mutex_);
    builds_.await(lock, shape);
    ++changes_;
    entries_.erase(&shape);
}

std::size_t ConvexCache::size() const {
    const std::lock_guard lock(mutex_);
    return entries_.size();
}

void ConvexCache::trim() {
    if (entries_.size() <= trimAbove_) return;
    std::erase_if(entries_, [](const auto& entry) { return entry.second.model.use_count() <= 1; });
    trimAbove_ = std::max<std::size_t>(64, 2 * entries_.size());
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
