// Kernels of algorithms/geometry, a thousand random cases each, and builds: time per case and per triangle.

#include "algorithms/contact/contact.h"
#include "algorithms/geometry/box_box.h"
#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/triangle_box.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "algorithms/obb_tree/obb_tree.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "tests/support/meshes.h"
#include "tests/support/random_geometry.h"

#include <benchmark/benchmark.h>

#include <algorithm>

namespace ricochet::bench {
namespace {

constexpr int kCases = 1000;
constexpr Real kHalfSize = 1;

template <class Make>
auto manyOf(Make make) {
    Random random(71);
    std::vector<decltype(make(random))> cases;
    for (int i = 0; i < kCases; ++i) cases.push_back(make(random));
    return cases;
}

/// Runs `kernel` over all cases again and again.
template <class Cases, class Kernel>
void run(benchmark::State& state, const Cases& cases, Kernel kernel) {
    for (auto _ : state) {
        for (const auto& c : cases) benchmark::DoNotOptimize(kernel(c));
    }
    state.SetItemsProcessed(state.iterations() * kCases);
}

/// The same for a question, and says which share of the cases has the answer yes.
template <class Cases, class Kernel>
void runQuestion(benchmark::State& state, const Cases& cases, Kernel kernel) {
    run(state, cases, kernel);
    state.counters["yes"] = static_cast<double>(std::count_if(cases.begin(), cases.end(), kernel)) / kCases;
}

using TrianglePair = std::pair<Triangle, Triangle>;

TrianglePair anyTriangles(Random& random) {
    const Triangle a = randomTriangle(random, kHalfSize);
    return {a, randomTriangle(random, kHalfSize)};
}

/// Corners on whole numbers: shared corners and edges, coplanar pairs.
TrianglePair latticeTriangles(Random& random) {
    const Triangle a = randomLatticeTriangle(random, 2);
    return {a, randomLatticeTriangle(random, 2)};
}

void trianglesIntersect(benchmark::State& state, TrianglePair (*make)(Random&)) {
    runQuestion(state, manyOf(make), [](const TrianglePair& p) { return intersects(p.first, p.second); });
}
BENCHMARK_CAPTURE(trianglesIntersect, random, anyTriangles);
BENCHMARK_CAPTURE(trianglesIntersect, lattice, latticeTriangles);

void triangleMeetsBox(benchmark::State& state) {
    const auto cases = manyOf([](Random& random) {
        Aabb box;
        for (const Vec3& corner : randomTriangle(random, kHalfSize)) box.include(corner);
        return std::pair(randomTriangle(random, kHalfSize), box);
    });
    runQuestion(state, cases, [](const auto& c) { return intersects(c.first, c.second); });
}
BENCHMARK(triangleMeetsBox);

void alignedBoxesOverlap(benchmark::State& state) {
    const auto cases = manyOf([](Random& random) {
        const auto [a, b] = anyTriangles(random);
        return std::pair(boxOf(a), boxOf(b));
    });
    runQuestion(state, cases, [](const auto& c) { return overlaps(c.first, c.second); });
}
BENCHMARK(alignedBoxesOverlap);

void trianglesClosestPoints(benchmark::State& state) {
    run(state, manyOf(anyTriangles), [](const TrianglePair& p) { return closestPoints(p.first, p.second); });
}
BENCHMARK(trianglesClosestPoints);

void pointTriangleClosestPoint(benchmark::State& state) {
    const auto cases = manyOf([](Random& random) {
        const Triangle triangle = randomTriangle(random, kHalfSize);
        return std::pair(triangle, randomPoint(random, kHalfSize));
    });
    run(state, cases, [](const auto& c) { return closestPoint(c.first, c.second); });
}
BENCHMARK(pointTriangleClosestPoint);

Obb anyBox(Random& random) {
    const Vec3 half = kHalfSize * Vec3(uniform(random, 0, 1), uniform(random, 0, 1), uniform(random, 0, 1));
    return {randomRotation(random), randomPoint(random, kHalfSize), half};
}

void orientedBoxesOverlap(benchmark::State& state) {
    const auto cases = manyOf([](Random& random) {
        const Obb a = anyBox(random);
        return std::pair(a, anyBox(random));
    });
    runQuestion(state, cases, [](const auto& c) { return overlaps(c.first, c.second); });
}
BENCHMARK(orientedBoxesOverlap);

/// One box in the frame of another, as trees have it.
template <class Scalar>
struct PlacedBoxes {
    Lanes<Scalar> halfA, halfB;
    BoxInBox<Scalar> b;
};

template <class Scalar>
void fifteenAxes(benchmark::State& state) {
    const auto lanes = [](const Vec3& v) {
        return Lanes<Scalar>(static_cast<Scalar>(v.x()), static_cast<Scalar>(v.y()),
                             static_cast<Scalar>(v.z()), 0);
    };
    const auto cases = manyOf([&](Random& random) {
        const Obb a = anyBox(random), b = anyBox(random);
        PlacedBoxes<Scalar> boxes = {lanes(a.half), lanes(b.half), {}};
        for (int axis = 0; axis < 3; ++axis) boxes.b.axis[axis] = lanes(b.axes.row(axis));
        boxes.b.centre = lanes(b.centre);
        return boxes;
    });
    constexpr BoxTolerance<Scalar> kExact = {0, 0};
    runQuestion(state, cases, [&](const auto& c) { return !areApart(c.halfA, c.halfB, c.b, kExact); });
}
BENCHMARK_TEMPLATE(fifteenAxes, float);
BENCHMARK_TEMPLATE(fifteenAxes, double);

/// A torus of so many triangles.
SharedMesh torusOf(std::int64_t triangles) {
    const auto across = static_cast<Index>(std::sqrt(static_cast<double>(triangles) / 4));
    return torusMesh(0.5, 0.2, 2 * across, across);
}

template <class Algorithm>
void build(benchmark::State& state) {
    const Algorithm algorithm;
    const SharedMesh mesh = torusOf(state.range(0));
    for (auto _ : state) benchmark::DoNotOptimize(algorithm.build(mesh));
    state.SetItemsProcessed(state.iterations() * mesh->faceCount());
}
BENCHMARK_TEMPLATE(build, WideTree)->Arg(196)->Arg(2'048)->Arg(32'400)->Arg(131'000);
BENCHMARK_TEMPLATE(build, ObbTree)->Arg(196)->Arg(2'048)->Arg(32'400)->Arg(131'000);

template <class Algorithm>
void refit(benchmark::State& state) {
    const Algorithm algorithm;
    const SharedMesh mesh = torusOf(state.range(0));
    const auto model = algorithm.build(mesh);
    for (auto _ : state) benchmark::DoNotOptimize(algorithm.rebuild(*model));
    state.SetItemsProcessed(state.iterations() * mesh->faceCount());
}
BENCHMARK_TEMPLATE(refit, WideTree)->Arg(2'048)->Arg(32'400)->Arg(131'000);
BENCHMARK_TEMPLATE(refit, ObbTree)->Arg(2'048)->Arg(32'400)->Arg(131'000);

/// What contacts need to know of a mesh.
void buildSurface(benchmark::State& state) {
    const SharedMesh mesh = torusOf(state.range(0));
    for (auto _ : state) benchmark::DoNotOptimize(buildContactSurface(*mesh));
    state.SetItemsProcessed(state.iterations() * mesh->faceCount());
}
BENCHMARK(buildSurface)->Arg(2'048)->Arg(100'000);

void refreshSurface(benchmark::State& state) {
    const SharedMesh mesh = torusOf(state.range(0));
    const auto surface = buildContactSurface(*mesh);
    for (auto _ : state) benchmark::DoNotOptimize(refreshContactSurface(*mesh, *surface));
    state.SetItemsProcessed(state.iterations() * mesh->faceCount());
}
BENCHMARK(refreshSurface)->Arg(2'048)->Arg(100'000);

}  // namespace
}  // namespace ricochet::bench
