#pragma once

#include "algorithms/spherical_field/field.h"
#include "algorithms/spherical_field/leaf_frame.h"
#include "algorithms/spherical_field/visited_pairs.h"

#include <vector>

namespace ricochet::spherical_field {

/// A cell of A and one of B whose boxes are not apart.
struct CellPair {
    Index a, b;
};

/// A query of two placed fields.
struct Query {
    const Field& fieldA;
    const Field& fieldB;
    const MeshInstance& a;
    const MeshInstance& b;
    RelativePose pose;
    Real queryDistance;  ///< metres; zero: the pairs that intersect

    Query(const Field& first, const Field& second, const MeshInstance& placedA, const MeshInstance& placedB,
          Real distance)
        : fieldA(first),
          fieldB(second),
          a(placedA),
          b(placedB),
          pose(relativePose(placedA.pose, first.sphere, placedB.pose, second.sphere, distance)),
          queryDistance(distance) {}
};

/// Workspace of a traversal; reused between calls, so that no memory is allocated.
struct Work {
    std::vector<CellPair> open;
    std::vector<const Cluster*> near;  ///< clusters of one leaf that may overlap another leaf
    VisitedPairs visited;
    FacePairs found;
    std::uint64_t boxTests = 0;
    std::uint64_t triangleTests = 0;

    void clear() {
        open.clear();
        visited.clear();
        found.clear();
        boxTests = 0;
        triangleTests = 0;
    }
};

/// Depth-first descent through two fields: of a pair of cells whose boxes are not apart the larger one is
/// refined.
class Traversal {
public:
    Traversal(const Query& query, Work& work)
        : query_(query),
          work_(work),
          boxes_(query.pose, query.fieldA.sphere.radius, query.fieldB.sphere.radius) {}

    /// Puts the pairs of sides whose boxes are not apart into `work.open`.
    void begin();

    /// Takes the last pair from `work.open` and refines it: the remaining pairs are added there, or, for two
    /// leaf cells, passed to visitLeaves(a, b).
    template <class VisitLeaves>
    void step(VisitLeaves&& visitLeaves) {
        const CellPair pair = work_.open.back();
        work_.open.pop_back();
        const bool isLeafA = query_.fieldA.isLeaf(pair.a), isLeafB = query_.fieldB.isLeaf(pair.b);
        if (isLeafA && isLeafB) {
            visitLeaves(pair.a, pair.b);
        } else if (isLeafB || (!isLeafA && isLargerA(pair))) {
            refineA(pair);
        } else {
            refineB(pair);
        }
    }

    /// Adds the pairs of faces of two leaf cells that intersect, or are within the distance. Ends early, and
    /// returns false, if stop() returns true between two clusters.
    template <class Stop>
    bool testFaces(Index leafA, Index leafB, Stop&& stop) {
        const LeafFrame frame(query_.fieldA.cells[leafA], query_.fieldB.cells[leafB], boxes_);
        findNearClusters(frame, leafA);
        if (work_.near.empty()) return true;
        for (const Cluster& cluster : leafClusters(query_.fieldB, leafB)) {
            ++work_.boxTests;
            if (!frame.mayOverlapLeafA(cluster)) continue;
            for (const Cluster* near : work_.near) {
                ++work_.boxTests;
                if (frame.mayOverlap(*near, cluster)) testClusters(frame, *near, cluster);
                if (stop()) return false;
            }
        }
        return true;
    }

    /// The same for two clusters of the two cells of a frame.
    void testClusters(const LeafFrame& frame, const Cluster& a, const Cluster& b);

    /// Refines the cell of A, or of B, of a pair; the remaining pairs go to `work.open`.
    void refineA(CellPair pair);
    void refineB(CellPair pair);

    const FloatBoxes& boxes() const { return boxes_; }

private:
    bool isLargerA(CellPair pair) const {
        return query_.fieldA.cells[pair.a].radiusSquared() > query_.fieldB.cells[pair.b].radiusSquared();
    }
    void findNearClusters(const LeafFrame& frame, Index leafA);

    const Query& query_;
    Work& work_;
    const FloatBoxes boxes_;
};

/// The faces whose own boxes overlap a box in the mesh's frame, each once.
void findFaces(const Field& field, const Mesh& mesh, const Aabb& box, std::vector<Index>& out);

}  // namespace ricochet::spherical_field
