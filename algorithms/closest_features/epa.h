// Van den Bergen. Proximity Queries and HullPenetration Depth Computation on 3D Game Objects. 2001.
// Ours may also start with the origin outside, is cached from one step to the next, and gives two bounds: its
// nearest face is a lower bound of the depth, the overlap along any normal an upper one. Of a cached polytope
// only faces are tested that the motion since then may have brought near the origin.
#pragma once

#include "algorithms/closest_features/penetration.h"

#include <cmath>
#include <optional>
#include <vector>

namespace ricochet {

/// A polytope inside the Minkowski difference B - A, whose vertices are differences of the bodies' vertices.
class ExpandingPolytope {
public:
    struct Vertex {
        Index a, b;
        Vec3 difference;  ///< of B's vertex and A's, in A's frame
    };
    struct Face {
        std::array<Index, 3> corners;     ///< counter-clockwise from outside
        std::array<Index, 3> neighbours;  ///< across the side from corner k to k + 1
        Vec3 normal = Vec3::Zero();       ///< outwards, of length twice the area: avoids square roots
        Real size2 = 0;                   ///< of the normal, squared
        Real offset = 0;  ///< of the plane, times the normal's length; positive: origin inside
        Real order = 0;   ///< the distance squared, with the offset's sign

        Vec3 unitNormal() const { return normal / std::sqrt(size2); }
        /// Metres from the origin, positive where it is inside.
        Real distance() const { return offset / std::sqrt(size2); }
        /// Whether a point is farther above the plane than `height` (metres, not negative).
        bool isBelow(const Vec3& point, Real height) const {
            const Real above = normal.dot(point) - offset;
            return above > 0 && above * above > height * height * size2;
        }
        /// Whether the origin is outside by more than `height`.
        bool isOriginOutside(Real height) const { return order < -height * height; }
    };

    /// The penetration, if only faces that were near the origin can be the nearest now, and the nearest is
    /// still a face of the difference; none if more must be tested.
    std::optional<HullPenetration> track(const PlacedPair& pair);

    /// The penetration, or the normal along which the two are apart (with negative depth). Expands the last
    /// step's polytope if it still contains the origin. None if rounding stopped it.
    std::optional<HullPenetration> expand(const PlacedPair& pair, const Vec3& firstNormal);

    bool isEmpty() const { return faces_.empty(); }
    /// Discards the data of previous steps.
    void clear() { clearFaces(), hasLast_ = false; }
    const std::vector<Face>& faces() const { return faces_; }

private:
    void clearFaces() { vertices_.clear(), faces_.clear(), near_.clear(); }
    bool refresh(const PlacedPair& pair);
    bool beginAtNearest(const PlacedPair& pair);
    bool begin(const PlacedPair& pair, const Vec3& firstNormal);
    HullPenetration overlapAt(const PlacedPair& pair, const Face& face) const;
    void keepNearFaces(Real motionOfStep, const PlacedPair& pair);
    Real allowedMotion(const Face& face) const;
    bool beginAround(const std::array<Index, 4>& corners);
    bool updatePlane(Face& face) const;
    Index addSupport(const PlacedPair& pair, const Vec3& outwards);
    Index nearestFace() const;
    bool add(Index vertex, Index firstVisible);
    bool collectHorizon(Index vertex, Index firstVisible);
    void markVisible(Index vertex, Index firstVisible);
    std::array<Real, 3> weightsAt(const Face& face, const Vec3& point) const;
    void placeWitnesses(const PlacedPair& pair, HullPenetration& found) const;

    /// B's pose in A's frame.
    struct Place {
        Matrix3 rotation = Matrix3::Identity();
        Vec3 translation = Vec3::Zero();
        static Place of(const PlacedPair& pair) { return {pair.rotation(), pair.translation()}; }
        Real motionTo(const PlacedPair& pair) const;
    };
    struct HorizonEdge {
        Index from, to;
        Index beyond;
    };
    std::vector<Vertex> vertices_;
    std::vector<Face> faces_;
    std::vector<char> isVisible_;
    std::vector<Index> visible_;
    std::vector<HorizonEdge> horizon_;
    std::vector<Index> places_, holes_;
    std::vector<Index> near_;  ///< faces that `track` tests; empty: `track` returns none
    Real allowed_ = 0;         ///< metres: up to this motion the origin stays on the inner side of all others
    Real othersDistance_ = 0;  ///< metres: of the nearest of these, less the motion
    Place lastPlace_;          ///< when `near_` was chosen
    Place lastStep_;
    std::array<Vertex, 3> last_{};  ///< corners of the face that gave the last depth
    bool hasLast_ = false;
    Real extent_ = 0;  ///< metres
};

}  // namespace ricochet
