#include "algorithms/geometry/boundary_loops.h"

#include "algorithms/geometry/components.h"
#include "algorithms/geometry/half_edges.h"
#include "algorithms/geometry/weld.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <map>
#include <utility>

namespace ricochet {
namespace {

/// Vector area of a hole over the area of the mesh; below it the hole is a crack. Float32 coordinates leave
/// 1e-7.
constexpr Real kCrackArea = 1e-6;

/// Below it the enclosed volume is rounding noise, as that of a doubled open surface.
constexpr Real kNoThickness = 1e-9;  // volume over the area and the size of the mesh

constexpr Index kFacesPerSum = 16384;

struct Extent {
    Real area = 0;
    Real volume = 0;  ///< that the faces enclose; negative if they point inwards
};

/// Of the front faces.
Extent extentOf(const Mesh& mesh, const Executor& executor) {
    const Vec3 origin = mesh.box().centre();
    std::vector<Extent> parts(mesh.frontCount() / kFacesPerSum + 1);
    forEachPart(executor, mesh.frontCount(), kFacesPerSum, [&](Index begin, Index end) {
        Extent part;
        for (Index face = begin; face < end; ++face) {
            const auto [a, b, c] = mesh.triangle(face);
            part.area += 0.5 * (b - a).cross(c - a).norm();
            part.volume += (a - origin).dot((b - origin).cross(c - origin)) / 6;
        }
        parts[begin / kFacesPerSum] = part;
    });
    Extent all;
    for (const Extent& part : parts) all = {all.area + part.area, all.volume + part.volume};
    return all;
}

std::vector<Vec3> areasOfHoles(std::span<const Vec3> vertices, std::span<const BoundaryEdge> boundaryEdges) {
    Components components(vertices.size());
    for (const BoundaryEdge& edge : boundaryEdges) components.join(edge.low, edge.high);

    // A cap runs along the boundary in the opposite direction. Measured from a vertex of its own, each is
    // accurate.
    std::map<std::size_t, Vec3> areas;
    for (const auto& [low, high, balance] : boundaryEdges) {
        const std::size_t root = components.rootOf(low);
        const Vec3& origin = vertices[root];
        Vec3& area = areas.try_emplace(root, Vec3::Zero()).first->second;
        area -= 0.5 * balance * (vertices[low] - origin).cross(vertices[high] - origin);
    }
    std::vector<Vec3> result;
    for (const auto& [root, area] : areas) result.push_back(area);
    return result;
}

bool areCracks(const std::vector<Vec3>& holes, Real areaOfMesh) {
    const Real most = kCrackArea * areaOfMesh;
    return std::ranges::all_of(holes, [most](const Vec3& hole) { return hole.norm() <= most; });
}

}  // namespace

std::vector<BoundaryEdge> boundaryEdgesOf(const Mesh& mesh, std::span<const Index> weld) {
    const std::vector<Face>& faces = mesh.faces();
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
    const Extent extent = extentOf(mesh, executor);
    const Real ofAllFaces = extent.area * (mesh.isTwoSided() ? 2 : 1);
    return hasInside({ofAllFaces, extent.volume, mesh.box().size().norm()}, mesh.vertices(), boundaryEdges);
}

bool hasInside(const SurfaceSums& sums, std::span<const Vec3> vertices,
               std::span<const BoundaryEdge> boundaryEdges) {
    const Real noVolume = kNoThickness * sums.area * sums.size;
    return sums.volume > noVolume && areCracks(areasOfHoles(vertices, boundaryEdges), sums.area);
}

}  // namespace ricochet
