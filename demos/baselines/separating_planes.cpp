#include "demos/baselines/separating_planes.h"

#include <algorithm>
#include <array>
#include <limits>

namespace ricochet::baselines {
namespace {

/// A vertex of A minus one of B.
struct Corner {
    Vec3 ofA = Vec3::Zero(), ofB = Vec3::Zero();
    Vec3 difference() const { return ofA - ofB; }
};

/// A point of the simplex, as weights of the corners.
struct Simplex {
    std::array<Corner, 4> corners;
    std::array<Real, 4> weights = {1, 0, 0, 0};
    int count = 1;

    Vec3 ofA() const {
        return weighted([](const Corner& corner) { return corner.ofA; });
    }
    Vec3 ofB() const {
        return weighted([](const Corner& corner) { return corner.ofB; });
    }
    Vec3 difference() const { return ofA() - ofB(); }

private:
    template <class Part>
    Vec3 weighted(const Part& part) const {
        Vec3 sum = Vec3::Zero();
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
            sum += weights[i] * part(corners[i]);
        return sum;
    }
};

Vec3 farthestAlong(const Mesh& mesh, const Pose& pose, const Vec3& direction) {
    const Vec3 inBody = pose.rotation.transpose() * direction;
    const std::vector<Vec3>& vertices = mesh.vertices();
    const auto best = std::max_element(vertices.begin(), vertices.end(), [&](const Vec3& a, const Vec3& b) {
        return inBody.dot(a) < inBody.dot(b);
    });
    return transformPoint(pose, *best);
}

/// The simplex of the corners whose bits are set, and the point of its affine hull nearest to the origin;
/// none if that is outside the simplex, or if the corners are affinely dependent.
std::optional<Simplex> part(const Simplex& whole, unsigned bits) {
    Simplex some;
    some.count = 0;
    for (unsigned i = 0; i < static_cast<unsigned>(whole.count); ++i) {
        if (bits >> i & 1u) some.corners[static_cast<std::size_t>(some.count++)] = whole.corners[i];
    }
    const int edges = some.count - 1;
    const Vec3 first = some.corners[0].difference();
    Eigen::Matrix<Real, 3, 3> edge = Matrix3::Zero();
    for (int i = 0; i < edges; ++i) {
        edge.col(i) = some.corners[static_cast<std::size_t>(i) + 1].difference() - first;
    }
    Matrix3 gram = Matrix3::Identity();
    gram.topLeftCorner(edges, edges) = edge.leftCols(edges).transpose() * edge.leftCols(edges);
    Vec3 right = Vec3::Zero();
    right.head(edges) = -edge.leftCols(edges).transpose() * first;
    const Real determinant = gram.determinant();
    if (!(determinant > 0)) return std::nullopt;
    const Vec3 weights = gram.inverse() * right;
    some.weights[0] = 1 - weights.head(edges).sum();
    for (int i = 0; i < edges; ++i) some.weights[static_cast<std::size_t>(i) + 1] = weights[i];
    for (int i = 0; i < some.count; ++i) {
        if (some.weights[static_cast<std::size_t>(i)] < 0) return std::nullopt;
    }
    return some;
}

/// The part that contains the point nearest to the origin.
Simplex nearestPart(const Simplex& simplex) {
    Simplex best = simplex;
    Real minimum = std::numeric_limits<Real>::infinity();
    for (unsigned bits = 1; bits < 1u << simplex.count; ++bits) {
        const std::optional<Simplex> some = part(simplex, bits);
        if (!some || some->difference().squaredNorm() >= minimum) continue;
        best = *some;
        minimum = best.difference().squaredNorm();
    }
    return best;
}

}  // namespace

SeparatingPlanes::SeparatingPlanes(std::vector<const Mesh*> bodies)
    : bodies_(std::move(bodies)), planes_(bodies_.size() * (bodies_.size() - 1) / 2) {}

void SeparatingPlanes::findCollidingBodies(std::span<const Pose> poses, std::vector<Pair>& out) {
    out.clear();
    std::size_t pair = 0;
    for (Index a = 0; a < bodies_.size(); ++a) {
        for (Index b = a + 1; b < bodies_.size(); ++b) {
            std::optional<Plane>& plane = planes_[pair++];
            if (plane && separates(*plane, a, b, poses)) continue;
            plane = search(a, b, poses);
            if (!plane) out.emplace_back(a, b);
        }
    }
}

bool SeparatingPlanes::separates(const Plane& plane, Index a, Index b, std::span<const Pose> poses) {
    ++counters_.planes;
    for (const bool isA : {true, false}) {
        const Index body = isA ? a : b;
        const Pose& pose = poses[body];
        const Vec3 normal = pose.rotation.transpose() * plane.normal;
        const Real offset = plane.offset - plane.normal.dot(pose.translation);
        const std::vector<Vec3>& vertices = bodies_[body]->vertices();
        const auto isBeyond = [&](const Vec3& vertex) { return (normal.dot(vertex) > offset) != isA; };
        const auto beyond = std::find_if(vertices.begin(), vertices.end(), isBeyond);
        counters_.vertices += static_cast<std::uint64_t>(beyond - vertices.begin());
        if (beyond != vertices.end()) return false;
    }
    return true;
}

std::optional<SeparatingPlanes::Plane> SeparatingPlanes::search(Index a, Index b,
                                                                std::span<const Pose> poses) {
    constexpr int kMostCorners = 64;
    constexpr Real kNearEnough = 1e-9;  // of the squared distance
    ++counters_.searches;
    Simplex simplex;
    simplex.corners[0] = {transformPoint(poses[a], bodies_[a]->vertices()[0]),
                          transformPoint(poses[b], bodies_[b]->vertices()[0])};
    for (int i = 0; i < kMostCorners; ++i) {
        const Vec3 difference = simplex.difference();
        const Real distanceSquared = difference.squaredNorm();
        if (simplex.count == 4 || distanceSquared == 0) return std::nullopt;
        const Corner next = {farthestAlong(*bodies_[a], poses[a], -difference),
                             farthestAlong(*bodies_[b], poses[b], difference)};
        if (distanceSquared - difference.dot(next.difference()) <= kNearEnough * distanceSquared) break;
        simplex.corners[static_cast<std::size_t>(simplex.count++)] = next;
        simplex = nearestPart(simplex);
    }
    const Vec3 normal = simplex.difference().normalized();
    const Plane plane = {normal, normal.dot(0.5 * (simplex.ofA() + simplex.ofB()))};
    return separates(plane, a, b, poses) ? std::optional(plane) : std::nullopt;
}

}  // namespace ricochet::baselines
