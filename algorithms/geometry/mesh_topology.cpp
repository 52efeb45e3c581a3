#include "algorithms/geometry/mesh_topology.h"

#include "algorithms/geometry/archive.h"
#include "algorithms/geometry/half_edges.h"
#include "algorithms/geometry/split_edges.h"
#include "algorithms/geometry/surface_directions.h"
#include "algorithms/geometry/weld.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace ricochet {
namespace {

constexpr Real kFlatSine = 0.0174524064372835;    // sine of 1 degree; flatter edges never touch first
constexpr Real kFlatCosine = 0.9998476951563913;  // cosine of 1 degree
constexpr Index kFacesPerTask = 16384;

class Builder {
public:
    Builder(const Mesh& mesh, const Executor& executor)
        : mesh_(mesh), executor_(executor), faceCount_(mesh.frontCount()) {}

    MeshTopology build() {
        weldAndFindNormals();
        joinHalfEdges();
        joinSplitEdges(mesh_, topology_);
        runAll(
            executor_, [this] { findRings(); }, [this] { findRegions(); }, [this] { findVertexOwners(); },
            [this] { findConvexVertices(); });
        return withBacks();
    }

    PlainVector<Vec3> takeNormals() { return std::move(normals_); }

    /// None if the sets of coincident vertices or of degenerate faces have changed.
    std::optional<MeshTopology> refresh(const MeshTopology& before) {
        weldAndFindNormals();
        if (topology_.weld != before.weld) return std::nullopt;
        for (Index f = 0; f < faceCount_; ++f) {
            if (hasArea(f) == before.isDegenerate(f)) return std::nullopt;
        }
        keepNeighbours(before);
        joinSplitEdges(mesh_, topology_);
        findConvexVertices();
        findRegions();
        return withBacks();
    }

private:
    MeshTopology withBacks() {
        if (mesh_.isTwoSided()) addBacks(topology_);
        return std::move(topology_);
    }

    void keepNeighbours(const MeshTopology& before) {
        topology_.edges = before.edges;
        topology_.faceEdges = before.faceEdges;
        topology_.vertexOwner = before.vertexOwner;
        topology_.ringBegin = before.ringBegin;
        topology_.ring = before.ring;
        topology_.boundaryEdges = before.boundaryEdges;
        topology_.nonManifoldEdges = before.nonManifoldEdges;
        for (MeshTopology::Edge& edge : topology_.edges) {
            if (std::exchange(edge.isSplit, false)) edge.face1 = kNone;
            edge.dihedral = bend(edge);
        }
    }

    Index corner(Index face, Index k) const { return topology_.weld[mesh_.faces()[face][k % 3]]; }
    bool hasArea(Index face) const { return !normals_[face].isZero(0); }

    void weldAndFindNormals() {
        normals_.resize(faceCount_);
        const auto weld = [this] { topology_.weld = weldVertices(mesh_.vertices()); };
        forEachPartBeside(executor_, weld, faceCount_, kFacesPerTask, [this](Index begin, Index end) {
            for (Index f = begin; f < end; ++f) normals_[f] = unitNormal(mesh_, f);
        });
        for (Index f = 0; f < faceCount_; ++f) topology_.degenerateFaces += !hasArea(f);
    }

    void joinHalfEdges() {
        const HalfEdges sides(mesh_.faces(), topology_.weld, executor_,
                              [this](Index face) { return hasArea(face); });
        const auto forEachTask = [&](auto&& work) {
            forEachPart(executor_, sides.vertexCount(), HalfEdges::kPartSize, work);
        };
        std::vector<Index> first(sides.vertexCount() / HalfEdges::kPartSize + 2,
                                 0);  // first edge of each task
        forEachTask([&](Index begin, Index end) {
            Index& count = first[begin / HalfEdges::kPartSize + 1];
            sides.forEachEdge(begin, end, [&](Index, std::span<const HalfEdge>) { ++count; });
        });
        std::partial_sum(first.begin(), first.end(), first.begin());

        topology_.edges.resize(first.back());
        topology_.faceEdges.assign(faceCount_, {kNone, kNone, kNone});
        forEachTask([&](Index begin, Index end) {
            Index e = first[begin / HalfEdges::kPartSize];
            sides.forEachEdge(begin, end, [&](Index, std::span<const HalfEdge> ofEdge) {
                for (const HalfEdge& side : ofEdge) topology_.faceEdges[side.face()][side.corner()] = e;
                topology_.edges[e++] = edgeOf(ofEdge);
            });
        });
        const auto count = [this](auto&& isSo) {
            return static_cast<Index>(std::ranges::count_if(topology_.edges, isSo));
        };
        topology_.boundaryEdges = count([](const MeshTopology::Edge& e) { return e.face1 == kNone; });
        topology_.nonManifoldEdges = count([](const MeshTopology::Edge& e) { return !e.isManifold; });
    }

    MeshTopology::Edge edgeOf(std::span<const HalfEdge> sides) const {
        const HalfEdge& first = sides[0];
        MeshTopology::Edge edge{};
        edge.vertex0 = corner(first.face(), first.corner());
        edge.vertex1 = corner(first.face(), first.corner() + 1);
        edge.face0 = first.face();
        edge.face1 = kNone;
        edge.isManifold = true;
        if (sides.size() > 1) {
            edge.face1 = sides[1].face();
            edge.isConsistent = corner(sides[1].face(), sides[1].corner()) == edge.vertex1;
            edge.isManifold = sides.size() == 2 && edge.isConsistent;
        }
        edge.dihedral = bend(edge);
        return edge;
    }

    /// A boundary edge counts as convex, and so does a non-manifold edge.
    Dihedral bend(const MeshTopology::Edge& edge) const {
        if (edge.face1 == kNone || !edge.isManifold) return Dihedral::convex;
        const Vec3& normal1 = normals_[edge.face1];
        const Vec3 inward1 = -normal1.cross(directionBetween(mesh_, edge.vertex0, edge.vertex1));
        return dihedralBetween(normals_[edge.face0], normal1, inward1);
    }

    void findRings() {
        PlainVector<Index>& begin = topology_.ringBegin;
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

    /// The lowest face at a vertex owns it.
    void findVertexOwners() {
        topology_.vertexOwner.assign(mesh_.vertexCount(), kNone);
        for (Index f = faceCount_; f-- > 0;) {
            if (!hasArea(f)) continue;
            for (Index k = 0; k < 3; ++k) topology_.vertexOwner[corner(f, k)] = f;
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
                    if (normals_[neighbour].dot(normals_[seed]) < kFlatCosine) continue;
                    topology_.regions[neighbour] = regionCount;
                    front.push_back(neighbour);
                }
            }
            ++regionCount;
        }
    }

    const Mesh& mesh_;
    const Executor& executor_;
    const Index faceCount_;
    PlainVector<Vec3> normals_;  ///< per front face
    MeshTopology topology_;
};

template <class... Vector>
std::size_t bytesOfVectors(const Vector&... vectors) {
    return ((vectors.capacity() * sizeof(typename Vector::value_type)) + ...);
}

bool isValidFace(const MeshTopology& topology, const Mesh& mesh, Index face) {
    for (Index e : topology.edgesOf(face)) {
        if (e == kNone) return unitNormal(mesh, face).isZero(0);
        if (e >= topology.edgeCount()) return false;
    }
    return topology.regionOf(face) != kNone;
}

bool isValidEdge(const MeshTopology& topology, const Mesh& mesh, Index e) {
    const MeshTopology::Edge edge = topology.edge(e);
    const auto has = [&](Index face) {
        return face < mesh.faceCount() && std::ranges::count(topology.edgesOf(face), e) > 0;
    };
    return has(edge.face0) && (edge.face1 == kNone || edge.isSplit || has(edge.face1)) &&
           (edge.isSplit || edge.face0 < edge.face1) && topology.weld[edge.vertex0] == edge.vertex0 &&
           topology.weld[edge.vertex1] == edge.vertex1 &&
           std::abs(directionsOf(mesh, topology, e).along.norm() - 1) < 1e-9;
}

bool isValidVertex(const MeshTopology& topology, const Mesh& mesh, Index vertex) {
    const Index owner = topology.vertexOwner[vertex];
    if (owner == kNone) return topology.ringOf(vertex).empty();
    return std::ranges::any_of(mesh.faces()[owner], [&](Index v) { return topology.weld[v] == vertex; });
}

}  // namespace

MeshTopology buildTopology(const Mesh& mesh, const Executor& executor, PlainVector<Vec3>* normals) {
    Builder builder(mesh, executor);
    MeshTopology topology = builder.build();
    if (normals) *normals = builder.takeNormals();
    return topology;
}

MeshTopology refreshTopology(const Mesh& mesh, const MeshTopology& before) {
    std::optional<MeshTopology> refreshed = Builder(mesh, serialExecutor()).refresh(before);
    return refreshed ? std::move(*refreshed) : buildTopology(mesh);
}

Dihedral dihedralBetween(const Vec3& normal0, const Vec3& normal1, const Vec3& inward1) {
    const Real rise = normal0.dot(inward1);  // of the second face over the first one's plane
    const bool opensFlat = normal0.dot(normal1) > 0;
    // Faces folded onto each other form a blade or a closed crack. Nothing can touch the inside of a crack.
    if (std::abs(rise) < kFlatSine) return opensFlat ? Dihedral::flat : Dihedral::convex;
    return rise < 0 ? Dihedral::convex : Dihedral::concave;
}

void archiveTopology(Archive& archive, MeshTopology& t) {
    archive.values(t.weld);
    archive.values(t.edges);
    archive.values(t.splits);
    archive.values(t.faceEdges);
    archive.values(t.regions);
    archive.values(t.vertexOwner);
    archive.values(t.ringBegin);
    archive.values(t.ring);
    archive.values(t.isConvexVertex);
    archive.value(t.isTwoSided);
    for (Index* number : {&t.boundaryEdges, &t.nonManifoldEdges, &t.degenerateFaces}) archive.value(*number);
}

std::size_t bytesOf(const MeshTopology& t) {
    return t.isConvexVertex.capacity() / 8 + bytesOfVectors(t.weld, t.edges, t.splits, t.faceEdges, t.regions,
                                                            t.vertexOwner, t.ringBegin, t.ring);
}

void addBacks(MeshTopology& topology) {
    topology.isTwoSided = true;
    for (const MeshTopology::Edge& edge : topology.edges) {
        if (edge.dihedral == Dihedral::flat) continue;
        topology.isConvexVertex[edge.vertex0] = true;
        topology.isConvexVertex[edge.vertex1] = true;
    }
}

bool isValid(const MeshTopology& topology, const Mesh& mesh) {
    for (Index f = 0; f < mesh.faceCount(); ++f) {
        if (!isValidFace(topology, mesh, f)) return false;
    }
    for (Index e = 0; e < topology.edgeCount(); ++e) {
        if (!isValidEdge(topology, mesh, e)) return false;
    }
    for (Index v = 0; v < mesh.vertexCount(); ++v) {
        if (!isValidVertex(topology, mesh, v)) return false;
    }
    return true;
}

}  // namespace ricochet
