// Gottschalk, Lin, Manocha. OBBTree. 1996. Two trees are descended together: of a pair of boxes that are not
// apart, the larger one is opened. Here by a stack instead of recursion, and in float with bounds.

#include "algorithms/obb_tree/traversal.h"

#include "algorithms/geometry/box_box.h"
#include "algorithms/geometry/triangle_triangle.h"

#include <hwy/cache_control.h>

#include <algorithm>

namespace ricochet::obb_tree {
namespace {

// How far floats can be from the truth. The truth is the exact question about the placed doubles, seen in the
// frame of a node of A (any affine map will do, see geometry/relative_pose.cpp):
//     L = F_A M inverse(F_B),    t = F_A (T + M c_B - c_A),
// of which R ~ F_A (M transpose(F_B)) and s ~ F_A (M c_B + T - c_A) are computed in float. Let u = 2^-24, rA
// and rB the radii of the meshes, d = |T|, and kappa bound the skew of M. A box's centre is not farther from
// the mesh's than sqrt(3) times its radius.
//
// Turn.   Rounding M: u; two products of three terms: 3 u each; relative to |F_A| |M| |F_B| < 5.2; transpose
//     for inverse of F_B, whose rows are rounded unit vectors: 6 u.                       |R - L| <= 42 u
//     transpose(R) L - 1: that, and how far M and both F are from rotations:             <= 54 u + kappa
//     cofactors of R for R:                                               2.5 (78 u + kappa) on top of it
//     the sums of reaches are rounded:                                                            <= 8 u
// Offset. Rounding M and T, four sums and a product of three terms:    12 u (1.8 (rA + rB) + d) + 6 u d
//     distances along the axes, from |s| <= 1.8 (rA + rB) + d:          8 u (1.8 (rA + rB) + d)
//     and both meshes' vertices are not where the exact pose has them: twice the placement error.
constexpr float kU = 0x1p-24f;
constexpr float kTurnError = 256 * kU;
constexpr float kTurnSkew = 4;
constexpr float kOffsetError = 64 * kU;

BoxTolerance<float> toleranceOf(const Query& query) {
    const Real radii = query.treeA.ball.radius + query.treeB.ball.radius;
    const auto reach = static_cast<float>(std::min(radii + query.pose.translation.norm(), Real(1e36)));
    return {kTurnError + kTurnSkew * query.pose.skew,
            kOffsetError * reach + 2 * query.pose.placementError + query.pose.within};
}

/// The axes of a box of B as columns, and its centre as the fourth, all in the coordinates of mesh A: row by
/// row.
struct BoxInMeshA {
    Lanes<float> x, y, z;
    Lanes<float> half;
};

/// One row of a node.
Eigen::Map<const Lanes<float>, Eigen::Aligned16> row(const float (&stored)[4]) {
    return Eigen::Map<const Lanes<float>, Eigen::Aligned16>(stored);
}

bool mayOverlap(const ObbNode& a, const BoxInMeshA& b, const BoxTolerance<float>& tolerance) {
    const auto x = row(a.x), y = row(a.y), z = row(a.z);
    BoxInBox<float> relative;
    for (int j = 0; j < 3; ++j) relative.axis[j] = x * b.x[j] + y * b.y[j] + z * b.z[j];
    relative.centre = x * (b.x[3] - a.x[3]) + y * (b.y[3] - a.y[3]) + z * (b.z[3] - a.z[3]);
    return !areApart<float>(row(a.half), b.half, relative, tolerance);
}

class Traversal {
public:
    Traversal(const Query& query, Work& work)
        : query_(query),
          work_(work),
          tolerance_(toleranceOf(query)),
          rotation_(query.pose.rotation.cast<float>()) {
        for (int k = 0; k < 3; ++k) offset_[k] << 0, 0, 0, static_cast<float>(query.pose.translation[k]);
    }

    void begin() {
        work_.open.clear();
        visit({0, 0}, place(query_.treeB.nodes[0]));
    }

    void run(std::uint64_t pairs) {
        while (!work_.open.empty() && pairs-- > 0) {
            const NodePair pair = work_.open.back();
            work_.open.pop_back();
            open(pair);
        }
    }

private:
    BoxInMeshA place(const ObbNode& b) const {
        const auto x = row(b.x), y = row(b.y), z = row(b.z);
        const auto turned = [&](int k) -> Lanes<float> {
            return rotation_(k, 0) * x + rotation_(k, 1) * y + rotation_(k, 2) * z + offset_[k];
        };
        return {turned(0), turned(1), turned(2), row(b.half)};
    }

    void visit(NodePair pair, const BoxInMeshA& placedB) {
        ++work_.boxTests;
        const ObbNode& a = query_.treeA.nodes[pair.a];
        if (!mayOverlap(a, placedB, tolerance_)) return;
        work_.open.push_back(pair);
        fetchChildren(query_.treeA, a);
        fetchChildren(query_.treeB, query_.treeB.nodes[pair.b]);
    }

    /// They are on their way from memory while other boxes are tested.
    static void fetchChildren(const Tree& tree, const ObbNode& node) {
        if (node.isLeaf()) return;
        hwy::Prefetch(&tree.nodes[node.leftChild()]);
        hwy::Prefetch(&tree.nodes[node.leftChild() + 1]);
    }

    void open(NodePair pair) {
        const ObbNode& a = query_.treeA.nodes[pair.a];
        const ObbNode& b = query_.treeB.nodes[pair.b];
        if (a.isLeaf() && b.isLeaf()) {
            testFaces(a, b);
        } else if (b.isLeaf() || (!a.isLeaf() && a.area() > b.area())) {
            const BoxInMeshA placedB = place(b);
            for (const Index child : {a.leftChild(), a.leftChild() + 1}) visit({child, pair.b}, placedB);
        } else {
            for (const Index child : {b.leftChild(), b.leftChild() + 1}) {
                visit({pair.a, child}, place(query_.treeB.nodes[child]));
            }
        }
    }

    void testFaces(const ObbNode& a, const ObbNode& b) {
        query_.treeA.forEachFace(a, [&](Index faceA) {
            query_.treeB.forEachFace(b, [&](Index faceB) {
                ++work_.triangleTests;
                if (query_.within > 0 || intersects(query_.a.triangle(faceA), query_.b.triangle(faceB))) {
                    work_.found.push_back({faceA, faceB});
                }
            });
        });
    }

    const Query& query_;
    Work& work_;
    const BoxTolerance<float> tolerance_;
    const Eigen::Matrix3f rotation_;  ///< B's frame to A's
    Lanes<float> offset_[3];          ///< (0, 0, 0, k-th coordinate of the translation)
};

/// A box along the mesh's axes, as a box of B.
BoxInMeshA inMesh(const Tree& tree, const Aabb& box) {
    const Vec3 centre = box.centre() - tree.ball.centre, half = box.size() / 2;
    BoxInMeshA b;
    b.x << 1, 0, 0, static_cast<float>(centre.x());
    b.y << 0, 1, 0, static_cast<float>(centre.y());
    b.z << 0, 0, 1, static_cast<float>(centre.z());
    b.half << static_cast<float>(half.x()), static_cast<float>(half.y()), static_cast<float>(half.z()), 0;
    return b;
}

void addFaces(const Tree& tree, const ObbNode& leaf, const Mesh& mesh, const Aabb& box,
              std::vector<Index>& out) {
    tree.forEachFace(leaf, [&](Index face) {
        if (overlaps(boxOf(mesh.triangle(face)), box)) out.push_back(face);
    });
}

}  // namespace

void begin(const Query& query, Work& work) { Traversal(query, work).begin(); }

void traverse(const Query& query, std::uint64_t pairs, Work& work) { Traversal(query, work).run(pairs); }

void findFaces(const Tree& tree, const Mesh& mesh, const Aabb& box, std::vector<Index>& out) {
    out.clear();
    const Aabb clipped = intersection(box, mesh.box());
    if (clipped.isEmpty()) return;
    const BoxInMeshA query = inMesh(tree, clipped);
    const auto reach = static_cast<float>(std::min(3 * tree.ball.radius, Real(1e36)));
    const BoxTolerance<float> tolerance{kTurnError, kOffsetError * reach};
    thread_local std::vector<Index> open;
    open.assign(1, 0);
    while (!open.empty()) {
        const ObbNode& node = tree.nodes[open.back()];
        open.pop_back();
        if (!mayOverlap(node, query, tolerance)) continue;
        if (node.isLeaf()) {
            addFaces(tree, node, mesh, box, out);
        } else {
            open.push_back(node.leftChild());
            open.push_back(node.leftChild() + 1);
        }
    }
}

}  // namespace ricochet::obb_tree
