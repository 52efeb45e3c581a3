#include "demos/scenes/tetrahedral_sphere.h"

#include "demos/scenes/mesh_generators.h"

#include <BulletSoftBody/btSoftBody.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace ricochet::scenes {
namespace {

using Tetrahedron = std::array<int, 4>;
using Side = std::array<int, 3>;

/// A node of the lattice, `i`, `j` and `k` from 0 to the number of cells.
struct Lattice {
    int cells;
    double radius;  // metres

    int number(int i, int j, int k) const { return (k * (cells + 1) + j) * (cells + 1) + i; }
    /// The nodes of a shell of the cube are moved to a sphere.
    btVector3 position(int i, int j, int k) const {
        const auto share = [&](int n) { return 2.0 * n / cells - 1; };
        const double x = share(i), y = share(j), z = share(k);
        const double largest = std::max({std::abs(x), std::abs(y), std::abs(z)}),
                     length = std::hypot(x, y, z);
        const double factor = length > 0 ? radius * largest / length : 0;
        return vertexAt(factor * x, factor * y, factor * z);
    }
};

/// Five tetrahedra; cells beside each other are mirrored, so that their diagonals agree. Each has a positive
/// volume.
void addCell(const Lattice& lattice, int i, int j, int k, std::vector<Tetrahedron>& tetrahedra) {
    const bool isMirrored = (i + j + k) % 2 == 1;
    const auto corner = [&](int x, int y, int z) {
        return lattice.number(i + (isMirrored ? 1 - x : x), j + y, k + z);
    };
    const int c[] = {corner(0, 0, 0), corner(1, 0, 0), corner(0, 1, 0), corner(1, 1, 0),
                     corner(0, 0, 1), corner(1, 0, 1), corner(0, 1, 1), corner(1, 1, 1)};
    for (Tetrahedron t : {Tetrahedron{c[0], c[3], c[6], c[5]}, Tetrahedron{c[1], c[3], c[0], c[5]},
                          Tetrahedron{c[2], c[0], c[3], c[6]}, Tetrahedron{c[4], c[5], c[0], c[6]},
                          Tetrahedron{c[7], c[5], c[6], c[3]}}) {
        if (isMirrored) std::swap(t[2], t[3]);
        tetrahedra.push_back(t);
    }
}

/// Faces of one tetrahedron only, counter-clockwise as seen from outside of it.
std::vector<Side> surfaceOf(const std::vector<Tetrahedron>& tetrahedra) {
    std::map<Side, std::vector<Side>> sides;  // by ascending corners
    for (const auto& [a, b, c, d] : tetrahedra) {
        for (const Side& side : {Side{a, c, b}, Side{a, b, d}, Side{b, c, d}, Side{a, d, c}}) {
            Side sorted = side;
            std::ranges::sort(sorted);
            sides[sorted].push_back(side);
        }
    }
    std::vector<Side> surface;
    for (const auto& [sorted, found] : sides) {
        if (found.size() == 1) surface.push_back(found.front());
    }
    return surface;
}

std::set<std::array<int, 2>> edgesOf(const std::vector<Tetrahedron>& tetrahedra) {
    std::set<std::array<int, 2>> edges;
    for (const Tetrahedron& t : tetrahedra) {
        for (std::size_t a = 0; a < 4; ++a) {
            for (std::size_t b = a + 1; b < 4; ++b)
                edges.insert({std::min(t[a], t[b]), std::max(t[a], t[b])});
        }
    }
    return edges;
}

}  // namespace

btSoftBody* tetrahedralSphere(btSoftBodyWorldInfo& info, int cells, double radius) {
    const Lattice lattice{cells, radius};
    btAlignedObjectArray<btVector3> nodes;
    std::vector<Tetrahedron> tetrahedra;
    for (int k = 0; k <= cells; ++k) {
        for (int j = 0; j <= cells; ++j) {
            for (int i = 0; i <= cells; ++i) {
                nodes.push_back(lattice.position(i, j, k));
                if (std::max({i, j, k}) < cells) addCell(lattice, i, j, k, tetrahedra);
            }
        }
    }
    auto* const body = new btSoftBody(&info, nodes.size(), &nodes[0], nullptr);
    for (const auto& [a, b] : edgesOf(tetrahedra)) body->appendLink(a, b);
    for (const auto& [a, b, c, d] : tetrahedra) body->appendTetra(a, b, c, d);
    for (const auto& [a, b, c] : surfaceOf(tetrahedra)) body->appendFace(a, b, c);
    return body;
}

}  // namespace ricochet::scenes
