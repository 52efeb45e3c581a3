#include "algorithms/geometry/mesh_topology.h"

#include "algorithms/geometry/half_edges.h"
#include "algorithms/geometry/split_edges.h"
#include "algorithms/geometry/two_sided.h"
#include "algorithms/geometry/weld.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace ricochet {
namespace {

constexpr Real kFlatSine = 0.0174524064372835;  // sine of 1 degree; edges that bend less touch nothing first
constexpr Real kFlatCosine = 0.9998476951563913;  // cosine of 1 degree
constexpr Real kNoArea = 1e-12;  // doubled area over squared longest edge; below it the normal is noise

Real longestEdgeSquared(const Triangle& t) {
    return std::max({(t[1] - t[0]).squaredNorm(), (t[2] - t[1]).squaredNorm(), (t[0] - t[2]).squaredNorm()});
}

/// Unit normal, or zero where the face has no area worth the name.
Vec3 normalOf(const Triangle& t) {
    const Vec3 doubledArea = (t[1] - t[0]).cross(t[2] - t[0]);
    const Real length = doubledArea.norm();
    if (!(length > kNoArea * longestEdgeSquared(t))) return Vec3::Zero();
    return doubledArea / length;
}

class Builder {
public:
    explicit Builder(const Mesh& mesh) : mesh_(mesh), faceCount_(mesh.frontCount()) {}

    MeshTopology build() {
        topology_.weld = weldVertices(mesh_.vertices());
        findNormals();
        joinHalfEdges();
        findRings();
        findOwners();
        return finish();
    }

    /// Nothing where other vertices coincide by now, or other faces are without area.
    std::optional<MeshTopology> refresh(const MeshTopology& before) {
        topology_.weld = weldVertices(mesh_.vertices());
        if (topology_.weld != before.weld) return std::nullopt;
        findNormals();
        for (Index f = 0; f < faceCount_; ++f) {
            if (hasArea(f) != (before.faceEdges[f][0] != kNone)) return std::nullopt;
        }
        keepNeighbours(before);
        return finish();
    }

private:
    /// What depends on where the vertices are, and on edges that are measured.
    MeshTopology finish() {
        joinSplitEdges(mesh_, topology_);
        findRingDirections();
        findConvexVertices();
        findRegions();
        if (mesh_.isTwoSided()) addBacks(topology_);
        return std::move(topology_);
    }

    void keepNeighbours(const MeshTopology& before) {
        const std::size_t edgeCount = before.edges.size() / (mesh_.isTwoSided() ? 2 : 1);
        const auto first = [](const auto& list, std::size_t count) {
            return std::vector(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(count));
        };
        topology_.edges = first(before.edges, edgeCount);
        topology_.edgeOwner = first(before.edgeOwner, edgeCount);
        topology_.faceEdges = first(before.faceEdges, faceCount_);
        topology_.vertexOwner = before.vertexOwner;
        topology_.ringBegin = before.ringBegin;
        topology_.ring = before.ring;
        topology_.boundaryEdges = before.boundaryEdges;
        topology_.nonManifoldEdges = before.nonManifoldEdges;
        for (MeshTopology::Edge& edge : topology_.edges) {
            if (std::exchange(edge.isSplit, false)) edge.face1 = kNone;
            measure(edge);
        }
    }

    Index corner(Index face, Index k) const { return topology_.weld[mesh_.faces()[face][k % 3]]; }
    bool hasArea(Index face) const { return !topology_.normals[face].isZero(0); }

    void findNormals() {
        topology_.normals.resize(faceCount_);
        for (Index f = 0; f < faceCount_; ++f) {
            topology_.normals[f] = normalOf(mesh_.triangle(f));
            if (!hasArea(f)) ++topology_.degenerateFaces;
        }
    }

    void joinHalfEdges() {
        const std::vector<HalfEdge> halfEdges =
            sortedHalfEdges(std::span(mesh_.faces()).first(faceCount_), topology_.weld,
                            [this](Index face) { return hasArea(face); });
        topology_.faceEdges.assign(faceCount_, {kNone, kNone, kNone});
        reserveEdges(countEdges(halfEdges));
        for (std::size_t begin = 0; begin < halfEdges.size();) {
            std::size_t end = begin + 1;
            while (end < halfEdges.size() && halfEdges[end].joins(halfEdges[begin])) ++end;
            addEdge({halfEdges.data() + begin, end - begin});
            begin = end;
        }
    }

    static std::size_t countEdges(const std::vector<HalfEdge>& halfEdges) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < halfEdges.size(); ++i) {
            count += i == 0 || !halfEdges[i].joins(halfEdges[i - 1]);
        }
        return count;
    }

    /// Backs have edges of their own.
    void reserveEdges(std::size_t count) { topology_.edges.reserve((mesh_.isTwoSided() ? 2 : 1) * count); }

    void addEdge(std::span<const HalfEdge> sides) {
        const HalfEdge& first = sides[0];
        MeshTopology::Edge edge;
        edge.vertex0 = corner(first.face, first.corner);
        edge.vertex1 = corner(first.face, first.corner + 1);
        edge.face0 = first.face;
        edge.face1 = sides.size() > 1 ? sides[1].face : kNone;
        const bool runsOpposite = sides.size() < 2 || corner(sides[1].face, sides[1].corner) == edge.vertex1;
        edge.isManifold = sides.size() <= 2 && runsOpposite;
        measure(edge);
        if (edge.face1 == kNone) ++topology_.boundaryEdges;
        if (!edge.isManifold) ++topology_.nonManifoldEdges;
        for (const HalfEdge& side : sides) {
            topology_.faceEdges[side.face][side.corner] = static_cast<Index>(topology_.edges.size());
        }
        topology_.edges.push_back(edge);
    }

    void measure(MeshTopology::Edge& edge) const {
        const Vec3 along = mesh_.vertices()[edge.vertex1] - mesh_.vertices()[edge.vertex0];
        edge.length = along.norm();
        edge.direction = along / edge.length;
        edge.inward0 = topology_.normals[edge.face0].cross(edge.direction);
        edge.inward1 = edge.inward0;
        if (edge.face1 != kNone) {
            const Vec3 across = topology_.normals[edge.face1].cross(edge.direction);
            edge.inward1 = runsFrom(edge.vertex1, edge.vertex0, edge.face1) ? Vec3(-across) : across;
        }
        edge.dihedral = dihedralOf(topology_, edge);
    }

    bool runsFrom(Index vertex0, Index vertex1, Index face) const {
        for (Index k = 0; k < 3; ++k) {
            if (corner(face, k) == vertex0 && corner(face, k + 1) == vertex1) return true;
        }
        return false;
    }

    void findRings() {
        std::vector<Index>& begin = topology_.ringBegin;
        begin.assign(mesh_.vertexCount() + std::size_t{1}, 0);
        for (const MeshTopology::Edge& edge : topology_.edges) {
            ++begin[edge.vertex0 + 1];
            ++begin[edge.vertex1 + 1];
        }
        std::partial_sum(begin.begin(), begin.end(), begin.begin());
        topology_.ring.resize(begin.back());
        std::vector<Index> next(begin.begin(), begin.end() - 1);
        for (const MeshTopology::Edge& edge : topology_.edges) {
            topology_.ring[next[edge.vertex0]++] = edge.vertex1;
            topology_.ring[next[edge.vertex1]++] = edge.vertex0;
        }
    }

    void findRingDirections() {
        topology_.ringDirections.resize(topology_.ring.size());
        std::vector<Index> next(topology_.ringBegin.begin(), topology_.ringBegin.end() - 1);
        for (const MeshTopology::Edge& edge : topology_.edges) {
            topology_.ringDirections[next[edge.vertex0]++] = edge.direction;
            topology_.ringDirections[next[edge.vertex1]++] = -edge.direction;
        }
    }

    /// The lowest face stands for each feature.
    void findOwners() {
        topology_.vertexOwner.assign(mesh_.vertexCount(), kNone);
        topology_.edgeOwner.assign(topology_.edges.size(), kNone);
        for (Index f = faceCount_; f-- > 0;) {
            if (!hasArea(f)) continue;
            for (Index k = 0; k < 3; ++k) {
                topology_.vertexOwner[corner(f, k)] = f;
                topology_.edgeOwner[topology_.faceEdges[f][k]] = f;
            }
        }
    }

    void findConvexVertices() {
        topology_.isConvexVertex.assign(mesh_.vertexCount(), false);
        for (const MeshTopology::Edge& edge : topology_.edges) {
            if (edge.dihedral != Dihedral::convex) continue;
            topology_.isConvexVertex[edge.vertex0] = true;
            topology_.isConvexVertex[edge.vertex1] = true;
        }
    }

    /// Floods over flat edges, but not farther than 1 degree from the first face of a region.
    void findRegions() {
        topology_.regions.assign(faceCount_, kNone);
        std::vector<Index> front;
        Index regionCount = 0;
        for (Index seed = 0; seed < faceCount_; ++seed) {
            if (topology_.regions[seed] != kNone) continue;
            topology_.regions[seed] = regionCount;
            front.assign(1, seed);
            while (!front.empty()) {
                const Index face = front.back();
                front.pop_back();
                for (Index e : topology_.faceEdges[face]) {
                    if (e == kNone || topology_.edges[e].dihedral != Dihedral::flat) continue;
                    const Index neighbour = topology_.edges[e].face0 ^ topology_.edges[e].face1 ^ face;
                    if (topology_.regions[neighbour] != kNone) continue;
                    if (topology_.normals[neighbour].dot(topology_.normals[seed]) < kFlatCosine) continue;
                    topology_.regions[neighbour] = regionCount;
                    front.push_back(neighbour);
                }
            }
            ++regionCount;
        }
    }

    const Mesh& mesh_;
    const Index faceCount_;
    MeshTopology topology_;
};

bool isValidFace(const MeshTopology& topology, Index face) {
    for (Index e : topology.faceEdges[face]) {
        if (e == kNone) return topology.normals[face].isZero(0);
        if (e >= topology.edges.size()) return false;
    }
    return topology.regions[face] != kNone;
}

bool isValidEdge(const MeshTopology& topology, const Mesh& mesh, Index e) {
    const MeshTopology::Edge& edge = topology.edges[e];
    const auto has = [&](Index face) {
        return face < mesh.faceCount() && std::ranges::count(topology.faceEdges[face], e) > 0;
    };
    return has(edge.face0) && (edge.face1 == kNone || edge.isSplit || has(edge.face1)) &&
           has(topology.edgeOwner[e]) && topology.weld[edge.vertex0] == edge.vertex0 &&
           topology.weld[edge.vertex1] == edge.vertex1 && std::abs(edge.direction.norm() - 1) < 1e-9;
}

bool isValidVertex(const MeshTopology& topology, const Mesh& mesh, Index vertex) {
    const Index owner = topology.vertexOwner[vertex];
    if (owner == kNone) return topology.ringOf(vertex).empty();
    return std::ranges::any_of(mesh.faces()[owner], [&](Index v) { return topology.weld[v] == vertex; });
}

}  // namespace

MeshTopology buildTopology(const Mesh& mesh) { return Builder(mesh).build(); }

MeshTopology refreshTopology(const Mesh& mesh, const MeshTopology& before) {
    std::optional<MeshTopology> refreshed = Builder(mesh).refresh(before);
    return refreshed ? std::move(*refreshed) : buildTopology(mesh);
}

Dihedral dihedralOf(const MeshTopology& topology, const MeshTopology::Edge& edge) {
    if (edge.face1 == kNone || !edge.isManifold) return Dihedral::convex;
    const Vec3& normal0 = topology.normals[edge.face0];
    const Real rise = normal0.dot(edge.inward1);  // of the second face over the first one's plane
    const bool opensFlat = normal0.dot(topology.normals[edge.face1]) > 0;
    // Faces folded onto one another are a blade or a closed crack. Nothing gets into a crack to touch it.
    if (std::abs(rise) < kFlatSine) return opensFlat ? Dihedral::flat : Dihedral::convex;
    return rise < 0 ? Dihedral::convex : Dihedral::concave;
}

void archiveTopology(Archive& archive, MeshTopology& t) {
    archive.values(t.weld);
    archive.values(t.edges);
    archive.values(t.faceEdges);
    archive.values(t.normals);
    archive.values(t.regions);
    archive.values(t.vertexOwner);
    archive.values(t.edgeOwner);
    archive.values(t.ringBegin);
    archive.values(t.ring);
    archive.values(t.ringDirections);
    archive.values(t.isConvexVertex);
    for (Index* number : {&t.boundaryEdges, &t.nonManifoldEdges, &t.degenerateFaces}) archive.value(*number);
}

bool isValid(const MeshTopology& topology, const Mesh& mesh) {
    for (Index f = 0; f < mesh.faceCount(); ++f) {
        if (!isValidFace(topology, f)) return false;
    }
    for (Index e = 0; e < topology.edges.size(); ++e) {
        if (!isValidEdge(topology, mesh, e)) return false;
    }
    for (Index v = 0; v < mesh.vertexCount(); ++v) {
        if (!isValidVertex(topology, mesh, v)) return false;
    }
    return true;
}

}  // namespace ricochet
