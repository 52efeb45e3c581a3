#include "algorithms/contact/penetration/whole_separation.h"

#include "algorithms/geometry/surface_moments.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

constexpr Real kParallelSine = 1e-6;  // below it two axes have no common perpendicular; metres, for centres

/// Of the body's faces, in its mesh's frame; relative to the middle of its box.
Matrix3 principalAxesOf(const Mesh& mesh) {
    const Vec3 middle = mesh.box().centre();
    SurfaceMoments moments;
    for (Index face = 0; face < mesh.faceCount(); ++face) {
        const Triangle t = mesh.triangle(face);
        moments.add(t[0] - middle, t[1] - middle, t[2] - middle, 0);
    }
    return moments.weight > 0 ? principalAxes(moments.covariance()) : Matrix3(Matrix3::Identity());
}

/// Least and greatest coordinate of the vertices along a direction of the world.
std::pair<Real, Real> extentOf(const PlacedFeatures& body, const Vec3& direction) {
    const Vec3 local = body.toLocal(direction);
    Real least = std::numeric_limits<Real>::infinity(), most = -least;
    for (const Vec3& vertex : body.mesh().vertices()) {
        const Real along = local.dot(vertex);
        least = std::min(least, along);
        most = std::max(most, along);
    }
    const Real shift = direction.dot(body.pose().translation);
    return {least + shift, most + shift};
}

/// Unit, world: of both meshes' frames, the principal ones of both surfaces, those perpendicular to a
/// principal one of each, and the line of centres.
std::vector<Vec3> axesOf(const PlacedFeatures& a, const PlacedFeatures& b) {
    std::vector<Vec3> axes;
    const auto add = [&](const Vec3& direction) {
        const Real length = direction.norm();
        if (length > kParallelSine) axes.push_back(direction / length);
    };
    const Matrix3 principalA = a.pose().rotation * principalAxesOf(a.mesh()).transpose();
    const Matrix3 principalB = b.pose().rotation * principalAxesOf(b.mesh()).transpose();
    for (const Matrix3& columns : {a.pose().rotation, b.pose().rotation, principalA, principalB}) {
        for (int i = 0; i < 3; ++i) add(columns.col(i));
    }
    for (int i = 0; i < 9; ++i) add(principalA.col(i / 3).cross(principalB.col(i % 3)));
    add(place(a.pose(), a.mesh().box().centre()) - place(b.pose(), b.mesh().box().centre()));
    return axes;
}

}  // namespace

WholeSeparation shortestWholeSeparation(const PlacedFeatures& a, const PlacedFeatures& b) {
    WholeSeparation shortest{Vec3::UnitX(), 0, std::numeric_limits<Real>::infinity()};
    for (const Vec3& axis : axesOf(a, b)) {
        const auto [leastA, mostA] = extentOf(a, axis);
        const auto [leastB, mostB] = extentOf(b, axis);
        for (const WholeSeparation& each :
             {WholeSeparation{axis, leastA, mostB}, WholeSeparation{-axis, -mostA, -leastB}}) {
            if (each.distance() < shortest.distance()) shortest = each;
        }
    }
    return shortest;
}

}  // namespace ricochet
