#pragma once

#include "algorithms/geometry/mesh.h"

#include <cmath>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

namespace ricochet {

using SharedMesh = std::shared_ptr<Mesh>;

inline SharedMesh makeMesh(std::vector<Vec3> vertices, std::vector<Face> faces) {
    return Mesh::create(std::move(vertices), std::move(faces)).value();
}

/// A box of 12 triangles, its corners numbered by bits: x is 1, y is 2, z is 4.
inline SharedMesh boxMesh(const Vec3& min, const Vec3& max) {
    std::vector<Vec3> corners;
    for (int i = 0; i < 8; ++i) {
        corners.emplace_back((i & 1 ? max : min).x(), (i & 2 ? max : min).y(), (i & 4 ? max : min).z());
    }
    return makeMesh(corners, {{0, 2, 1},
                              {1, 2, 3},
                              {4, 5, 6},
                              {5, 7, 6},
                              {0, 1, 4},
                              {1, 5, 4},
                              {2, 6, 3},
                              {3, 6, 7},
                              {0, 4, 2},
                              {2, 4, 6},
                              {1, 3, 5},
                              {3, 7, 5}});
}

/// About the z axis: `around` sections of `across` corners each.
inline SharedMesh torusMesh(Real ringRadius, Real tubeRadius, Index around, Index across) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (Index i = 0; i < around; ++i) {
        for (Index j = 0; j < across; ++j) {
            const Real u = 2 * std::numbers::pi * i / around;
            const Real v = 2 * std::numbers::pi * j / across;
            const Real r = ringRadius + tubeRadius * std::cos(v);
            vertices.emplace_back(r * std::cos(u), r * std::sin(u), tubeRadius * std::sin(v));
            const Index nextI = (i + 1) % around;
            const Index nextJ = (j + 1) % across;
            const Index a = i * across + j, b = nextI * across + j;
            const Index c = nextI * across + nextJ, d = i * across + nextJ;
            faces.push_back({a, b, c});
            faces.push_back({a, c, d});
        }
    }
    return makeMesh(std::move(vertices), std::move(faces));
}

/// The same surface with its faces turned over.
inline SharedMesh insideOut(const Mesh& mesh) {
    std::vector<Face> faces = mesh.faces();
    for (Face& face : faces) std::swap(face[1], face[2]);
    return makeMesh(mesh.vertices(), faces);
}

/// The same vertices, but one face is left out.
inline SharedMesh withoutFace(const Mesh& mesh, Index left) {
    std::vector<Face> faces = mesh.faces();
    faces.erase(faces.begin() + left);
    return makeMesh(mesh.vertices(), faces);
}

/// Each face with corners of its own.
inline SharedMesh unshared(const Mesh& mesh) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (Index f = 0; f < mesh.faceCount(); ++f) {
        const Index first = 3 * f;
        for (const Vec3& corner : mesh.triangle(f)) vertices.push_back(corner);
        faces.push_back({first, first + 1, first + 2});
    }
    return makeMesh(std::move(vertices), std::move(faces));
}

inline SharedMesh placed(const Mesh& mesh, const Pose& pose) {
    std::vector<Vec3> vertices;
    for (const Vec3& vertex : mesh.vertices()) vertices.push_back(transformPoint(pose, vertex));
    return makeMesh(std::move(vertices), mesh.faces());
}

}  // namespace ricochet
