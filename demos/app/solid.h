#pragma once

#include "algorithms/geometry/mesh.h"

#include <array>
#include <utility>
#include <vector>

namespace ricochet::app {

/// The solid that a closed mesh bounds, prepared for queries about its inside. It verifies the backends, so
/// it shares no code with them: it has its own small box tree and plain double arithmetic.
class Solid {
public:
    explicit Solid(const Mesh& mesh);

    struct Node {
        Aabb box;
        Index first;  ///< inner node: its left child, the right one follows it; leaf: first entry of `faces`
        Index count;  ///< faces in the leaf; 0 in an inner node
        bool isLeaf() const { return count > 0; }
    };

    const std::vector<Vec3>& vertices() const { return vertices_; }  ///< one for each position
    const std::vector<Face>& faces() const { return faces_; }        ///< in the tree's order
    const std::vector<std::array<Index, 2>>& edges() const { return edges_; }
    const std::array<Index, 3>& edgesOf(Index face) const { return edgesOfFace_[face]; }
    const std::vector<Node>& nodes() const { return nodes_; }
    const Aabb& box() const { return nodes_.front().box; }
    Triangle triangle(Index face) const {
        const Face& f = faces_[face];
        return {vertices_[f[0]], vertices_[f[1]], vertices_[f[2]]};
    }

    const Aabb& boxOfFace(Index face) const { return faceBoxes_[face]; }

    /// Whether the point is inside: two of three rays have an odd number of crossings.
    bool contains(const Vec3& point) const;

    /// Distance from the point to the surface, exact if it is more than `enough`; else a value between the
    /// distance and `enough`.
    Real distance(const Vec3& point, Real enough) const;

private:
    void weld(const Mesh& mesh);
    void buildTree();
    void split(Index node, Index begin, Index end, std::vector<Index>& order);
    void listEdges();
    int crossings(const Vec3& origin, const Vec3& direction) const;

    std::vector<Vec3> vertices_;
    std::vector<Face> faces_;
    std::vector<Aabb> faceBoxes_;
    std::vector<std::array<Index, 2>> edges_;
    std::vector<std::array<Index, 3>> edgesOfFace_;
    std::vector<Node> nodes_;
};

}  // namespace ricochet::app
