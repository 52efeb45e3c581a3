#include "algorithms/wide_tree/closest_search.h"

#include "algorithms/geometry/aabb.h"

#include <limits>

namespace ricochet::wide_tree {
namespace {

using Points = Eigen::Matrix<Real, 3, kWidth>;

/// Some spheres that bound the contents of a node; their centres in the mesh's frame, relative to the mesh's
/// centre.
struct Spheres {
    Points middle;
    Eigen::Array<Real, 1, kWidth> radius;
    std::uint32_t count;
};

Spheres childrenOf(const WideNode& node) {
    using Eight = Eigen::Matrix<float, 3, kWidth, Eigen::RowMajor>;
    const Eigen::Map<const Eight> centre(&node.centre[0][0]), half(&node.half[0][0]);
    const Points inFrame = centre.cast<Real>();
    const Matrix3 axes = node.box.frame().cast<Real>();
    return {(axes.transpose() * inFrame).colwise() + node.box.origin(),
            half.colwise().norm().cast<Real>().array(), node.box.count};
}

Spheres triangleSpheres(const WideLeaf& leaf) {
    const Matrix3 axes = leaf.box.frame().cast<Real>();
    Spheres spheres = {Points::Zero(), Eigen::Array<Real, 1, kWidth>::Zero(), leaf.box.count};
    for (std::uint32_t i = 0; i < leaf.box.count; ++i) {
        Vec3 sum = Vec3::Zero();
        for (const auto& corner : leaf.corner) sum += Vec3(corner[0][i], corner[1][i], corner[2][i]);
        spheres.middle.col(i) = axes.transpose() * (sum / 3) + leaf.box.origin();
    }
    return spheres;
}

Spheres itself(const FrameBox& box) {
    Spheres sphere = {Points::Zero(), Eigen::Array<Real, 1, kWidth>::Zero(), 1};
    sphere.middle.col(0) = box.origin();
    sphere.radius[0] = Vec3(box.half[0], box.half[1], box.half[2]).norm();
    return sphere;
}

Spheres spheresOf(const Tree& tree, NodeRef ref) {
    return ref.isLeaf() ? itself(tree.boxOf(ref)) : childrenOf(tree.nodes[ref.index()]);
}

struct Places {
    std::uint32_t a, b;
};

/// Which sphere of A and which of B have the smallest gap.
Places nearest(const Spheres& a, const Spheres& b, const RelativePose& pose) {
    const Points inA = (pose.rotation * b.middle).colwise() + pose.translation;
    Places best = {0, 0};
    Real bestGap = std::numeric_limits<Real>::infinity();
    for (std::uint32_t i = 0; i < a.count; ++i) {
        for (std::uint32_t j = 0; j < b.count; ++j) {
            const Real gap = (a.middle.col(i) - inA.col(j)).norm() - a.radius[i] - b.radius[j];
            if (gap < bestGap) {
                best = {i, j};
                bestGap = gap;
            }
        }
    }
    return best;
}

/// The gap of two triangles along the line of the best pair: a lower bound of their distance. For surfaces
/// that bulge towards one another it is most of the distance.
bool isFartherAlong(const ClosestPoints& best, const Triangle& a, const Triangle& b) {
    const Vec3 line = best.onB - best.onA;
    const auto [lowB, mostA] = std::pair(std::min({line.dot(b[0]), line.dot(b[1]), line.dot(b[2])}),
                                         std::max({line.dot(a[0]), line.dot(a[1]), line.dot(a[2])}));
    return lowB - mostA >= best.distanceSquared;
}

NodeRef below(const Tree& tree, NodeRef ref, std::uint32_t place) {
    return ref.isLeaf() ? ref : tree.child(tree.nodes[ref.index()], place);
}

}  // namespace

FacePair likelyClosest(const Query& query) {
    NodePair at = {query.treeA.root, query.treeB.root};
    while (!at.a.isLeaf() || !at.b.isLeaf()) {
        const Places places = nearest(spheresOf(query.treeA, at.a), spheresOf(query.treeB, at.b), query.pose);
        at = {below(query.treeA, at.a, places.a), below(query.treeB, at.b, places.b)};
    }
    const WideLeaf& a = query.treeA.leaves[at.a.index()];
    const WideLeaf& b = query.treeB.leaves[at.b.index()];
    const Places places = nearest(triangleSpheres(a), triangleSpheres(b), query.pose);
    return {a.face[places.a], b.face[places.b]};
}

void keepNearer(const Query& query, FacePair pair, std::optional<ClosestFaces>& best) {
    const Triangle a = query.a.triangle(pair.faceA);
    const Triangle b = query.b.triangle(pair.faceB);
    if (best && squaredDistance(boxOf(a), boxOf(b)) >= best->points.distanceSquared) return;
    if (best && isFartherAlong(best->points, a, b)) return;
    const ClosestPoints points = closestPoints(a, b);
    if (!best || points.distanceSquared < best->points.distanceSquared) best = {pair, points};
}

}  // namespace ricochet::wide_tree
