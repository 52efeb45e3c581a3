// Van den Bergen. Proximity Queries and HullPenetration Depth Computation on 3D Game Objects. 2001.
// Ours also begins where the origin is still outside, is kept from one step to the next, and is checked from
// both sides: its nearest face is a lower bound of the depth, the overlap along any normal an upper one.
#pragma once

#include "algorithms/closest_features/penetration.h"

#include <optional>
#include <vector>

namespace ricochet {

/// A polytope within the Minkowski difference B - A, whose vertices are differences of their vertices.
class ExpandingPolytope {
public:
    struct Vertex {
        Index a, b;
        Vec3 difference;  ///< of B's vertex and A's, in A's frame
    };
    struct Face {
        std::array<Index, 3> corners;     ///< counter-clockwise from outside
        std::array<Index, 3> neighbours;  ///< across the side from corner k to k + 1
        Vec3 normal = Vec3::Zero();       ///< unit, outwards
        Real distance = 0;                ///< metres from the origin, positive where it is inside
    };

    /// The penetration, or the normal along which the two are apart (then its depth is negative). Expands
    /// what is left of the last step where that still holds the origin. None where rounding stopped it.
    std::optional<HullPenetration> expand(const PlacedPair& pair, const Vec3& firstNormal);

    bool isEmpty() const { return faces_.empty(); }
    void clear() { vertices_.clear(), faces_.clear(); }
    const std::vector<Face>& faces() const { return faces_; }

private:
    bool refresh(const PlacedPair& pair);
    bool begin(const PlacedPair& pair, const Vec3& firstNormal);
    bool beginAround(const std::array<Index, 4>& corners);
    bool updatePlane(Face& face) const;
    Index addSupport(const PlacedPair& pair, const Vec3& outwards);
    Index nearestFace() const;
    bool add(Index vertex, Index firstVisible);
    bool collectHorizon(Index vertex, Index firstVisible);
    void markVisible(Index vertex, Index firstVisible);
    std::array<Real, 3> weightsAt(const Face& face, const Vec3& point) const;
    void placeWitnesses(const PlacedPair& pair, HullPenetration& found) const;

    struct HorizonEdge {
        Index from, to;
        Index beyond;
    };
    std::vector<Vertex> vertices_;
    std::vector<Face> faces_;
    std::vector<char> isVisible_;
    std::vector<Index> visible_;
    std::vector<HorizonEdge> horizon_;
    Real extent_ = 0;  ///< metres
};

}  // namespace ricochet
