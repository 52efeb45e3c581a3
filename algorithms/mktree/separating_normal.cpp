#include "algorithms/mktree/separating_normal.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/mktree/close_pairs.h"
#include "algorithms/mktree/queries.h"

#include <algorithm>
#include <vector>

namespace ricochet::mktree {
namespace {

constexpr Real kFlat = 1e-6;    // sine: a direction this close to a plane lies in it
constexpr Real kRoundings = 8;  // of coordinates, in a computed place

/// The faces of one side that touch the point, as unit directions seen from it.
struct TouchingFaces {
    std::vector<Vec3> corners, edges, normals;

    void add(const Triangle& face, const Vec3& point, Real tolerance) {
        if (isFarther(closestPoint(face, point) - point, tolerance)) return;
        addOnce(normals, (face[1] - face[0]).cross(face[2] - face[0]).stableNormalized());
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3 &from = face[k], &to = face[(k + 1) % 3];
            if (isFarther(from - point, tolerance)) addOnce(corners, (from - point).stableNormalized());
            const Vec3 along = (to - from).stableNormalized();
            const Vec3 away = point - from;
            if (!isFarther(away - along * along.dot(away), tolerance)) addOnce(edges, along);
        }
    }

private:
    static bool isFarther(const Vec3& difference, Real distance) { return difference.norm() > distance; }

    static void addOnce(std::vector<Vec3>& directions, const Vec3& direction) {
        if (direction.isZero()) return;
        const auto isThis = [&](const Vec3& other) { return (other - direction).norm() <= kFlat; };
        if (std::ranges::none_of(directions, isThis)) directions.push_back(direction);
    }
};

/// Normals between the touching faces of A and B.
class Normals {
public:
    Normals(const TouchingFaces& a, const TouchingFaces& b, const Vec3& velocity)
        : a_(a), b_(b), direction_(velocity.stableNormalized()) {}

    bool isApproachedAndSeparates(const Vec3& normal) const {
        return normal.dot(direction_) < -kFlat && crossing(normal) == 0;
    }

    /// Zero if there is none.
    Vec3 best() {
        for (const Vec3& normal : a_.normals) consider(normal);
        for (const Vec3& normal : b_.normals) consider(normal);
        for (const Vec3& ofA : a_.edges) {
            for (const Vec3& ofB : b_.edges) consider(ofA.cross(ofB).stableNormalized());
        }
        return best_;
    }

private:
    /// How many corners lie on the wrong side of the plane.
    std::ptrdiff_t crossing(const Vec3& normal) const {
        return std::ranges::count_if(a_.corners, [&](const Vec3& c) { return normal.dot(c) < -kFlat; }) +
               std::ranges::count_if(b_.corners, [&](const Vec3& c) { return normal.dot(c) > kFlat; });
    }

    void consider(Vec3 normal) {
        if (normal.dot(direction_) > 0) normal = -normal;
        const Real approach = -normal.dot(direction_);
        if (!(approach > kFlat)) return;
        const auto crossed = crossing(normal);
        if (!best_.isZero() && (crossed > crossed_ || (crossed == crossed_ && approach <= approach_))) return;
        best_ = normal;
        crossed_ = crossed;
        approach_ = approach;
    }

    const TouchingFaces &a_, &b_;
    Vec3 direction_;
    Vec3 best_ = Vec3::Zero();
    std::ptrdiff_t crossed_ = 0;
    Real approach_ = 0;
};

/// Visits the faces of the body, placed at a moment of its motion, that may touch a sphere.
template <class Visit>
void forEachFaceNear(const MovingBody& body, const Pose& pose, const ScrewMotion& screw, Real time,
                     const SphereGrowth& growth, const Vec3& point, Real distance, Visit&& visit) {
    const ScrewMoment moment = momentOf(screw.angle, time);
    const auto placed = [&](const Vec3& v) { return pathOf(screw, transformPoint(pose, v)).at(moment); };
    std::vector<Index> stack = {0};
    while (!stack.empty()) {
        const MovingBody::Node& node = body.nodes[stack.back()];
        stack.pop_back();
        const Vec3 centre = placed(node.centre);
        if ((centre - point).norm() > growth.of(node.radius, centre) + distance) continue;
        if (node.isLeaf) {
            const Triangle face = body.mesh->triangle(node.first);
            visit(Triangle{placed(face[0]), placed(face[1]), placed(face[2])});
        } else {
            stack.push_back(node.first);
            stack.push_back(node.first + 1);
        }
    }
}

}  // namespace

Result<std::optional<Prediction>> withSeparatingNormal(std::optional<Prediction> first, const MkTree& tree,
                                                       const MovingBody& body, const Pose& pose,
                                                       const ScrewMotion& screw) {
    if (!first || first->startsInContact) return first;
    SweptContact& contact = first->contact;
    const SphereGrowth growth(tree, pose);
    const Vec3& point = contact.onB;
    // Computed places are as inaccurate as the two points, which would be one.
    const Real tolerance = kRoundings * (growth.of(0, point) + (contact.onA - contact.onB).norm());
    TouchingFaces a, b;
    forEachFaceNear(body, pose, screw, contact.time, growth, point, tolerance,
                    [&](const Triangle& face) { a.add(face, point, tolerance); });
    const auto good = forEachFaceIn(tree, grown(Aabb{point, point}, tolerance), [&](const WorldFace& face) {
        b.add(face.corners, point, tolerance);
        return true;
    });
    if (!good) return tl::unexpected(good.error());
    const Vec3 velocity = screw.rise * screw.axis + screw.angle * screw.axis.cross(point - screw.point);
    Normals normals(a, b, velocity);
    if (normals.isApproachedAndSeparates(contact.normal)) return first;
    if (const Vec3 best = normals.best(); !best.isZero()) contact.normal = best;
    return first;
}

}  // namespace ricochet::mktree
