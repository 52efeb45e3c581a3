#include "tests/support/surfaces.h"

#include <cmath>
#include <map>
#include <numbers>

namespace ricochet::test {
namespace {

constexpr Real kTurn = 2 * std::numbers::pi;

/// Faces of a quad grid that is closed in both directions; vertex (i, j) is i * across + j.
std::vector<Face> closedGrid(Index around, Index across) {
    std::vector<Face> faces;
    for (Index i = 0; i < around; ++i) {
        for (Index j = 0; j < across; ++j) {
            const Index i1 = (i + 1) % around, j1 = (j + 1) % across;
            const Index p = i * across + j, q = i1 * across + j, r = i1 * across + j1, s = i * across + j1;
            faces.push_back({p, q, r});
            faces.push_back({p, r, s});
        }
    }
    return faces;
}

}  // namespace

SharedMesh sphereMesh(Index meridians, Index bands, Real radius) {
    const Real pi = std::numbers::pi;
    std::vector<Vec3> vertices = {{0, 0, radius}, {0, 0, -radius}};
    for (Index band = 1; band < bands; ++band) {
        const Real latitude = pi * band / bands;
        for (Index m = 0; m < meridians; ++m) {
            const Real longitude = kTurn * m / meridians;
            vertices.push_back(radius * Vec3(std::sin(latitude) * std::cos(longitude),
                                             std::sin(latitude) * std::sin(longitude), std::cos(latitude)));
        }
    }
    const auto at = [&](Index band, Index m) { return 2 + (band - 1) * meridians + m % meridians; };
    std::vector<Face> faces;
    for (Index m = 0; m < meridians; ++m) {
        faces.push_back({0, at(1, m), at(1, m + 1)});
        faces.push_back({1, at(bands - 1, m + 1), at(bands - 1, m)});
        for (Index band = 1; band + 1 < bands; ++band) {
            faces.push_back({at(band, m), at(band + 1, m), at(band + 1, m + 1)});
            faces.push_back({at(band, m), at(band + 1, m + 1), at(band, m + 1)});
        }
    }
    return makeMesh(std::move(vertices), std::move(faces));
}

SharedMesh knotMesh(Index around, Index across, Real tubeRadius) {
    const auto trefoil = [](Real t) -> Vec3 {
        return 0.4 *
               Vec3(std::sin(t) + 2 * std::sin(2 * t), std::cos(t) - 2 * std::cos(2 * t), -std::sin(3 * t));
    };
    std::vector<Vec3> vertices;
    for (Index i = 0; i < around; ++i) {
        const Real t = kTurn * i / around, step = 1e-4;
        const Vec3 tangent = (trefoil(t + step) - trefoil(t - step)).normalized();
        const Vec3 side = tangent.cross(trefoil(t)).normalized();
        const Vec3 up = side.cross(tangent);
        for (Index j = 0; j < across; ++j) {
            const Real angle = kTurn * j / across;
            vertices.push_back(trefoil(t) + tubeRadius * (std::cos(angle) * up + std::sin(angle) * side));
        }
    }
    return makeMesh(std::move(vertices), closedGrid(around, across));
}

SharedMesh gridBoxMesh(const Vec3& size, Index divisions) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    std::map<std::array<Index, 3>, Index> known;
    const auto vertex = [&](const std::array<Index, 3>& grid) {
        const auto [entry, isNew] = known.try_emplace(grid, static_cast<Index>(vertices.size()));
        if (isNew) {
            const Vec3 unit = Vec3(grid[0], grid[1], grid[2]) / divisions - Vec3::Constant(0.5);
            vertices.push_back(unit.cwiseProduct(size));
        }
        return entry->second;
    };
    for (int axis = 0; axis < 3; ++axis) {
        for (const Index side : {Index{0}, divisions}) {
            const auto corner = [&](Index i, Index j) {
                std::array<Index, 3> grid;
                grid[axis] = side;
                grid[(axis + 1) % 3] = i;
                grid[(axis + 2) % 3] = j;
                return vertex(grid);
            };
            for (Index i = 0; i < divisions; ++i) {
                for (Index j = 0; j < divisions; ++j) {
                    Index p = corner(i, j), q = corner(i + 1, j), r = corner(i + 1, j + 1),
                          s = corner(i, j + 1);
                    if (side == 0) std::swap(q, s);
                    faces.push_back({p, q, r});
                    faces.push_back({p, r, s});
                }
            }
        }
    }
    return makeMesh(std::move(vertices), std::move(faces));
}

SharedMesh soupMesh(Random& random, Index faceCount, Real faceSize) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (Index f = 0; f < faceCount; ++f) {
        const auto first = static_cast<Index>(vertices.size());
        const Vec3 centre = randomPoint(random, 0.5);
        for (int corner = 0; corner < 3; ++corner)
            vertices.push_back(centre + randomPoint(random, faceSize / 2));
        switch (f % 15) {
            case 0:
                faces.push_back({first, first, first});
                break;
            case 5:
                faces.push_back({first, first + 1, first});
                break;
            case 10:
                vertices[first + 2] = vertices[first + 1];
                [[fallthrough]];
            default:
                faces.push_back({first, first + 1, first + 2});
        }
        if (f % 16 == 3) faces.push_back(faces.back());
    }
    return makeMesh(std::move(vertices), std::move(faces));
}

std::vector<Vec3> shaken(Random& random, const Mesh& mesh, Real distance) {
    std::vector<Vec3> vertices = mesh.vertices();
    for (Vec3& vertex : vertices) vertex += randomPoint(random, distance);
    return vertices;
}

}  // namespace ricochet::test
