// The oracle of predictions: exact intersection of all triangles at dense samples of the motion, then
// bisection.
#pragma once

#include "algorithms/geometry/screw_motion.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "tests/mktree/worlds.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace ricochet::mktree::test {

/// In long double: an axis a million metres away costs a double ten digits.
inline Pose poseAt(const Pose& pose, const ScrewMotion& screw, Real time) {
    using Long3 = Eigen::Matrix<long double, 3, 1>;
    const Matrix3 turn = Eigen::AngleAxis<Real>(screw.angle * time, screw.axis).toRotationMatrix();
    const Long3 axis = screw.axis.cast<long double>().normalized();
    const Long3 arm = pose.translation.cast<long double>() - screw.point.cast<long double>();
    const long double angle = static_cast<long double>(screw.angle) * time;
    const Long3 along = axis * axis.dot(arm);
    const Long3 place = screw.point.cast<long double>() + along + (arm - along) * std::cos(angle) +
                        axis.cross(arm) * std::sin(angle) +
                        axis * (static_cast<long double>(screw.rise) * time);
    return {turn * pose.rotation, place.cast<Real>()};
}

/// Triangles of a mesh with their boxes, for the oracle alone.
class BruteWorld {
public:
    explicit BruteWorld(const Mesh& mesh) : mesh_(mesh) {
        for (Index f = 0; f < mesh.faceCount(); ++f) boxes_.push_back(boxOf(mesh.triangle(f)));
    }
    /// Faces that the body may meet anywhere in a box.
    std::vector<Index> facesIn(const Aabb& box) const {
        std::vector<Index> faces;
        for (Index f = 0; f < boxes_.size(); ++f) {
            if (overlaps(boxes_[f], box)) faces.push_back(f);
        }
        return faces;
    }
    bool meets(const Mesh& body, const Pose& pose, const std::vector<Index>& faces) const {
        std::vector<Triangle> placed;
        Aabb all;
        for (Index f = 0; f < body.faceCount(); ++f) {
            placed.push_back(transformTriangle(pose, body.triangle(f)));
            for (const Vec3& v : placed.back()) all.include(v);
        }
        for (Index f : faces) {
            if (!overlaps(boxes_[f], all)) continue;
            for (const Triangle& a : placed) {
                if (overlaps(boxOf(a), boxes_[f]) && intersects(a, mesh_.triangle(f))) return true;
            }
        }
        return false;
    }

private:
    const Mesh& mesh_;
    std::vector<Aabb> boxes_;
};

struct Truth {
    std::optional<Real> time;  ///< nothing meets at earlier samples
};

/// The first time at which `meets` is true, by sampling and bisection.
inline Truth firstSampled(const std::function<bool(Real)>& meets, int samples) {
    for (int i = 0; i <= samples; ++i) {
        if (!meets(Real(i) / samples)) continue;
        if (i == 0) return {Real(0)};
        Real before = Real(i - 1) / samples, after = Real(i) / samples;
        while (after - before > 1e-15) {
            const Real middle = 0.5 * (before + after);
            (meets(middle) ? after : before) = middle;
        }
        return {after};
    }
    return {};
}

inline Truth sampled(const BruteWorld& world, const Mesh& body, const Pose& pose, const ScrewMotion& screw,
                     int samples) {
    const Aabb box = body.box();
    const Vec3 centre = transformPoint(pose, box.centre());
    const std::vector<Index> near = world.facesIn(sweptSphereBox(screw, centre, 0.5 * box.size().norm()));
    if (near.empty()) return {};
    return firstSampled([&](Real time) { return world.meets(body, poseAt(pose, screw, time), near); },
                        samples);
}

inline Triangle triangleNamed(const WholeWorld& world, Index part, Index number) {
    const auto name = std::ranges::find(world.names, std::pair(part, number));
    return world.mesh->triangle(static_cast<Index>(name - world.names.begin()));
}

class Random {
public:
    explicit Random(unsigned seed) : engine_(seed) {}
    Real real(Real minimum, Real maximum) {
        return std::uniform_real_distribution<Real>(minimum, maximum)(engine_);
    }
    Vec3 point(Real size) { return {real(-size, size), real(-size, size), real(-size, size)}; }
    Vec3 direction() {
        std::normal_distribution<Real> n;
        return Vec3(n(engine_), n(engine_), n(engine_)).normalized();
    }
    Matrix3 rotation() {
        std::normal_distribution<Real> n;
        return Eigen::Quaternion<Real>(n(engine_), n(engine_), n(engine_), n(engine_))
            .normalized()
            .toRotationMatrix();
    }
    unsigned below(unsigned n) { return engine_() % n; }

private:
    std::mt19937 engine_;
};

/// Rotation, translation, both, a far axis or whole turns, by `kind`.
inline ScrewMotion randomScrew(Random& random, int kind, const Vec3& near) {
    ScrewMotion screw{random.point(3), random.direction(), random.real(0, 3), random.real(-4, 4)};
    switch (kind % 8) {
        case 0:
            screw.angle = 0;
            break;
        case 1:
            screw.rise = 0;
            break;
        case 2:
            screw.point = near + 0.2 * random.direction();
            screw.rise = random.real(-0.5, 0.5);
            break;
        case 3:  // an axis a million metres away
            screw.point = near + 1e6 * screw.axis.unitOrthogonal();
            screw.angle = 3e-6;
            screw.rise = random.real(-1, 1);
            break;
        case 4:
            screw.angle = random.real(6, 25);
            break;
        case 5:
            screw.axis = Vec3::Unit(random.below(3));
            break;
        default:
            break;
    }
    return screw;
}

}  // namespace ricochet::mktree::test
