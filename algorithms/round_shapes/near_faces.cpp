// A triangle is outside a sphere if its plane is, or if in its plane the sphere's circle lies beyond one of
// its edges.

#include "algorithms/round_shapes/near_faces.h"

#include <algorithm>

namespace ricochet::round_shapes {
namespace {

// Squares. (d + e)² <= 1.01 d² + 101 e², of the distance d and the rounding e, which is below 1e-8 of the
// longest edge where a face is not a sliver.
constexpr Real kLonger = 1.01, kRounding = 101 * 1e-16;
constexpr Real kSliver = 1e-12;  // squared doubled area over the longest edge's fourth power

}  // namespace

bool isFartherThan(const Triangle& t, const Vec3& point, Real distance) {
    const Vec3 edges[3] = {t[1] - t[0], t[2] - t[1], t[0] - t[2]};
    const Real lengths2[3] = {edges[0].squaredNorm(), edges[1].squaredNorm(), edges[2].squaredNorm()};
    const Real longest2 = std::max({lengths2[0], lengths2[1], lengths2[2]});
    const Vec3 normal = edges[0].cross(edges[1]);
    const Real size2 = normal.squaredNorm();
    if (!(size2 > kSliver * longest2 * longest2)) return false;
    const Real height = normal.dot(point - t[0]);  // times the normal's size
    const Real circle2 = (kLonger * distance * distance + kRounding * longest2) * size2 - height * height;
    if (circle2 < 0) return true;
    for (std::size_t k = 0; k < 3; ++k) {
        const Real inside = normal.cross(edges[k]).dot(point - t[k]);  // times both sizes
        if (inside < 0 && inside * inside > circle2 * lengths2[k]) return true;
    }
    return false;
}

void dropFartherFaces(const Mesh& mesh, const Vec3& point, Real distance, std::vector<Index>& faces) {
    Index last = kNone;  // a front; its back comes next
    bool isFarther = false;
    std::erase_if(faces, [&](Index face) {
        const Index front = mesh.frontOf(face);
        if (front != last) isFarther = isFartherThan(mesh.triangle(front), point, distance);
        last = front;
        return isFarther;
    });
}

}  // namespace ricochet::round_shapes
