#include "algorithms/geometry/separating_axes.h"

namespace ricochet {
namespace {

/// Exceeds the error of axes that are orthonormal to 1e-13, after a few more roundings.
constexpr Real kTurnError = 1e-12;

Lanes<Real> lanes(const Vec3& v) { return {v.x(), v.y(), v.z(), 0}; }

}  // namespace

bool overlaps(const Obb& a, const Obb& b) {
    const Matrix3 rotation = a.axes * b.axes.transpose();
    const Vec3 centre = a.axes * (b.centre - a.centre);
    const BoxInBox<Real> placed = {{lanes(rotation.col(0)), lanes(rotation.col(1)), lanes(rotation.col(2))},
                                   lanes(centre)};
    return !areApart(lanes(a.half), lanes(b.half), placed, {kTurnError, kTurnError * centre.norm()});
}

}  // namespace ricochet
