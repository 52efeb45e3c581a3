#include "algorithms/geometry/predicates.h"

#include "algorithms/geometry/expansion.h"

namespace ricochet {

Side exactOrient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
    const auto left = difference(b.x(), a.x()) * difference(c.y(), a.y());
    const auto right = difference(b.y(), a.y()) * difference(c.x(), a.x());
    return (left - right).sign();
}

Side exactOrient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const auto term = [&](int x, int y, int z) {
        const auto left = difference(b[y], a[y]) * difference(c[z], a[z]);
        const auto right = difference(b[z], a[z]) * difference(c[y], a[y]);
        return (left - right) * difference(d[x], a[x]);
    };
    return (term(0, 1, 2) + term(1, 2, 0) + term(2, 0, 1)).sign();
}

}  // namespace ricochet
