#include "demos/app/mesh_solid.h"

#include "algorithms/geometry/mass_properties.h"

#include <utility>

namespace ricochet::app {
namespace {

btVector3 toBullet(const Vec3& v) {
    return {static_cast<btScalar>(v.x()), static_cast<btScalar>(v.y()), static_cast<btScalar>(v.z())};
}

}  // namespace

std::shared_ptr<Mesh> meshOf(const scenes::SceneMesh& mesh) {
    std::vector<Vec3> vertices;
    for (const btVector3& v : mesh.vertices) vertices.emplace_back(v.x(), v.y(), v.z());
    std::vector<Face> faces;
    for (const auto& f : mesh.faces) {
        faces.push_back({static_cast<Index>(f[0]), static_cast<Index>(f[1]), static_cast<Index>(f[2])});
    }
    return Mesh::create(std::move(vertices), std::move(faces)).value();
}

btVector3 centreOfMass(const scenes::SceneMesh& mesh) {
    return toBullet(massProperties(*meshOf(mesh)).centre);
}

btVector3 unitInertia(const scenes::SceneMesh& mesh) {
    const auto solid = massProperties(*meshOf(mesh));
    const bool isFlat = solid.volume == 0;  // its inertia is that of 1 kg already
    return toBullet(solid.inertia.diagonal() / (isFlat ? 1 : solid.volume));
}

}  // namespace ricochet::app
