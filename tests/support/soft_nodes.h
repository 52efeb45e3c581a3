#pragma once

#include "algorithms/geometry/point_in_mesh.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/meshes.h"

#include <BulletSoftBody/btSoftBody.h>

#include <vector>

namespace ricochet::test {

/// Nodes of a soft body in the solid of a mesh that stands at the origin.
inline int nodesInside(const btSoftBody& body, const BulletMesh& mesh) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (const auto& v : mesh.vertices) vertices.emplace_back(v[0], v[1], v[2]);
    for (const auto& f : mesh.faces) faces.push_back({Index(f[0]), Index(f[1]), Index(f[2])});
    const SharedMesh solid = makeMesh(vertices, faces);
    int count = 0;
    for (int i = 0; i < body.m_nodes.size(); ++i) {
        const btVector3& x = body.m_nodes[i].m_x;
        count += contains(*solid, Pose{}, Vec3(x.x(), x.y(), x.z()));
    }
    return count;
}

}  // namespace ricochet::test
