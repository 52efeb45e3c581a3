#include "demos/app/mesh_body.h"

#include "algorithms/geometry/boundary_loops.h"
#include "demos/scenes/mesh_generators.h"

#include <utility>
#include <vector>

namespace ricochet::app {
namespace {

constexpr double kPlateThickness = 0.01;  // of its largest extent: of a body without volume, for its mass

scenes::SceneMesh turnedMesh(const Mesh& mesh, const Matrix3& rotation, const Vec3& origin) {
    scenes::SceneMesh result;
    for (const Vec3& v : mesh.vertices()) result.vertices.push_back(floatVector(rotation * (v - origin)));
    for (const Face& f : mesh.faces()) result.faces.push_back({int(f[0]), int(f[1]), int(f[2])});
    return result;
}

btMatrix3x3 basisFrom(const Matrix3& m) {
    const auto at = [&](int row, int column) { return static_cast<btScalar>(m(row, column)); };
    return {at(0, 0), at(0, 1), at(0, 2), at(1, 0), at(1, 1), at(1, 2), at(2, 0), at(2, 1), at(2, 2)};
}

Matrix3 principalAxes(const SolidProperties& properties) {
    constexpr double kDiagonal = 1e-5;  // of the trace
    const Matrix3& inertia = properties.inertia;
    const Matrix3 rest = inertia - Matrix3(inertia.diagonal().asDiagonal());
    if (rest.cwiseAbs().maxCoeff() <= kDiagonal * inertia.trace()) return Matrix3::Identity();
    return properties.principalAxes;
}

}  // namespace

btVector3 floatVector(const Vec3& v) { return scenes::vertexAt(v.x(), v.y(), v.z()); }

std::shared_ptr<Mesh> inWorldAxes(const MeshFile& file) {
    std::vector<Vec3> vertices;
    for (const Vec3& vertex : file.mesh->vertices()) vertices.push_back(toWorldAxes(file.frame, vertex));
    return Mesh::create(std::move(vertices), file.mesh->faces()).value();
}

scenes::SceneMesh sceneMesh(const Mesh& mesh) { return turnedMesh(mesh, Matrix3::Identity(), Vec3::Zero()); }

btTransform solidFrame(const SolidProperties& properties) {
    return btTransform(basisFrom(principalAxes(properties)), floatVector(properties.centre));
}

scenes::SceneMesh solidMesh(const Mesh& mesh, const SolidProperties& properties) {
    return turnedMesh(mesh, principalAxes(properties).transpose(), properties.centre);
}

double massOf(const Mesh& mesh, const SolidProperties& properties, double density) {
    const double plate = 0.5 * areaOf(mesh) * kPlateThickness * mesh.box().size().maxCoeff();
    return density * (properties.volume > 0 ? properties.volume : plate);
}

}  // namespace ricochet::app
