// Most axes are far from the shortest. The extents of a sample of vertices are lower bounds of those of all,
// so all vertices are visited only for axes whose lower bound is below the shortest distance found.

#include "algorithms/contact/penetration/whole_separation.h"

#include "algorithms/geometry/scratch.h"
#include "algorithms/geometry/sort_by_key.h"
#include "algorithms/geometry/surface_moments.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

namespace ricochet {
namespace {

constexpr Real kParallelSine = 1e-6;  // below it two axes have no common perpendicular; metres, for centres
constexpr Index kSampleSize = 512;    // faces, or vertices, of a body; 0.1 % more depth of a fine torus

/// The i-th element of a sample of at most `kSampleSize`. Multiples of the golden ratio spread it evenly, and
/// regular meshes do not repeat in its steps. Knuth. The Art of Computer Programming 3, section 6.4. 1973.
Index sampled(Index i, Index count) {
    constexpr std::uint32_t kGolden = 2654435769U;  // 2^32 over the golden ratio
    if (count <= kSampleSize) return i;
    return static_cast<Index>((std::uint64_t{i * kGolden} * count) >> 32);
}

/// The principal axes of a sample of the body's faces, in its mesh's frame, about the middle of its box.
Matrix3 surfaceAxes(const Mesh& mesh) {
    const Vec3 middle = mesh.box().centre();
    SurfaceMoments moments;
    for (Index i = 0; i < std::min(mesh.faceCount(), kSampleSize); ++i) {
        const Triangle t = mesh.triangle(sampled(i, mesh.faceCount()));
        moments.add(t[0] - middle, t[1] - middle, t[2] - middle, 0);
    }
    return moments.weight > 0 ? principalAxes(moments.covariance()) : Matrix3(Matrix3::Identity());
}

ScratchVector<Vec3> sampledVertices(const Mesh& mesh) {
    ScratchVector<Vec3> vertices;
    for (Index i = 0; i < std::min(mesh.vertexCount(), kSampleSize); ++i)
        vertices.push_back(mesh.vertices()[sampled(i, mesh.vertexCount())]);
    return vertices;
}

/// The greatest coordinate along a direction of the world of vertices in the body's frame.
Real highest(const PlacedFeatures& body, std::span<const Vec3> vertices, const Vec3& direction) {
    const Vec3 local = body.toLocal(direction);
    Real maximum = -std::numeric_limits<Real>::infinity();
    for (const Vec3& vertex : vertices) maximum = std::max(maximum, local.dot(vertex));
    return maximum + direction.dot(body.pose().translation);
}

WholeSeparation separationAlong(const Vec3& direction, const PlacedFeatures& a, std::span<const Vec3> ofA,
                                const PlacedFeatures& b, std::span<const Vec3> ofB) {
    return {direction, -highest(a, ofA, -direction), highest(b, ofB, direction)};
}

/// Unit, world, and their opposites: of both meshes' frames, the principal ones of both surfaces, those
/// perpendicular to a principal one of each, and the line of centres.
ScratchVector<Vec3> directionsOf(const PlacedFeatures& a, const PlacedFeatures& b) {
    ScratchVector<Vec3> directions;
    const auto add = [&](const Vec3& direction) {
        const Real length = direction.norm();
        if (length <= kParallelSine) return;
        for (const int sign : {1, -1}) directions.push_back(sign * direction / length);
    };
    const Matrix3 principalA = a.pose().rotation * surfaceAxes(a.mesh()).transpose();
    const Matrix3 principalB = b.pose().rotation * surfaceAxes(b.mesh()).transpose();
    for (const Matrix3& columns : {a.pose().rotation, b.pose().rotation, principalA, principalB}) {
        for (int i = 0; i < 3; ++i) add(columns.col(i));
    }
    for (int i = 0; i < 9; ++i) add(principalA.col(i / 3).cross(principalB.col(i % 3)));
    add(transformPoint(a.pose(), a.mesh().box().centre()) -
        transformPoint(b.pose(), b.mesh().box().centre()));
    return directions;
}

}  // namespace

WholeSeparation shortestWholeSeparation(const PlacedFeatures& a, const PlacedFeatures& b) {
    const ScratchVector<Vec3> sampleA = sampledVertices(a.mesh()), sampleB = sampledVertices(b.mesh());
    ScratchVector<WholeSeparation> lowerBounds;
    for (const Vec3& direction : directionsOf(a, b))
        lowerBounds.push_back(separationAlong(direction, a, sampleA, b, sampleB));
    sortByKey(lowerBounds, [](const WholeSeparation& bound) { return sortKeyOf(bound.distance()); });

    WholeSeparation shortest{Vec3::UnitX(), 0, std::numeric_limits<Real>::infinity()};
    for (const WholeSeparation& bound : lowerBounds) {
        if (bound.distance() >= shortest.distance()) break;
        const WholeSeparation exact =
            separationAlong(bound.direction, a, a.mesh().vertices(), b, b.mesh().vertices());
        if (exact.distance() < shortest.distance()) shortest = exact;
    }
    return shortest;
}

}  // namespace ricochet
