#include "adapters/shape_cache/round_cache.h"

#include <tuple>
#include <utility>
#include <variant>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

bool areSameFrustums(const RoundShape& a, const RoundShape& b) {
    const auto *const first = std::get_if<Frustum>(&a.solid), *const second = std::get_if<Frustum>(&b.solid);
    const auto members = [](const Frustum& f) {
        return std::tuple(f.axis, f.bottom, f.top, f.bottomRadius, f.topRadius, f.growth);
    };
    return first && second && members(*first) == members(*second);
}

}  // namespace

bool update(const btCollisionShape& shape, CachedModel<RoundShape>& cached) {
    const ShapeKind& kind = shapeKind(shape);
    const std::uint64_t now = kind.sign ? shapeSignature(shape) | 1 : 0;
    if (now != 0 && now == cached.signature) return false;
    RoundShape read = kind.readRound(shape);
    if (now == 0 && cached.model && areSameFrustums(read, *cached.model)) return false;
    cached.model = std::make_shared<const RoundShape>(std::move(read));
    cached.signature = now;
    return true;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
