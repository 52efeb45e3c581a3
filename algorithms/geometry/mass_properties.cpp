// Blow, Binstock. How to Find the Inertia Tensor (or Other Mass Properties) of a 3D Solid Body Represented by
// a Triangle Mesh. 2004. (The integrals are those of Mirtich 1996 and Eberly 2002.) Here the origin is the
// centre of the mesh's box, so that a mesh far from its own origin loses no digits.

#include "algorithms/geometry/mass_properties.h"

#include "algorithms/geometry/boundary_loops.h"
#include "algorithms/geometry/convex_hull.h"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include <cmath>
#include <span>

namespace ricochet {
namespace {

/// Volume over area to the power of 3/2 (a sphere's is 0.09); below it the volume is rounding noise.
constexpr Real kNoVolume = 1e-9;

/// Integrals of 1, x and x xᵀ over a body.
struct Moments {
    Real mass = 0;
    Vec3 first = Vec3::Zero();
    Matrix3 second = Matrix3::Zero();
};

/// Sum over the tetrahedra between the origin and the faces, each with its sign.
Moments momentsOfSolid(std::span<const Vec3> vertices, std::span<const Face> faces, const Vec3& origin) {
    Moments sum;
    for (const Face& face : faces) {
        const Vec3 a = vertices[face[0]] - origin;
        const Vec3 b = vertices[face[1]] - origin;
        const Vec3 c = vertices[face[2]] - origin;
        const Vec3 corners = a + b + c;
        const Real sixVolumes = a.dot(b.cross(c));
        sum.mass += sixVolumes / 6;
        sum.first += sixVolumes / 24 * corners;
        sum.second +=
            sixVolumes / 120 *
            (a * a.transpose() + b * b.transpose() + c * c.transpose() + corners * corners.transpose());
    }
    if (sum.mass >= 0) return sum;
    // inside out: the same solid with negative sign
    return {-sum.mass, -sum.first, -sum.second};
}

Moments momentsOfPoints(std::span<const Vec3> vertices, const Vec3& origin) {
    Moments sum;
    const Real share = Real{1} / static_cast<Real>(vertices.size());
    for (const Vec3& vertex : vertices) {
        const Vec3 p = vertex - origin;
        sum.mass += share;
        sum.first += share * p;
        sum.second += share * p * p.transpose();
    }
    return sum;
}

void findPrincipalAxes(SolidProperties& properties) {
    const Eigen::SelfAdjointEigenSolver<Matrix3> solver(properties.inertia);
    properties.principalMoments = solver.eigenvalues();
    properties.principalAxes = solver.eigenvectors();
    if (properties.principalAxes.determinant() < 0) properties.principalAxes.col(2) *= -1;
}

SolidProperties aboutCentre(const Moments& moments, const Vec3& origin) {
    SolidProperties properties;
    const Vec3 centre = moments.first / moments.mass;
    const Matrix3 second = moments.second - moments.mass * centre * centre.transpose();
    properties.centre = origin + centre;
    properties.inertia = second.trace() * Matrix3::Identity() - second;
    findPrincipalAxes(properties);
    return properties;
}

}  // namespace

SolidProperties massProperties(const Mesh& mesh) {
    const Vec3 origin = mesh.box().centre();
    const Real area = areaOf(mesh);
    const bool isHull = !isClosedButForCracks(mesh);
    const ConvexHull hull = isHull ? convexHull(mesh.vertices()) : ConvexHull{};
    const Moments solid = momentsOfSolid(mesh.vertices(), isHull ? hull.faces : mesh.faces(), origin);

    const bool hasVolume = solid.mass > kNoVolume * area * std::sqrt(area);
    const Moments moments = hasVolume ? solid : momentsOfPoints(mesh.vertices(), origin);
    SolidProperties properties = aboutCentre(moments, origin);
    properties.volume = hasVolume ? solid.mass : 0;
    properties.isHull = isHull && hasVolume;
    return properties;
}

SolidProperties solidWith(Real volume, const Vec3& centre, const Matrix3& inertia) {
    SolidProperties solid;
    solid.volume = volume;
    solid.centre = centre;
    solid.inertia = inertia;
    findPrincipalAxes(solid);
    return solid;
}

SolidProperties joined(std::span<const PlacedSolid> solids) {
    SolidProperties whole;
    for (const auto& [solid, pose] : solids) {
        whole.volume += solid.volume;
        whole.centre += solid.volume * transformPoint(pose, solid.centre);
        whole.isHull = whole.isHull || solid.isHull;
    }
    whole.centre /= whole.volume;
    for (const auto& [solid, pose] : solids) {
        const Vec3 arm = transformPoint(pose, solid.centre) - whole.centre;
        whole.inertia += pose.rotation * solid.inertia * pose.rotation.transpose();
        whole.inertia += solid.volume * (arm.squaredNorm() * Matrix3::Identity() - arm * arm.transpose());
    }
    findPrincipalAxes(whole);
    return whole;
}

}  // namespace ricochet
