#pragma once

#include "demos/scenes/scene.h"
#include "tests/support/bullet_mesh.h"

namespace ricochet::test {

inline BulletMesh meshOf(const scenes::SceneMesh& mesh) {
    std::vector<std::array<btScalar, 3>> vertices;
    for (const btVector3& v : mesh.vertices) vertices.push_back({v.x(), v.y(), v.z()});
    return BulletMesh(vertices, mesh.faces);
}

}  // namespace ricochet::test
