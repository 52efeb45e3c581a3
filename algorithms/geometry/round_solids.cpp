// Closed forms: as in any table of moments of inertia; each is tested against a fine mesh.
// Richardson. The Deferred Approach to the Limit. 1927: the error of a hull is proportional to the square of
// the spacing of its points, so two hulls give the limit.

#include "algorithms/geometry/round_solids.h"

#include "algorithms/geometry/convex_hull.h"

#include <Eigen/Geometry>

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

constexpr Real kPi = std::numbers::pi;

/// Points along an octant's edge; 4 n² + 2 directions in total. A hull of 9,218 takes four times as long.
constexpr int kSpacingsPerOctant = 24;

/// About the y axis; `along` is the moment about it, `across` that about any axis across it.
SolidProperties aboutY(Real volume, const Vec3& centre, Real along, Real across) {
    return solidWith(volume, centre, Vec3(across, along, across).asDiagonal());
}

/// The directions of an octahedron's surface: the six axes are among them, so flat ends are found.
std::vector<Vec3> directions(int n) {
    std::vector<Vec3> found;
    for (int x = -n; x <= n; ++x) {
        const int left = n - std::abs(x);
        for (int y = -left; y <= left; ++y) {
            const int z = left - std::abs(y);
            found.push_back(Vec3(x, y, z).normalized());
            if (z > 0) found.push_back(Vec3(x, y, -z).normalized());
        }
    }
    return found;
}

SolidProperties solidOfHull(const Support& support, int n) {
    std::vector<Vec3> points;
    for (const Vec3& direction : directions(n)) points.push_back(support(direction));
    const ConvexHull hull = convexHull(points);
    if (hull.isEmpty()) return {};
    const auto mesh = Mesh::create(std::move(points), hull.faces);
    return mesh ? massProperties(**mesh) : SolidProperties{};
}

}  // namespace

SolidProperties solidSphere(Real radius) {
    const Real volume = 4 * kPi / 3 * radius * radius * radius;
    const Real moment = Real{2} / 5 * volume * radius * radius;
    return aboutY(volume, Vec3::Zero(), moment, moment);
}

SolidProperties solidCapsule(Real radius, Real halfHeight) {
    const Real r2 = radius * radius;
    const Real middle = 2 * kPi * r2 * halfHeight, caps = 4 * kPi / 3 * r2 * radius;
    const Real along = middle * r2 / 2 + caps * r2 * 2 / 5;
    // the centroid of a half sphere lies 3/8 r from its flat side
    const Real across = middle * (r2 / 4 + halfHeight * halfHeight / 3) +
                        caps * (r2 * 2 / 5 + halfHeight * halfHeight + Real{3} / 4 * halfHeight * radius);
    return aboutY(middle + caps, Vec3::Zero(), along, across);
}

SolidProperties solidCylinder(Real radius, Real halfHeight) {
    const Real r2 = radius * radius, volume = 2 * kPi * r2 * halfHeight;
    return aboutY(volume, Vec3::Zero(), volume * r2 / 2, volume * (r2 / 4 + halfHeight * halfHeight / 3));
}

SolidProperties solidCone(Real radius, Real height) {
    const Real r2 = radius * radius, volume = kPi / 3 * r2 * height;
    return aboutY(volume, Vec3(0, -height / 4, 0), volume * r2 * 3 / 10,
                  volume * (r2 * 3 / 20 + height * height * 3 / 80));
}

SolidProperties turnedToAxis(const SolidProperties& solid, int axis) {
    Pose permutation;
    // y to `axis`, the others after it in their cyclic order
    for (int i = 0; i < 3; ++i) permutation.rotation.col((1 + i) % 3) = Vec3::Unit((axis + i) % 3);
    return solidWith(solid.volume, permutation.rotation * solid.centre,
                     permutation.rotation * solid.inertia * permutation.rotation.transpose());
}

SolidProperties scaled(const SolidProperties& solid, Real factor) {
    SolidProperties grown = solidWith(std::abs(std::pow(factor, 3)) * solid.volume, factor * solid.centre,
                                      std::abs(std::pow(factor, 5)) * solid.inertia);
    grown.isHull = solid.isHull;
    return grown;
}

SolidProperties solidOfSupport(const Support& support) {
    const SolidProperties coarse = solidOfHull(support, kSpacingsPerOctant / 2);
    const SolidProperties fine = solidOfHull(support, kSpacingsPerOctant);
    if (!(fine.volume > 0)) return {};
    const auto limit = [](const auto& at2h, const auto& atH) { return atH + (atH - at2h) / 3; };
    return solidWith(limit(coarse.volume, fine.volume), limit(coarse.centre, fine.centre),
                     limit(coarse.inertia, fine.inertia));
}

}  // namespace ricochet
