#pragma once

#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>
#include <LinearMath/btVector3.h>

#include <array>
#include <cmath>
#include <vector>

namespace ricochet::test {

/// A mesh as users of Bullet define it: arrays and an interface to them. Must not be moved in memory.
struct BulletMesh {
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    btTriangleIndexVertexArray interface;

    BulletMesh(std::vector<std::array<btScalar, 3>> v, std::vector<std::array<int, 3>> f)
        : vertices(std::move(v)), faces(std::move(f)) {
        interface = btTriangleIndexVertexArray(
            int(faces.size()), faces.empty() ? nullptr : faces.data()->data(), sizeof(faces[0]),
            int(vertices.size()), vertices.empty() ? nullptr : vertices.data()->data(), sizeof(vertices[0]));
    }
    BulletMesh(const BulletMesh&) = delete;
    BulletMesh& operator=(const BulletMesh&) = delete;
};

/// Closed, 12 faces, about the origin.
inline BulletMesh boxMesh(btScalar halfX, btScalar halfY, btScalar halfZ) {
    std::vector<std::array<btScalar, 3>> corners;
    for (int i = 0; i < 8; ++i) {
        corners.push_back({i & 1 ? halfX : -halfX, i & 2 ? halfY : -halfY, i & 4 ? halfZ : -halfZ});
    }
    return BulletMesh(corners, {{0, 4, 6},
                                {0, 6, 2},
                                {1, 3, 7},
                                {1, 7, 5},
                                {0, 1, 5},
                                {0, 5, 4},
                                {2, 6, 7},
                                {2, 7, 3},
                                {0, 2, 3},
                                {0, 3, 1},
                                {4, 5, 7},
                                {4, 7, 6}});
}

/// The same surface with each of its 12 faces cut into `parts` * `parts`.
inline BulletMesh fineBoxMesh(btScalar halfX, btScalar halfY, btScalar halfZ, int parts) {
    const BulletMesh coarse = boxMesh(halfX, halfY, halfZ);
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    for (const auto& face : coarse.faces) {
        const auto first = static_cast<int>(vertices.size());
        const auto index = [&](int i, int j) { return first + i * (2 * parts + 3 - i) / 2 + j; };
        for (int i = 0; i <= parts; ++i) {
            for (int j = 0; i + j <= parts; ++j) {
                auto& v = vertices.emplace_back();
                for (int axis = 0; axis < 3; ++axis) {
                    const auto at = [&](int k) { return coarse.vertices[face[k]][axis]; };
                    v[axis] = (btScalar(parts - i - j) * at(0) + btScalar(i) * at(1) + btScalar(j) * at(2)) /
                              btScalar(parts);
                }
                if (i + j == parts) continue;
                faces.push_back({index(i, j), index(i + 1, j), index(i, j + 1)});
                if (i + j + 1 < parts) {
                    faces.push_back({index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)});
                }
            }
        }
    }
    return BulletMesh(vertices, faces);
}

/// Closed, about the y axis: ring radius 1, tube radius `tube`; lies flat on a ring of vertices.
inline BulletMesh torusMesh(btScalar tube, int rings = 24, int sides = 12) {
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    const auto index = [&](int r, int s) { return (r % rings) * sides + s % sides; };
    for (int r = 0; r < rings; ++r) {
        for (int s = 0; s < sides; ++s) {
            const double around = 2 * M_PI * r / rings, about = 2 * M_PI * (s + 0.5) / sides;
            const double out = 1 + tube * std::cos(about);
            vertices.push_back({btScalar(out * std::cos(around)), btScalar(tube * std::sin(about)),
                                btScalar(out * std::sin(around))});
            faces.push_back({index(r, s), index(r, s + 1), index(r + 1, s)});
            faces.push_back({index(r + 1, s), index(r, s + 1), index(r + 1, s + 1)});
        }
    }
    return BulletMesh(vertices, faces);
}

}  // namespace ricochet::test
