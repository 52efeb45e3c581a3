// Barber, Dobkin, Huhdanpaa. The Quickhull Algorithm for Convex Hulls. 1996.
// Here exact signs decide which faces a point sees. So no faces have to be merged, no edge of the horizon is
// collinear with the new point, and the surface stays closed.

#include "algorithms/geometry/convex_hull.h"

#include "algorithms/geometry/degenerate_faces.h"
#include "algorithms/geometry/predicates.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <optional>
#include <utility>

namespace ricochet {
namespace {

struct HullFace {
    Face corners;
    std::array<Index, 3> neighbours;  ///< across the edge from corner k to k + 1
    std::vector<Index> outside;       ///< points that see this face and wait to be added
    bool isAlive = true;
    bool isVisible = false;  ///< from the point that is being added
};

/// An edge between a face that the new point sees and one, `beyond`, that it does not.
struct HorizonEdge {
    Index from, to;
    Index beyond;
};

class QuickHull {
public:
    explicit QuickHull(std::span<const Vec3> points) : points_(points) {}

    ConvexHull build() {
        if (!makeFirstTetrahedron()) return {};
        for (Index face = 0; face < faces_.size(); ++face) {
            if (faces_[face].isAlive && !faces_[face].outside.empty()) add(farthestOutside(face), face);
        }
        return collect();
    }

private:
    bool sees(Index point, const Face& face) const {
        return orient3d(points_[face[0]], points_[face[1]], points_[face[2]], points_[point]) > 0;
    }

    /// The point with the greatest measure among those that qualify.
    template <class Measure, class Qualifies>
    std::optional<Index> best(Measure&& measure, Qualifies&& qualifies) const {
        std::optional<Index> winner;
        Real maximum = 0;
        for (Index i = 0; i < points_.size(); ++i) {
            const Real value = measure(points_[i]);
            if ((winner && value <= maximum) || !qualifies(points_[i])) continue;
            winner = i;
            maximum = value;
        }
        return winner;
    }

    bool makeFirstTetrahedron() {
        if (points_.empty()) return false;
        const auto isLess = [](const Vec3& p, const Vec3& q) {
            return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end());
        };
        const auto first = std::min_element(points_.begin(), points_.end(), isLess);
        const Vec3& a = *first;
        const auto second =
            best([&](const Vec3& p) { return (p - a).squaredNorm(); }, [&](const Vec3& p) { return p != a; });
        if (!second) return false;
        const Vec3& b = points_[*second];
        const auto third = best([&](const Vec3& p) { return (b - a).cross(p - a).squaredNorm(); },
                                [&](const Vec3& p) {
                                    return !isDegenerate({a, b, p});
                                });
        if (!third) return false;
        const PlaneThrough plane(a, b, points_[*third]);
        const auto fourth = best([&](const Vec3& p) { return std::abs(plane.normal().dot(p - a)); },
                                 [&](const Vec3& p) { return plane.sideOf(p) != 0; });
        if (!fourth) return false;

        std::array<Index, 4> corners = {Index(first - points_.begin()), *second, *third, *fourth};
        if (plane.sideOf(points_[*fourth]) > 0) std::swap(corners[1], corners[2]);
        closeTetrahedron(corners);
        return true;
    }

    /// The last corner lies behind the face of the other three.
    void closeTetrahedron(const std::array<Index, 4>& c) {
        faces_.push_back({{c[0], c[1], c[2]}, {1, 2, 3}, {}});
        faces_.push_back({{c[1], c[0], c[3]}, {0, 3, 2}, {}});
        faces_.push_back({{c[2], c[1], c[3]}, {0, 1, 3}, {}});
        faces_.push_back({{c[0], c[2], c[3]}, {0, 2, 1}, {}});
        for (Index i = 0; i < points_.size(); ++i) assignToFirstSeen(i, 0);
    }

    void assignToFirstSeen(Index point, Index firstFace) {
        for (Index face = firstFace; face < faces_.size(); ++face) {
            if (!sees(point, faces_[face].corners)) continue;
            faces_[face].outside.push_back(point);
            return;
        }
    }

    Index farthestOutside(Index face) const {
        const Face& f = faces_[face].corners;
        const PlaneThrough plane(points_[f[0]], points_[f[1]], points_[f[2]]);
        const auto height = [&](Index p) { return plane.normal().dot(points_[p] - points_[f[0]]); };
        const std::vector<Index>& outside = faces_[face].outside;
        return *std::max_element(outside.begin(), outside.end(),
                                 [&](Index p, Index q) { return height(p) < height(q); });
    }

    /// Replaces the faces that the point sees by a cone from their boundary to the point. A point that saw
    /// one of them and is still outside sees a face of the cone, so only these faces are tested.
    void add(Index point, Index firstVisible) {
        const std::vector<Index> visible = visibleFrom(point, firstVisible);
        const Index firstNew = static_cast<Index>(faces_.size());
        makeCone(visibleHorizon(visible), point);
        for (const Index face : visible) {
            faces_[face].isAlive = false;
            const std::vector<Index> orphans = std::exchange(faces_[face].outside, {});
            for (const Index orphan : orphans) {
                if (orphan != point) assignToFirstSeen(orphan, firstNew);
            }
        }
    }

    std::vector<Index> visibleFrom(Index point, Index firstVisible) {
        std::vector<Index> visible = {firstVisible};
        faces_[firstVisible].isVisible = true;
        for (std::size_t i = 0; i < visible.size(); ++i) {
            for (const Index neighbour : faces_[visible[i]].neighbours) {
                if (faces_[neighbour].isVisible || !sees(point, faces_[neighbour].corners)) continue;
                faces_[neighbour].isVisible = true;
                visible.push_back(neighbour);
            }
        }
        return visible;
    }

    std::vector<HorizonEdge> visibleHorizon(const std::vector<Index>& visible) const {
        std::vector<HorizonEdge> horizon;
        for (const Index face : visible) {
            const HullFace& f = faces_[face];
            for (Index k = 0; k < 3; ++k) {
                if (faces_[f.neighbours[k]].isVisible) continue;
                horizon.push_back({f.corners[k], f.corners[(k + 1) % 3], f.neighbours[k]});
            }
        }
        return horizon;
    }

    void makeCone(const std::vector<HorizonEdge>& horizon, Index apex) {
        const Index firstNew = static_cast<Index>(faces_.size());
        // The horizon is one closed loop: the face at an edge's `from` adjoins the face whose `to` it is.
        std::vector<std::pair<Index, Index>> faceFrom;
        for (std::size_t i = 0; i < horizon.size(); ++i) {
            faceFrom.emplace_back(horizon[i].from, firstNew + static_cast<Index>(i));
        }
        std::sort(faceFrom.begin(), faceFrom.end());
        for (std::size_t i = 0; i < horizon.size(); ++i) {
            const HorizonEdge& edge = horizon[i];
            const Index self = firstNew + static_cast<Index>(i);
            faces_.push_back({{edge.from, edge.to, apex}, {edge.beyond, kNone, kNone}, {}});
            joinAcross(edge, self);
        }
        for (std::size_t i = 0; i < horizon.size(); ++i) {
            const Index self = firstNew + static_cast<Index>(i);
            const auto at =
                std::lower_bound(faceFrom.begin(), faceFrom.end(), std::pair{horizon[i].to, Index{0}});
            faces_[self].neighbours[1] = at->second;
            faces_[at->second].neighbours[2] = self;
        }
    }

    void joinAcross(const HorizonEdge& edge, Index newFace) {
        HullFace& beyond = faces_[edge.beyond];
        for (Index k = 0; k < 3; ++k) {
            if (beyond.corners[k] == edge.to && beyond.corners[(k + 1) % 3] == edge.from) {
                beyond.neighbours[k] = newFace;
            }
        }
    }

    ConvexHull collect() const {
        ConvexHull hull;
        for (const HullFace& face : faces_) {
            if (!face.isAlive) continue;
            hull.faces.push_back(face.corners);
            hull.vertices.insert(hull.vertices.end(), face.corners.begin(), face.corners.end());
        }
        std::sort(hull.vertices.begin(), hull.vertices.end());
        hull.vertices.erase(std::unique(hull.vertices.begin(), hull.vertices.end()), hull.vertices.end());
        return hull;
    }

    std::span<const Vec3> points_;
    std::vector<HullFace> faces_;
};

}  // namespace

ConvexHull convexHull(std::span<const Vec3> points) { return QuickHull(points).build(); }

}  // namespace ricochet
