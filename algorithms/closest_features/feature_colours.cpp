// A triangle of the hull's points intersects a feature of the convex hull exactly in the span of the
// triangle's corners on that feature. So triangles are classified by the features on which their corners lie,
// without distances.
#include "algorithms/closest_features/feature_colours.h"

#include "algorithms/closest_features/flat_cover.h"
#include "algorithms/geometry/degenerate_faces.h"
#include "algorithms/geometry/overlapping_boxes.h"
#include "algorithms/geometry/weld.h"

#include <algorithm>
#include <utility>

namespace ricochet {
namespace {

/// A list's number, and an entry for it.
using Entry = std::pair<Index, Index>;

/// Lists without repeated entries.
IndexLists indexLists(std::vector<Entry> entries, std::size_t count) {
    std::sort(entries.begin(), entries.end());
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    IndexLists lists;
    lists.first.assign(count + 1, 0);
    for (const auto& [list, item] : entries) {
        ++lists.first[list + 1];
        lists.items.push_back(item);
    }
    for (std::size_t i = 0; i < count; ++i) lists.first[i + 1] += lists.first[i];
    return lists;
}

/// Calls visit(i) for the entries common to some ascending lists; looks up each entry of the shortest one in
/// the others.
template <class Visit>
void forEachCommon(std::span<const std::span<const Index>> lists, Visit&& visit) {
    const auto shortest =
        std::min_element(lists.begin(), lists.end(), [](auto& a, auto& b) { return a.size() < b.size(); });
    for (const Index i : *shortest) {
        const auto has = [i](auto& list) { return std::binary_search(list.begin(), list.end(), i); };
        if (std::all_of(lists.begin(), lists.end(), has)) visit(i);
    }
}

class Colouring {
public:
    Colouring(const Polytope& hull, const Mesh& mesh)
        : hull_(hull), mesh_(mesh), welded_(weldVertices(mesh.vertices())) {}

    FeatureColours run() {
        collectPoints();
        edgesAt_ = edgesAtPoints();
        facesAt_ = facesAtPoints();
        return {colouredVertices(), colouredEdges(), colouredFaces()};
    }

private:
    const Vec3& point(Index vertex) const { return mesh_.vertices()[vertex]; }
    Index corner(Index face, Index k) const { return welded_[mesh_.faces()[face][k]]; }

    /// One vertex for each position that a face uses.
    void collectPoints() {
        for (Index f = 0; f < mesh_.faceCount(); ++f) {
            for (Index k = 0; k < 3; ++k) points_.push_back(corner(f, k));
        }
        std::sort(points_.begin(), points_.end());
        points_.erase(std::unique(points_.begin(), points_.end()), points_.end());
    }

    /// For each vertex of the mesh the features of a kind on which it lies: those whose box contains it and
    /// for which contains(feature, place) holds.
    template <class Contains>
    IndexLists featuresAtPoints(const std::vector<Aabb>& boxes, Contains&& contains) const {
        const OverlappingBoxes tree(boxes);
        std::vector<Entry> found;
        for (const Index p : points_) {
            tree.forEachOverlapping({point(p), point(p)}, [&](Index feature) {
                if (contains(feature, point(p))) found.emplace_back(p, feature);
            });
        }
        return indexLists(std::move(found), mesh_.vertexCount());
    }

    IndexLists edgesAtPoints() const {
        std::vector<Aabb> boxes;
        for (const auto& edge : hull_.edges) boxes.push_back(boxOf(edge));
        return featuresAtPoints(boxes, [&](Index e, const Vec3& place) {
            return isDegenerate(
                {hull_.vertices[hull_.edges[e].tail], hull_.vertices[hull_.edges[e].head], place});
        });
    }

    IndexLists facesAtPoints() const {
        std::vector<Aabb> boxes(hull_.faces.size());
        std::vector<PlaneThrough> planes;
        for (Index f = 0; f < hull_.faces.size(); ++f) {
            for (const Index e : hull_.sidesOf(f)) {
                boxes[f].include(hull_.vertices[hull_.edges[e].tail]);
                boxes[f].include(hull_.vertices[hull_.edges[e].head]);
            }
            const auto& c = hull_.faces[f].corners;
            planes.emplace_back(hull_.vertices[c[0]], hull_.vertices[c[1]], hull_.vertices[c[2]]);
        }
        return featuresAtPoints(boxes,
                                [&](Index f, const Vec3& place) { return planes[f].sideOf(place) == 0; });
    }

    Aabb boxOf(const Polytope::Edge& edge) const {
        Aabb box;
        box.include(hull_.vertices[edge.tail]);
        box.include(hull_.vertices[edge.head]);
        return box;
    }

    IndexLists colouredVertices() const {
        std::vector<Index> hullVertex(mesh_.vertexCount(), kNone);
        for (Index v = 0; v < hull_.vertices.size(); ++v) hullVertex[welded_[hull_.sources[v]]] = v;
        std::vector<Entry> entries;
        for (Index f = 0; f < mesh_.faceCount(); ++f) {
            for (Index k = 0; k < 3; ++k) {
                const Index v = hullVertex[corner(f, k)];
                if (v != kNone) entries.emplace_back(v, f);
            }
        }
        return indexLists(std::move(entries), hull_.vertices.size());
    }

    /// A side of a mesh's face, and the hull's edge on which it lies.
    struct Piece {
        Index edge;
        Real begin, end;  ///< along the axis in which the edge is longest
        Index face;
    };

    IndexLists colouredEdges() const {
        std::vector<Piece> pieces;
        for (Index f = 0; f < mesh_.faceCount(); ++f) addPieces(f, pieces);
        std::sort(pieces.begin(), pieces.end(), [](const Piece& p, const Piece& q) {
            return p.edge != q.edge ? p.edge < q.edge : p.begin < q.begin;
        });
        std::vector<Entry> entries;
        for (std::size_t begin = 0, end = 0; begin < pieces.size(); begin = end) {
            while (end < pieces.size() && pieces[end].edge == pieces[begin].edge) ++end;
            const std::span<const Piece> ofEdge(&pieces[begin], end - begin);
            if (!coverEdge(ofEdge)) continue;
            for (const Piece& piece : ofEdge) entries.emplace_back(piece.edge, piece.face);
        }
        return indexLists(std::move(entries), hull_.edges.size());
    }

    int longestAxis(Index e) const {
        int axis = 0;
        boxOf(hull_.edges[e]).size().maxCoeff(&axis);
        return axis;
    }

    void addPieces(Index f, std::vector<Piece>& pieces) const {
        for (Index k = 0; k < 3; ++k) {
            const Index p = corner(f, k), q = corner(f, (k + 1) % 3);
            if (p == q) continue;
            forEachCommon(std::array{edgesAt_[p], edgesAt_[q]}, [&](Index e) {
                const int axis = longestAxis(e);
                pieces.push_back({e, std::min(point(p)[axis], point(q)[axis]),
                                  std::max(point(p)[axis], point(q)[axis]), f});
            });
        }
    }

    /// `pieces` of one edge, ordered by their begin.
    bool coverEdge(std::span<const Piece> pieces) const {
        const Index e = pieces[0].edge;
        const int axis = longestAxis(e);
        const Aabb whole = boxOf(hull_.edges[e]);
        Real covered = whole.min[axis];
        for (const Piece& piece : pieces) {
            if (piece.begin > covered) return false;
            covered = std::max(covered, piece.end);
        }
        return covered >= whole.max[axis];
    }

    IndexLists colouredFaces() const {
        std::vector<Entry> onFaces;
        for (Index f = 0; f < mesh_.faceCount(); ++f) {
            if (isDegenerate(mesh_.triangle(f))) continue;
            forEachCommon(std::array{facesAt_[corner(f, 0)], facesAt_[corner(f, 1)], facesAt_[corner(f, 2)]},
                          [&](Index face) { onFaces.emplace_back(face, f); });
        }
        const IndexLists candidates = indexLists(std::move(onFaces), hull_.faces.size());
        std::vector<Entry> entries;
        for (Index face = 0; face < hull_.faces.size(); ++face) {
            if (!coverFace(face, candidates[face])) continue;
            for (const Index f : candidates[face]) entries.emplace_back(face, f);
        }
        return indexLists(std::move(entries), hull_.faces.size());
    }

    bool coverFace(Index face, std::span<const Index> meshFaces) const {
        if (meshFaces.empty()) return false;
        const int dropped = droppedAxis(face);
        std::vector<FlatTriangle> triangles;
        for (const Index f : meshFaces) {
            const Triangle t = mesh_.triangle(f);
            triangles.push_back({project(t[0], dropped), project(t[1], dropped), project(t[2], dropped)});
            FlatTriangle& flat = triangles.back();
            if (orient2d(flat[0], flat[1], flat[2]) < 0) std::swap(flat[1], flat[2]);
        }
        return covers(triangles, polygonOutline(face, dropped));
    }

    /// An axis along which the face has a projected area.
    int droppedAxis(Index face) const {
        const auto& c = hull_.faces[face].corners;
        int axis = 0;
        hull_.faces[face].normal.cwiseAbs().maxCoeff(&axis);
        const auto isSeen = [&](int k) {
            return orient2d(project(hull_.vertices[c[0]], k), project(hull_.vertices[c[1]], k),
                            project(hull_.vertices[c[2]], k)) != 0;
        };
        // rounding can turn the normal of a very thin face
        for (int i = 0; i < 3 && !isSeen(axis); ++i) axis = (axis + 1) % 3;
        return axis;
    }

    /// Counter-clockwise.
    std::vector<Vec2> polygonOutline(Index face, int dropped) const {
        std::vector<Vec2> outline;
        for (const Index e : hull_.sidesOf(face)) {
            const Polytope::Edge& edge = hull_.edges[e];
            outline.push_back(project(hull_.vertices[edge.left == face ? edge.tail : edge.head], dropped));
        }
        const auto& c = hull_.faces[face].corners;
        if (orient2d(project(hull_.vertices[c[0]], dropped), project(hull_.vertices[c[1]], dropped),
                     project(hull_.vertices[c[2]], dropped)) < 0) {
            std::reverse(outline.begin(), outline.end());
        }
        return outline;
    }

    const Polytope& hull_;
    const Mesh& mesh_;
    PlainVector<Index> welded_;
    std::vector<Index> points_;
    IndexLists edgesAt_, facesAt_;
};

}  // namespace

std::span<const Index> FeatureColours::modelFaces(Feature feature) const {
    switch (feature.kind) {
        case PolytopePart::vertex:
            return vertices[feature.index];
        case PolytopePart::edge:
            return edges[feature.index];
        default:
            return faces[feature.index];
    }
}

std::size_t FeatureColours::bytes() const {
    std::size_t sum = 0;
    for (const IndexLists* lists : {&vertices, &edges, &faces}) {
        sum += (lists->first.capacity() + lists->items.capacity()) * sizeof(Index);
    }
    return sum;
}

FeatureColours colourFeatures(const Polytope& hull, const Mesh& mesh) { return Colouring(hull, mesh).run(); }

}  // namespace ricochet
