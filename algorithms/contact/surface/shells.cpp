#include "algorithms/contact/surface/shells.h"

#include <utility>

namespace ricochet {
namespace {

/// Disjoint sets of welded vertices (Tarjan, Efficiency of a Good But Not Linear Set Union Algorithm, 1975);
/// the root of a set is its lowest vertex.
class VertexSets {
public:
    explicit VertexSets(const PlainVector<Index>& weld) : parent_(weld) {}

    Index rootOf(Index vertex) {
        while (parent_[vertex] != vertex) vertex = parent_[vertex] = parent_[parent_[vertex]];
        return vertex;
    }
    void unite(Index v, Index w) {
        v = rootOf(v), w = rootOf(w);
        if (v > w) std::swap(v, w);
        parent_[w] = v;
    }

private:
    PlainVector<Index> parent_;
};

}  // namespace

std::vector<Index> shellVertices(const MeshTopology& topology, const Mesh& mesh) {
    VertexSets sets(topology.weld);
    for (const Face& face : mesh.faces()) {
        sets.unite(face[0], face[1]);
        sets.unite(face[0], face[2]);
    }
    std::vector<Index> shells;
    std::vector<bool> isListed(mesh.vertexCount());
    for (const Face& face : mesh.faces()) {
        const Index root = sets.rootOf(face[0]);
        if (!isListed[root]) shells.push_back(face[0]);
        isListed[root] = true;
    }
    return shells;
}

}  // namespace ricochet
