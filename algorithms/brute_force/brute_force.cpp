#include "algorithms/brute_force/brute_force.h"

#include "algorithms/geometry/box_list.h"
#include "algorithms/geometry/close_faces.h"

#include <algorithm>
#include <numeric>

namespace ricochet {
namespace {

struct PlacedFaces {
    PointList vertices;
    std::vector<Triangle> triangles;
    BoxList boxes;  ///< grown by half the query distance; empty without the pretest
};

PlacedFaces placeFaces(const MeshInstance& placed) {
    PlacedFaces faces;
    placeVertices(placed.pose, placed.mesh().vertices(), faces.vertices);
    faces.triangles.reserve(placed.mesh().faceCount());
    for (Index face = 0; face < placed.mesh().faceCount(); ++face) {
        const auto [u, v, w] = placed.mesh().face(face);
        faces.triangles.push_back({faces.vertices[u], faces.vertices[v], faces.vertices[w]});
    }
    return faces;
}

/// Some rows (faces of A) against all columns (faces of B).
struct Rows {
    FacePairs pairs;
    std::uint64_t boxTests = 0;
    std::uint64_t triangleTests = 0;
};

Rows testRows(const PlacedFaces& a, const PlacedFaces& b, Index begin, Index end, Real queryDistance,
              bool pretest) {
    Rows rows;
    std::vector<Index> columns(b.triangles.size());
    std::iota(columns.begin(), columns.end(), Index{0});
    auto columnCount = static_cast<Index>(columns.size());
    for (Index faceA = begin; faceA < end; ++faceA) {
        if (pretest) {
            columnCount = findOverlapping(b.boxes, a.boxes[faceA], columns);
            rows.boxTests += b.boxes.count;
        }
        rows.triangleTests += columnCount;
        for (Index faceB : std::span(columns).first(columnCount)) {
            if (areClose(a.triangles[faceA], b.triangles[faceB], queryDistance))
                rows.pairs.push_back({faceA, faceB});
        }
    }
    return rows;
}

}  // namespace

std::shared_ptr<const CollisionModel> BruteForce::build(std::shared_ptr<const Mesh> mesh) const {
    return std::make_shared<CollisionModel>(std::move(mesh));
}

void BruteForce::findFacePairs(const MeshInstance& placedA, const MeshInstance& placedB, Real queryDistance,
                               PairMemory& memory, FacePairs& out) const {
    PlacedFaces a = placeFaces(placedA), b = placeFaces(placedB);
    if (settings_.boxPretest) {
        boxesOfFaces(placedA.mesh(), a.vertices, 0.5 * queryDistance, a.boxes);
        boxesOfFaces(placedB.mesh(), b.vertices, 0.5 * queryDistance, b.boxes);
    }

    constexpr Index kRowsPerTask = 64;
    const Index rowCount = placedA.mesh().faceCount();
    std::vector<Rows> tasks((rowCount + kRowsPerTask - 1) / kRowsPerTask);
    executor_->run(static_cast<Index>(tasks.size()), [&](Index task) {
        const Index begin = task * kRowsPerTask;
        const Index end = std::min(begin + kRowsPerTask, rowCount);
        tasks[task] = testRows(a, b, begin, end, queryDistance, settings_.boxPretest);
    });

    out.clear();
    for (const Rows& rows : tasks) {
        out.insert(out.end(), rows.pairs.begin(), rows.pairs.end());
        memory.counters.boxTests += rows.boxTests;
        memory.counters.triangleTests += rows.triangleTests;
    }
    memory.counters.calls += 1;
    memory.counters.facePairs += out.size();
}

}  // namespace ricochet
