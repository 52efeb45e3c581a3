// Gottschalk, Lin, Manocha. OBBTree. 1996: the separating axis theorem, here for any two polytopes.

#include "algorithms/closest_features/penetration.h"

#include <Eigen/Geometry>

#include <limits>

namespace ricochet {
namespace {

class AxisSearch {
public:
    explicit AxisSearch(const PlacedPair& pair) : pair_(pair) { best_.depth = kFar; }

    HullPenetration run() {
        for (const auto& face : pair_.shape(0).faces) consider(face.normal);
        for (const auto& face : pair_.shape(1).faces) consider(-pair_.turnToOther(1, face.normal));
        for (const auto& b : pair_.shape(1).edges) {
            const Vec3 direction = pair_.turnToOther(1, b.direction);
            for (const auto& a : pair_.shape(0).edges) considerBoth(a.direction.cross(direction));
        }
        considerFlatSum();
        best_.minimum = best_.depth;
        best_.isCertified = true;
        best_.onA = pair_.vertexOfA(best_.support.a);
        best_.onB = pair_.vertexOfB(best_.support.b);
        return best_;
    }

private:
    static constexpr Real kFar = std::numeric_limits<Real>::infinity();
    static constexpr Real kParallelSine2 = 1e-20;  // squared sine; below it a cross product is noise

    void considerBoth(const Vec3& axis) {
        const Real size2 = axis.squaredNorm();
        if (!(size2 > kParallelSine2)) return;
        const Vec3 unit = axis / std::sqrt(size2);
        consider(unit);
        consider(-unit);
    }

    void consider(const Vec3& normal) {
        const SupportPair support = supportAlong(pair_, normal, best_.support.a, best_.support.b);
        if (-support.gap >= best_.depth) return;
        best_.depth = -support.gap;
        best_.normal = normal;
        best_.support = support;
    }

    /// If all edges are in one plane, or on one line, normals of that plane are candidates.
    void considerFlatSum() {
        const Polytope &a = pair_.shape(0), &b = pair_.shape(1);
        Vec3 along = Vec3::Zero();
        if (!a.edges.empty())
            along = a.edges[0].direction;
        else if (!b.edges.empty())
            along = pair_.turnToOther(1, b.edges[0].direction);
        if (a.faces.empty() && b.faces.empty()) {
            const Vec3 some = along.squaredNorm() > 0 ? Vec3(along.unitOrthogonal()) : Vec3::UnitZ();
            considerBoth(some);
            considerBoth(along.cross(some));
            considerBoth(pair_.fromB(b.centre) - a.centre);
        }
        // in one plane: the perpendiculars of edges within the plane
        for (Index side = 0; side < 2; ++side) {
            const Polytope& flat = pair_.shape(side);
            if (flat.dimension != 2) continue;
            for (const auto& edge : flat.edges) {
                considerBoth(side == 0 ? edge.intoLeft : pair_.turnToOther(1, edge.intoLeft));
            }
        }
    }

    const PlacedPair& pair_;
    HullPenetration best_{Vec3::UnitZ(), 0, 0, {0, 0, 0}, Vec3::Zero(), Vec3::Zero(), false};
};

}  // namespace

HullPenetration exhaustiveAxes(const PlacedPair& pair) { return AxisSearch(pair).run(); }

}  // namespace ricochet
