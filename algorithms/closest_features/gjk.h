// Gilbert, Johnson, Keerthi. A Fast Procedure for Computing the Distance Between Complex Objects in
// Three-Dimensional Space. 1988. Cameron. Enhancing GJK. 1997: support points by hill climbing from those of
// the last step.
// Ours starts with the simplex of the last step, and returns features, which are certified elsewhere.
#pragma once

#include "algorithms/closest_features/feature_walk.h"

#include <array>
#include <cstdint>
#include <optional>

namespace ricochet {

/// A simplex of at most four corners in the Minkowski difference B - A, cached from one step to the next.
class CachedSimplex {
public:
    /// A difference of two vertices.
    struct Corner {
        Index a, b;
        Vec3 difference;  ///< of B's vertex and A's, in A's frame
    };

    /// Moves the simplex to where the difference is nearest to the origin. Returns the features with the
    /// closest points, up to rounding; none if the simplex contains the origin. `from`: the start if nothing
    /// is cached.
    std::optional<PolytopeFeatures> approach(const PlacedPair& pair, const SupportPair& from);

    void clear() { size_ = 0; }
    bool isEmpty() const { return size_ == 0; }
    /// Corners of the simplex that contains the origin.
    const std::array<Corner, 4>& corners() const { return corners_; }

private:
    void reduceTo(std::initializer_list<Index> which);
    Vec3 nearestOfSegment(Index p, Index q);
    Vec3 nearestOfTriangle(Index p, Index q, Index r);
    Vec3 nearestOfTetrahedron();
    Vec3 reduce();
    bool has(const SupportPair& support) const;

    std::array<Corner, 4> corners_;
    Index size_ = 0;
};

}  // namespace ricochet
