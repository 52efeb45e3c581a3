// Lin, Manocha, Cohen, Gottschalk. Collision Detection: Algorithms and Applications. 1996. 4.1 and 4.1.4.
#pragma once

#include "algorithms/closest_features/polytope.h"
#include "algorithms/geometry/mesh.h"

namespace ricochet {

/// Lists of numbers, concatenated.
struct IndexLists {
    std::vector<Index> first;  ///< per list, plus one: its begin
    std::vector<Index> items;

    std::span<const Index> operator[](Index list) const {
        return {items.data() + first[list], items.data() + first[list + 1]};
    }
    Index size() const { return static_cast<Index>(first.size()) - 1; }
};

/// Which features of a mesh's hull are the model's own (red), and which the hull's only (green). A feature is
/// red if every point of it lies on a face of the mesh, however triangulated; the test is exact. Red features
/// list the mesh's faces of which they consist (vertices: those with this corner), green ones none.
struct FeatureColours {
    IndexLists vertices, edges, faces;

    std::span<const Index> modelFaces(Feature feature) const;
    bool isRed(Feature feature) const { return !modelFaces(feature).empty(); }
    std::size_t bytes() const;
};

/// `hull` is the polytope of the mesh's vertices. Vertices that no face uses may be on the hull: they are
/// green.
FeatureColours colourFeatures(const Polytope& hull, const Mesh& mesh);

}  // namespace ricochet
