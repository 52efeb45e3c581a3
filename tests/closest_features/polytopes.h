#pragma once

#include "algorithms/closest_features/closest_features.h"
#include "algorithms/closest_features/exhaustive_features.h"
#include "tests/support/random_geometry.h"

#include <algorithm>
#include <numbers>
#include <string>
#include <vector>

namespace ricochet::test {

inline Polytope polytopeOf(const std::vector<Vec3>& points) { return buildPolytope(points).value(); }

/// Corners of a box about the origin.
inline std::vector<Vec3> boxPoints(const Vec3& half) {
    std::vector<Vec3> points;
    for (int i = 0; i < 8; ++i) {
        points.push_back(Vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1).cwiseProduct(half));
    }
    return points;
}

/// A prism of regular polygons, along z.
inline std::vector<Vec3> prismPoints(int sides, Real radius, Real halfHeight) {
    std::vector<Vec3> points;
    for (int i = 0; i < sides; ++i) {
        const Real angle = 2 * std::numbers::pi * i / sides;
        for (const Real z : {-halfHeight, halfHeight}) {
            points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
        }
    }
    return points;
}

/// Points on an ellipsoid, so that each is a vertex.
inline std::vector<Vec3> roundPoints(Random& random, int count, const Vec3& half = Vec3::Ones()) {
    std::vector<Vec3> points;
    while (static_cast<int>(points.size()) < count) {
        const Vec3 p = randomPoint(random);
        if (p.norm() > 0.1 && p.norm() < 1) points.push_back(p.normalized().cwiseProduct(half));
    }
    return points;
}

struct NamedPolytope {
    std::string name;
    Polytope polytope;
};

/// Bodies of all kinds, about 1 m in size.
inline std::vector<NamedPolytope> allPolytopes() {
    Random random(5);
    std::vector<NamedPolytope> all = {
        {"tetrahedron", polytopeOf({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}})},
        {"cube", polytopeOf(boxPoints({1, 1, 1}))},
        {"plank", polytopeOf(boxPoints({1, 0.2, 0.05}))},
        {"needle", polytopeOf(boxPoints({1, 1e-6, 1e-6}))},
        {"prism16", polytopeOf(prismPoints(16, 0.7, 0.5))},
    };
    for (const int count : {8, 32, 128}) {
        all.push_back({"round" + std::to_string(count), polytopeOf(roundPoints(random, count))});
    }
    all.push_back({"egg", polytopeOf(roundPoints(random, 40, {1, 0.3, 0.6}))});
    return all;
}

inline std::vector<NamedPolytope> flatPolytopes() {
    const Vec3 p(0.125, 0.25, 0.375), u(1, 0.5, 0.25), q(0.1, 0.2, 0.3);
    return {{"square", polytopeOf({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 0}, {0.5, 0, 0}})},
            {"triangle", polytopeOf({{0, 0, 0}, {1, 0.5, 0}, {0.25, 1, 0}})},
            {"segment", polytopeOf({p, p + u, p + u / 2, p})},
            {"sliver", polytopeOf({q, q + u, q + u / 2})},  // collinear but for rounding
            {"point", polytopeOf({p, p, p})}};
}

}  // namespace ricochet::test
