// Kernels of algorithms/geometry, a thousand random cases each, and builds: time per case and per triangle.

#include "algorithms/contact/contact.h"
#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/separating_axes.h"
#include "algorithms/geometry/triangle_box.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "algorithms/obb_tree/obb_tree.h"
#include "algorithms/swept/swept_face.h"
#include "algorithms/swept/swept_face_pairs.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "tests/support/meshes.h"
#include "tests/support/random_geometry.h"
#include "tests/support/surfaces.h"
#include "tests/swept/closed_form_contact.h"
#include "tests/swept/moving_pairs.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <memory>

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

/// Runs `kernel` repeatedly over all cases.
template <class Cases, class Kernel>
void run(benchmark::State& state, const Cases& cases, Kernel kernel) {
    for (auto _ : state) {
        for (const auto& c : cases) benchmark::DoNotOptimize(kernel(c));
    }
    state.SetItemsProcessed(state.iterations() * kCases);
}

/// The same for a predicate; also reports the fraction of cases with the answer yes.
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

/// Integer corners: shared corners and edges, coplanar pairs.
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

/// A vertex that moves and rotates and a static face, or two such edges; a few per cent touch.
struct TurningPair {
    RigidMotion a, b;
    RigidPair pair;

    TurningPair(Random& random, FeatureKind kind)
        : a(test::passingMotion(random, 1, 0.1, 0.8)), b(standing({})), pair{kind, &a, &b, {}} {
        const int firstOfB = LinearPair{kind, {}, {}}.firstOfB();
        for (int i = 0; i < 4; ++i) {
            pair.corners[static_cast<std::size_t>(i)] =
                pathOf(i < firstOfB ? a : b, randomPoint(random, i == 0 ? 0.2 : 1));
        }
    }
    TurningPair(const TurningPair&) = delete;
};

template <class FirstTouch>
void turningFeatures(benchmark::State& state, FeatureKind kind, FirstTouch firstTouchOf) {
    const auto cases = manyOf([&](Random& random) { return std::make_unique<TurningPair>(random, kind); });
    runQuestion(state, cases, [&](const auto& c) { return firstTouchOf(c->pair).has_value(); });
}
constexpr auto kConservativeAdvancement = [](const RigidPair& pair) { return firstTouch(pair, {0, 1}); };
constexpr auto kClosedForm = [](const RigidPair& pair) { return test::closedFormTouch(pair); };
BENCHMARK_CAPTURE(turningFeatures, vertexFace_conservativeAdvancement, FeatureKind::vertexFace,
                  kConservativeAdvancement);
BENCHMARK_CAPTURE(turningFeatures, vertexFace_closedForm, FeatureKind::vertexFace, kClosedForm);
BENCHMARK_CAPTURE(turningFeatures, edgeEdge_conservativeAdvancement, FeatureKind::edgeEdge,
                  kConservativeAdvancement);
BENCHMARK_CAPTURE(turningFeatures, edgeEdge_closedForm, FeatureKind::edgeEdge, kClosedForm);

/// The paper's test of swept hulls, on face pairs that a narrow phase returns for bodies of about 1 m that
/// move 0.3 m and rotate by up to 0.3 rad. Counts face pairs per step, and the fractions whose swept boxes
/// overlap and whose hulls may meet.
void sweptHulls(benchmark::State& state, const SharedMesh& meshA, const SharedMesh& meshB) {
    const WideTree wideTree;
    const auto modelA = wideTree.build(meshA), modelB = wideTree.build(meshB);
    constexpr int kSteps = 20;
    Random random(72);
    PairMemory memory;
    FacePairs pairs;
    std::vector<std::pair<SweptFace, SweptFace>> faces;
    for (int i = 0; i < kSteps; ++i) {
        RigidMotion a = standing(randomPose(random, 0.3)), b = standing({});
        a.translation = 0.3 * randomPoint(random).normalized();
        a.axis = randomPoint(random).normalized();
        a.angle = uniform(random, 0, 0.3);
        findSweptFacePairs(wideTree, middleOf(*modelA, a, *modelB, b, 0), memory, pairs);
        FaceSweeper facesA(*meshA, a), facesB(*meshB, b);
        for (const FacePair& pair : pairs) faces.emplace_back(facesA[pair.faceA], facesB[pair.faceB]);
    }
    for (auto _ : state) {
        for (const auto& [a, b] : faces) benchmark::DoNotOptimize(mayMeet(a, b, 0));
    }
    const auto all = static_cast<double>(faces.size());
    const auto share = [&](auto claim) {
        return static_cast<double>(std::count_if(faces.begin(), faces.end(), claim)) / all;
    };
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(faces.size()));
    state.counters["pairs"] = all / kSteps;
    state.counters["boxes"] = share([](const auto& f) { return overlaps(f.first.box, f.second.box); });
    state.counters["hulls"] = share([](const auto& f) { return mayMeet(f.first, f.second, 0); });
}
BENCHMARK_CAPTURE(sweptHulls, torus_knot, torusMesh(0.4, 0.12, 32, 16), test::knotMesh(64, 8, 0.1));
BENCHMARK_CAPTURE(sweptHulls, two_knots, test::knotMesh(64, 8, 0.1), test::knotMesh(64, 8, 0.1));
BENCHMARK_CAPTURE(sweptHulls, torus_sphere, torusMesh(0.4, 0.12, 32, 16), test::sphereMesh(32, 16, 0.5));

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

/// One box in the frame of another, as in trees.
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

/// A torus with this number of triangles.
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

/// The contact surface of a mesh with its packed faces.
void buildSurface(benchmark::State& state) {
    const SharedMesh mesh = torusOf(state.range(0));
    for (auto _ : state) benchmark::DoNotOptimize(packedFaces(*buildContactSurface(*mesh), *mesh).data());
    state.SetItemsProcessed(state.iterations() * mesh->faceCount());
}
BENCHMARK(buildSurface)->Arg(2'048)->Arg(100'000);

void refreshSurface(benchmark::State& state) {
    const SharedMesh mesh = torusOf(state.range(0));
    const auto surface = buildContactSurface(*mesh);
    for (auto _ : state) {
        benchmark::DoNotOptimize(packedFaces(*refreshContactSurface(*mesh, *surface), *mesh).data());
    }
    state.SetItemsProcessed(state.iterations() * mesh->faceCount());
}
BENCHMARK(refreshSurface)->Arg(2'048)->Arg(100'000);

}  // namespace
}  // namespace ricochet::bench
