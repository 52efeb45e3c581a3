#include "algorithms/geometry/boundary_loops.h"

#include "algorithms/geometry/components.h"
#include "algorithms/geometry/half_edges.h"
#include "algorithms/geometry/mixed_bits.h"
#include "algorithms/geometry/weld.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <utility>

namespace ricochet {
namespace {

/// Vector area of a hole over the area of the mesh; below it the hole is a crack. Float32 coordinates leave
/// 1e-7.
constexpr Real kCrackArea = 1e-6;

/// Below it the enclosed volume is rounding noise, as that of a doubled open surface.
constexpr Real kNoThickness = 1e-9;  // volume over the area and the size of the mesh

/// A part of the diagonal. Closer vertices of the boundary are one, for the question of an inside only. A
/// tenth of a printer's resolution, and a hundred times what float32 coordinates leave.
constexpr Real kHealedGap = 1e-5;

constexpr Index kFacesPerSum = 16384;

/// Adds a number of each front face.
template <class Number>
Real sumOverFronts(const Mesh& mesh, const Executor& executor, Number&& number) {
    std::vector<Real> parts(mesh.frontCount() / kFacesPerSum + 1, 0);
    forEachPart(executor, mesh.frontCount(), kFacesPerSum, [&](Index begin, Index end) {
        Real part = 0;
        for (Index face = begin; face < end; ++face) part += number(mesh.triangle(face));
        parts[begin / kFacesPerSum] = part;
    });
    return std::accumulate(parts.begin(), parts.end(), Real{0});
}

/// Metres^2.
Real frontArea(const Mesh& mesh, const Executor& executor) {
    return sumOverFronts(mesh, executor,
                         [](const Triangle& t) { return 0.5 * (t[1] - t[0]).cross(t[2] - t[0]).norm(); });
}

/// Metres^3 that the front faces enclose; negative if they point inwards.
Real enclosedVolume(const Mesh& mesh, const Executor& executor) {
    const Vec3 origin = mesh.box().centre();
    return sumOverFronts(mesh, executor, [&origin](const Triangle& t) {
        return (t[0] - origin).dot((t[1] - origin).cross(t[2] - origin)) / 6;
    });
}

Components boundaryHoles(std::span<const Vec3> vertices, std::span<const BoundaryEdge> boundaryEdges) {
    Components components(vertices.size());
    for (const BoundaryEdge& edge : boundaryEdges) components.join(edge.low, edge.high);
    return components;
}

using AreaOfHole = std::map<std::size_t, Vec3>;

AreaOfHole areaByHole(std::span<const Vec3> vertices, std::span<const BoundaryEdge> boundaryEdges,
                      Components& components) {
    // A cap runs along the boundary in the opposite direction. Measured from a vertex of its own, each is
    // accurate.
    AreaOfHole areas;
    for (const auto& [low, high, balance] : boundaryEdges) {
        const std::size_t root = components.rootOf(low);
        const Vec3& origin = vertices[root];
        Vec3& area = areas.try_emplace(root, Vec3::Zero()).first->second;
        area -= 0.5 * balance * (vertices[low] - origin).cross(vertices[high] - origin);
    }
    return areas;
}

std::vector<Vec3> areasOfHoles(std::span<const Vec3> vertices, std::span<const BoundaryEdge> boundaryEdges) {
    Components components = boundaryHoles(vertices, boundaryEdges);
    std::vector<Vec3> result;
    for (const auto& [root, area] : areaByHole(vertices, boundaryEdges, components)) result.push_back(area);
    return result;
}

using Cell = std::array<std::int64_t, 3>;

/// The vertices of the boundary, by cells as long as the gap: neighbours are in neighbouring cells.
std::map<Cell, std::vector<Index>> vertexCells(std::span<const Vec3> vertices,
                                               std::span<const BoundaryEdge> boundaryEdges, Real gap) {
    std::map<Cell, std::vector<Index>> cells;
    const Vec3 origin = boundaryEdges.empty() ? Vec3(Vec3::Zero()) : vertices[boundaryEdges[0].low];
    for (const BoundaryEdge& edge : boundaryEdges) {
        for (const Index vertex : {edge.low, edge.high}) {
            const Vec3 at = ((vertices[vertex] - origin) / gap).array().floor();
            auto& cell = cells[{std::int64_t(at[0]), std::int64_t(at[1]), std::int64_t(at[2])}];
            if (std::ranges::find(cell, vertex) == cell.end()) cell.push_back(vertex);
        }
    }
    return cells;
}

/// Joins vertices of the boundary that are closer than `gap` (metres).
Components joinedVertices(std::span<const Vec3> vertices, std::span<const BoundaryEdge> boundaryEdges,
                          Real gap) {
    Components joined(vertices.size());
    const auto cells = vertexCells(vertices, boundaryEdges, gap);
    for (const auto& [cell, own] : cells) {
        for (int step = 0; step < 27; ++step) {
            const auto beside =
                cells.find({cell[0] + step % 3 - 1, cell[1] + step / 3 % 3 - 1, cell[2] + step / 9 - 1});
            if (beside == cells.end()) continue;
            for (const Index v : own) {
                for (const Index w : beside->second) {
                    if ((vertices[v] - vertices[w]).norm() < gap) joined.join(v, w);
                }
            }
        }
    }
    return joined;
}

/// The boundary edges that are left where vertices that nearly coincide are one.
std::vector<BoundaryEdge> healed(std::span<const Vec3> vertices, std::span<const BoundaryEdge> boundaryEdges,
                                 Real size) {
    if (!(size > 0)) return {boundaryEdges.begin(), boundaryEdges.end()};
    Components joined = joinedVertices(vertices, boundaryEdges, kHealedGap * size);
    std::map<std::pair<Index, Index>, int> balances;
    for (const auto& [low, high, balance] : boundaryEdges) {
        const auto from = static_cast<Index>(joined.rootOf(low)),
                   to = static_cast<Index>(joined.rootOf(high));
        if (from != to) balances[std::minmax(from, to)] += from < to ? balance : -balance;
    }
    std::vector<BoundaryEdge> left;
    for (const auto& [ends, balance] : balances) {
        if (balance != 0) left.push_back({ends.first, ends.second, balance});
    }
    return left;
}

/// Whether faces use each edge as often in one direction as in the other: then the numbers that edges are
/// mixed to cancel. Those of other meshes do so by chance, once in 2^64.
bool areBalanced(std::span<const Face> faces, std::span<const Index> weld) {
    std::uint64_t sum = 0;
    for (const Face& face : faces) {
        const Index v[3] = {weld[face[0]], weld[face[1]], weld[face[2]]};
        for (int k = 0; k < 3; ++k) {
            const Index from = v[k], to = v[k == 2 ? 0 : k + 1];
            if (from == to) continue;
            const std::uint64_t edge = mixed(std::uint64_t{std::min(from, to)} << 32 | std::max(from, to));
            sum += from < to ? edge : 0 - edge;
        }
    }
    return sum == 0;
}

bool areCracks(const std::vector<Vec3>& holes, Real areaOfMesh) {
    const Real maximum = kCrackArea * areaOfMesh;
    return std::ranges::all_of(holes, [maximum](const Vec3& hole) { return hole.norm() <= maximum; });
}

}  // namespace

std::vector<BoundaryEdge> boundaryEdgesOf(const Mesh& mesh, std::span<const Index> weld) {
    const std::vector<Face>& faces = mesh.faces();
    if (areBalanced(faces, weld)) return {};
    const HalfEdges sides(faces, weld, serialExecutor(), [](Index) { return true; });
    std::vector<BoundaryEdge> boundaryEdges;
    sides.forEachEdge(0, sides.vertexCount(), [&](Index low, std::span<const HalfEdge> ofEdge) {
        BoundaryEdge boundaryEdge{low, ofEdge[0].high, 0};
        for (const HalfEdge& side : ofEdge) {
            boundaryEdge.balance += weld[faces[side.face()][side.corner()]] == low ? 1 : -1;
        }
        if (boundaryEdge.balance != 0) boundaryEdges.push_back(boundaryEdge);
    });
    return boundaryEdges;
}

std::vector<BoundaryEdge> boundaryEdgesOf(const Mesh& mesh, const MeshTopology& topology) {
    // The topology omits the sides of degenerate faces and the third face of an edge.
    if (topology.degenerateFaces + topology.nonManifoldEdges > 0) return boundaryEdgesOf(mesh, topology.weld);
    std::vector<BoundaryEdge> boundaryEdges;
    for (const MeshTopology::Edge& edge : topology.edges) {
        if (edge.face1 != kNone && !edge.isSplit) continue;
        const auto [low, high] = std::minmax(edge.vertex0, edge.vertex1);
        boundaryEdges.push_back({low, high, edge.vertex0 == low ? 1 : -1});
    }
    return boundaryEdges;
}

std::vector<Vec3> boundaryVectorAreas(const Mesh& mesh) {
    return areasOfHoles(mesh.vertices(), boundaryEdgesOf(mesh, weldVertices(mesh.vertices())));
}

Real areaOf(const Mesh& mesh) {
    Real area = 0;
    for (Index face = 0; face < mesh.faceCount(); ++face) {
        const auto [a, b, c] = mesh.triangle(face);
        area += 0.5 * (b - a).cross(c - a).norm();
    }
    return area;
}

bool isClosedButForCracks(const Mesh& mesh) { return areCracks(boundaryVectorAreas(mesh), areaOf(mesh)); }

bool hasInside(const Mesh& mesh, std::span<const BoundaryEdge> boundaryEdges, const Executor& executor) {
    const Real volume = enclosedVolume(mesh, executor);
    const Real size = mesh.box().size().norm();
    // A face has at most half this area: where that suffices, nothing else is measured.
    const Real mostArea = size * size * mesh.faceCount();
    if (boundaryEdges.empty() && volume > kNoThickness * mostArea * size) return true;
    const Real area = frontArea(mesh, executor) * (mesh.isTwoSided() ? 2 : 1);
    return hasInside({area, volume, size}, mesh.vertices(), boundaryEdges);
}

bool hasInside(const SurfaceSums& sums, std::span<const Vec3> vertices,
               std::span<const BoundaryEdge> boundaryEdges) {
    const Real noVolume = kNoThickness * sums.area * sums.size;
    if (!(sums.volume > noVolume)) return false;
    return areCracks(areasOfHoles(vertices, boundaryEdges), sums.area) ||
           areCracks(areasOfHoles(vertices, healed(vertices, boundaryEdges, sums.size)), sums.area);
}

OpenEdges openEdgesOf(const Mesh& mesh, std::span<const BoundaryEdge> boundaryEdges) {
    const std::span<const Vec3> vertices = mesh.vertices();
    const std::vector<BoundaryEdge> left = healed(vertices, boundaryEdges, mesh.box().size().norm());
    Components components = boundaryHoles(vertices, left);
    const AreaOfHole areas = areaByHole(vertices, left, components);
    const Real crack = kCrackArea * frontArea(mesh, serialExecutor()) * (mesh.isTwoSided() ? 2 : 1);
    OpenEdges open;
    for (const BoundaryEdge& edge : left) {
        if (areas.at(components.rootOf(edge.low)).norm() <= crack) continue;
        if (open.count++ == 0) open = {1, vertices[edge.low], vertices[edge.high]};
    }
    return open;
}

}  // namespace ricochet
