#include "algorithms/geometry/sphere_hull.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace ricochet {
namespace {

constexpr Real kOnHull = 1e-9;  // of the hull's size: a plane touches spheres that are nearer

/// Height of the point over the supporting plane with this normal; at most its distance from the surface.
Real heightOver(const std::vector<Sphere>& spheres, const Vec3& normal, const Vec3& point) {
    Real minimum = std::numeric_limits<Real>::infinity();
    for (const Sphere& sphere : spheres) {
        minimum = std::min(minimum, normal.dot(point - sphere.centre) - sphere.radius);
    }
    return minimum;
}

Real extentAlong(const std::vector<Sphere>& spheres, const Vec3& normal) {
    return -heightOver(spheres, normal, Vec3::Zero());
}

/// Among the normals of planes that touch both spheres from outside, the nearest to a direction; none if
/// one sphere is inside the other.
std::optional<Vec3> coneNormal(const Sphere& a, const Sphere& b, const Vec3& towards) {
    const Vec3 line = b.centre - a.centre;
    const Real length = line.norm(), slope = (a.radius - b.radius) / length;
    if (!(std::abs(slope) < 1)) return std::nullopt;
    const Vec3 axis = line / length;
    const Vec3 across = towards - axis.dot(towards) * axis;
    const Real size = across.norm();
    // for a direction along the axis all of them are equally near
    const Vec3 outwards = size > 0 ? Vec3(across / size) : Vec3(axis.unitOrthogonal());
    return slope * axis + std::sqrt(1 - slope * slope) * outwards;
}

std::vector<Sphere> withoutInnerSpheres(const std::vector<Sphere>& spheres) {
    std::vector<Sphere> outer;
    for (std::size_t i = 0; i < spheres.size(); ++i) {
        const auto holds = [&](std::size_t j) {
            const Real slack =
                spheres[j].radius - spheres[i].radius - (spheres[j].centre - spheres[i].centre).norm();
            return j != i && (slack > 0 || (slack == 0 && (spheres[j].radius > spheres[i].radius || j < i)));
        };
        bool isInner = false;
        for (std::size_t j = 0; j < spheres.size() && !isInner; ++j) isInner = holds(j);
        if (!isInner) outer.push_back(spheres[i]);
    }
    return outer;
}

class HullBuilder {
public:
    explicit HullBuilder(SphereHull& hull) : hull_(hull), spheres_(hull.spheres) {
        for (const Sphere& sphere : spheres_) size_ = std::max(size_, sphere.centre.norm() + sphere.radius);
    }

    void build() {
        const auto count = static_cast<Index>(spheres_.size());
        for (Index i = 0; i < count; ++i) {
            for (Index j = i + 1; j < count; ++j) addPair(i, j);
        }
    }

private:
    bool isSupporting(const Vec3& normal, Index i) const {
        const Real here = normal.dot(spheres_[i].centre) + spheres_[i].radius;
        return extentAlong(spheres_, normal) - here <= kOnHull * size_;
    }

    void addPair(Index i, Index j) {
        const auto some = coneNormal(spheres_[i], spheres_[j], Vec3::Zero());
        if (!some) return;
        bool isOnHull = isSupporting(*some, i);
        for (Index k = 0; k < spheres_.size(); ++k) {
            if (k != i && k != j) isOnHull |= addTriple(i, j, k);
        }
        if (isOnHull) hull_.cones.push_back({i, j});
    }

    /// Adds the planes that touch three spheres and support the hull, each once; whether there is one.
    bool addTriple(Index i, Index j, Index k) {
        const Sphere &a = spheres_[i], &b = spheres_[j], &c = spheres_[k];
        const Vec3 d = b.centre - a.centre, e = c.centre - a.centre, up = d.cross(e);
        const Real determinant = up.squaredNorm();
        if (!(determinant > kOnHull * kOnHull * d.squaredNorm() * e.squaredNorm())) return false;
        const Real slopeD = a.radius - b.radius, slopeE = a.radius - c.radius;
        const Vec3 level = (slopeD * e.cross(up) + slopeE * up.cross(d)) / determinant;
        const Real rest = 1 - level.squaredNorm();
        if (rest < 0) return false;
        bool isOnHull = false;
        for (const Real side : {-1, 1}) {
            const Vec3 normal = (level + side * std::sqrt(rest / determinant) * up).normalized();
            if (!isSupporting(normal, i)) continue;
            isOnHull = true;
            if (j < k) hull_.planes.push_back({normal, extentAlong(spheres_, normal)});
        }
        return isOnHull;
    }

    SphereHull& hull_;
    const std::vector<Sphere>& spheres_;
    Real size_ = 0;
};

}  // namespace

SphereHull hullOf(std::vector<Sphere> spheres) {
    SphereHull hull;
    hull.spheres = withoutInnerSpheres(spheres);
    HullBuilder(hull).build();
    return hull;
}

Vec3 supportOf(const SphereHull& hull, const Vec3& direction) {
    const Real length = direction.norm();
    const Vec3 towards = length > 0 ? Vec3(direction / length) : Vec3::UnitZ();
    const Sphere* best = &hull.spheres.front();
    for (const Sphere& sphere : hull.spheres) {
        if (towards.dot(sphere.centre - best->centre) + sphere.radius - best->radius > 0) best = &sphere;
    }
    return best->centre + best->radius * towards;
}

NearestOnSurface nearestOn(const SphereHull& hull, const Vec3& point) {
    NearestOnSurface best{-std::numeric_limits<Real>::infinity(), point, Vec3::UnitZ()};
    const auto consider = [&](const Vec3& normal, Real height) {
        if (height > best.distance) best.distance = height, best.normal = normal;
    };
    for (const Sphere& sphere : hull.spheres) {
        const Vec3 arm = point - sphere.centre;
        const Real length = arm.norm();
        const Vec3 normal = length > 0 ? Vec3(arm / length) : Vec3::UnitZ();  // at the centre: any will do
        consider(normal, heightOver(hull.spheres, normal, point));
    }
    for (const auto& [i, j] : hull.cones) {
        const auto normal = coneNormal(hull.spheres[i], hull.spheres[j], point - hull.spheres[i].centre);
        if (normal) consider(*normal, heightOver(hull.spheres, *normal, point));
    }
    for (const SphereHull::Plane& plane : hull.planes) {
        consider(plane.normal, plane.normal.dot(point) - plane.offset);
    }
    best.onSurface = point - best.distance * best.normal;
    return best;
}

}  // namespace ricochet
