#pragma once

#include "tests/support/bullet_mesh.h"

#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>

#include <cmath>
#include <cstddef>
#include <vector>

namespace ricochet::test {

using Height = double (*)(double x, double z);

inline double flat(double, double) { return 0; }
inline double hills(double x, double z) { return 0.5 * std::sin(0.8 * x) * std::cos(0.6 * z); }

/// A square of 10 m about the origin that faces up, of `cells` by `cells` quads.
inline BulletMesh groundOf(int cells, Height height) {
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    for (int i = 0; i <= cells; ++i) {
        for (int k = 0; k <= cells; ++k) {
            const double x = 10.0 * i / cells - 5, z = 10.0 * k / cells - 5;
            vertices.push_back({btScalar(x), btScalar(height(x, z)), btScalar(z)});
        }
    }
    const auto at = [&](int i, int k) { return i * (cells + 1) + k; };
    for (int i = 0; i < cells; ++i) {
        for (int k = 0; k < cells; ++k) {
            faces.push_back({at(i, k), at(i, k + 1), at(i + 1, k + 1)});
            faces.push_back({at(i, k), at(i + 1, k + 1), at(i + 1, k)});
        }
    }
    return BulletMesh(vertices, faces);
}

/// The same square as a heightfield, up to 2 m high or deep. Must not be moved in memory.
struct BulletTerrain {
    int cells;
    std::vector<float> heights;
    btHeightfieldTerrainShape shape;

    BulletTerrain(int cellsAcross, Height height)
        : cells(cellsAcross),
          heights(sampled(cellsAcross, height)),
          shape(cells + 1, cells + 1, heights.data(), btScalar(-2), btScalar(2), 1, false) {
        shape.setLocalScaling(btVector3(btScalar(10) / cells, 1, btScalar(10) / cells));
    }
    BulletTerrain(const BulletTerrain&) = delete;
    BulletTerrain& operator=(const BulletTerrain&) = delete;

    /// The i-th sample along x of the k-th row.
    float& at(int i, int k) { return heights[static_cast<std::size_t>(k * (cells + 1) + i)]; }

private:
    static std::vector<float> sampled(int cells, Height height) {
        std::vector<float> heights;
        for (int k = 0; k <= cells; ++k) {
            for (int i = 0; i <= cells; ++i) {
                heights.push_back(float(height(10.0 * i / cells - 5, 10.0 * k / cells - 5)));
            }
        }
        return heights;
    }
};

}  // namespace ricochet::test
