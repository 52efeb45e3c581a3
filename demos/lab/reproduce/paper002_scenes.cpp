#include "demos/lab/reproduce/paper002_scenes.h"

#include "algorithms/stencil/distance_map.h"
#include "algorithms/stencil/projection.h"
#include "demos/scenes/complex_solids_mesh.h"
#include "demos/scenes/jaw_mesh.h"

#include <cmath>
#include <functional>
#include <numbers>

namespace ricochet::lab::paper002 {
namespace {

constexpr Real kTurn = 2 * std::numbers::pi;

SharedMesh joined(const scenes::SceneMesh& mesh) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (const btVector3& v : mesh.vertices) vertices.emplace_back(v.x(), v.y(), v.z());
    for (const auto& f : mesh.faces) faces.push_back({Index(f[0]), Index(f[1]), Index(f[2])});
    return Mesh::create(std::move(vertices), std::move(faces)).value();
}

SharedMesh ellipsoid(Index faces, const btVector3& radii) {
    return joined(scenes::ellipsoid(static_cast<int>(faces), radii));
}

SharedMesh knot(Index faces) { return joined(scenes::trefoilTube(static_cast<int>(faces))); }

/// `count` teeth in a straight row along x; upside down for the upper jaw.
SharedMesh teeth(int count, bool isUpper, int facesPerTooth) {
    constexpr Real kSpacing = 2.05;
    const int across = static_cast<int>(std::sqrt(facesPerTooth / 2.0)) + 1;
    const SharedMesh one = joined(scenes::tooth({across, across + 1}));
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (int i = 0; i < count; ++i) {
        const auto first = static_cast<Index>(vertices.size());
        for (Vec3 v : one->vertices()) {
            v.x() += kSpacing * (i - 0.5 * (count - 1));
            if (isUpper) v.y() = -v.y();
            vertices.push_back(v);
        }
        for (Face f : one->faces()) {
            if (isUpper) std::swap(f[0], f[1]);
            faces.push_back({f[0] + first, f[1] + first, f[2] + first});
        }
    }
    return Mesh::create(std::move(vertices), std::move(faces)).value();
}

/// A plate of a square metre with a grid on either side; z from -1 to `height`.
SharedMesh plate(Index cells, const std::function<Real(Real x, Real y)>& height) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    const Index row = cells + 1, layer = row * row;
    for (const bool isTop : {false, true}) {
        for (Index j = 0; j <= cells; ++j) {
            for (Index i = 0; i <= cells; ++i) {
                const Real x = Real(i) / cells, y = Real(j) / cells;
                vertices.emplace_back(x, y, isTop ? height(x, y) : -1);
            }
        }
    }
    const auto addQuad = [&](Index a, Index b, Index c, Index d) {
        faces.push_back({a, b, c});
        faces.push_back({a, c, d});
    };
    for (Index j = 0; j < cells; ++j) {
        for (Index i = 0; i < cells; ++i) {
            const Index at = j * row + i;
            addQuad(layer + at, layer + at + 1, layer + at + row + 1, layer + at + row);
            addQuad(at, at + row, at + row + 1, at + 1);
        }
    }
    for (Index i = 0; i < cells; ++i) {
        const Index far = cells * row + i, left = i * row, right = i * row + cells;
        addQuad(i, i + 1, layer + i + 1, layer + i);
        addQuad(far + 1, far, layer + far, layer + far + 1);
        addQuad(left + row, left, layer + left, layer + left + row);
        addQuad(right, right + row, layer + right + row, layer + right);
    }
    return Mesh::create(std::move(vertices), std::move(faces)).value();
}

Matrix3 turned(Real angle, const Vec3& axis) {
    return Matrix3(Eigen::AngleAxis<Real>(angle, axis.normalized()));
}

Scene seenObliquely(Scene scene, int pixels) {
    scene.view = viewOfAll(scene, stencil::axesAlong(Vec3(0.2, 0.1, 1).normalized()), pixels);
    return scene;
}

}  // namespace

stencil::View viewOfAll(const Scene& scene, const Matrix3& axes, int pixels) {
    constexpr Real kMargin = 1.02;
    stencil::View view;
    view.axes = axes;
    view.pixels = pixels;
    Aabb seen;
    for (const Vec3& v : scene.a->vertices()) seen.include(axes * transformPoint(scene.poseA, v));
    for (const Vec3& v : scene.b->vertices()) seen.include(axes * transformPoint(scene.poseB, v));
    const Real side = kMargin * std::max(seen.size().x(), seen.size().y());
    view.size = Vec3(side, side, kMargin * seen.size().z());
    view.min = seen.centre() - 0.5 * view.size;
    return view;
}

Scene figure3a(Index faces, int pixels) {
    Scene scene{"figure 3a", ellipsoid(faces / 2, btVector3(0.7f, 0.7f, 0.7f)), knot(faces / 2), {}, {}, {}};
    scene.poseB = {turned(0.8, {1, 2, 3}), {0.3, 0.1, 0.2}};
    return seenObliquely(scene, pixels);
}

Scene figure3b(Index faces, int pixels) {
    Scene scene{"figure 3b",
                ellipsoid(faces / 2, btVector3(1, 0.8f, 0.6f)),
                ellipsoid(faces / 2, btVector3(0.6f, 1, 0.8f)),
                {},
                {},
                {}};
    scene.poseB = {turned(0.5, {3, 1, 2}), {0.6, 0.3, 0.5}};
    scene.method = stencil::Method::basic;
    return seenObliquely(scene, pixels);
}

Scene figure3c(Index faces, int pixels) {
    Scene scene{"figure 3c", knot(faces / 2), knot(faces / 2), {}, {}, {}};
    scene.poseB = {turned(1.1, {1, 2, 3}), {0.4, 0.2, 0.1}};
    return seenObliquely(scene, pixels);
}

Scene figure5(Stage stage, Along along, int pixels, int facesPerTooth) {
    static constexpr Real kBite[] = {-0.3, 0.01, 0.1, 0.25};  // metres of overlap
    static constexpr const char* kNames[] = {"figure 5a", "figure 5b", "figure 5c", "figure 5d"};
    Scene scene{kNames[static_cast<int>(stage)], teeth(4, false, facesPerTooth),
                teeth(1, true, facesPerTooth)};
    // The upper tooth comes down between the two lower ones in the middle.
    scene.poseB.translation = Vec3(0, 4, 0.1);
    scene.view = viewOfAll(scene, stencil::axesAlong(Vec3::UnitY()), 256);
    const stencil::DistanceMap apart =
        stencil::distanceMap(*scene.a, scene.poseA, *scene.b, scene.poseB, scene.view);
    Real nearest = 4;
    for (std::size_t i = 0; i < apart.distances.size(); ++i) {
        nearest = std::min(nearest, apart.at(i).value_or(nearest));
    }
    scene.poseB.translation.y() -= nearest + kBite[static_cast<int>(stage)];
    const Vec3 direction = along == Along::closing ? Vec3::UnitY() : Vec3::UnitX();
    scene.view = viewOfAll(scene, stencil::axesAlong(direction), pixels);
    return scene;
}

Scene waves(int loops, Index faces, int pixels) {
    // k * k hills; for any k the same share of the area lies above a height.
    const int k = static_cast<int>(std::ceil(std::sqrt(Real(loops))));
    const auto cells = static_cast<Index>(std::sqrt(faces / 8.0));
    const auto hill = [&](Real fraction) { return std::pow(std::sin(0.5 * kTurn * k * fraction), 2); };
    Scene scene{std::to_string(k * k) + " loops",
                plate(cells, [&](Real x, Real y) { return 0.01 * hill(x) * hill(y); }),
                plate(cells, [](Real, Real) { return 0.0; })};
    scene.poseB = {turned(std::numbers::pi, Vec3::UnitX()), {0, 1, 0.0025}};
    scene.view = viewOfAll(scene, Matrix3::Identity(), pixels);
    return scene;
}

int components(const stencil::CollisionMap& map) {
    const int n = map.pixels;
    std::vector<bool> isSeen(map.cases.size());
    int count = 0;
    for (int start = 0; start < n * n; ++start) {
        if (isSeen[start] || !stencil::isCollision(map.cases[start])) continue;
        ++count;
        std::vector<int> open = {start};
        isSeen[start] = true;
        while (!open.empty()) {
            const int at = open.back(), x = at % n, y = at / n;
            open.pop_back();
            const auto visit = [&](int nextX, int nextY) {
                if (nextX < 0 || nextY < 0 || nextX >= n || nextY >= n) return;
                const int next = nextY * n + nextX;
                if (isSeen[next] || !stencil::isCollision(map.cases[next])) return;
                isSeen[next] = true;
                open.push_back(next);
            };
            visit(x - 1, y);
            visit(x + 1, y);
            visit(x, y - 1);
            visit(x, y + 1);
        }
    }
    return count;
}

}  // namespace ricochet::lab::paper002
