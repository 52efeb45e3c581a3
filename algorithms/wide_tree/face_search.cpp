// A box along the mesh's axes against eight children at a time: each node converts it to a box along its own
// axes, which is slightly larger.

#include "algorithms/wide_tree/face_search.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/wide_tree/face_search.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which compiles it once per target.
#include "algorithms/geometry/simd8-inl.h"

#include <hwy/highway.h>

#include <bit>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace ricochet::wide_tree::HWY_NAMESPACE {

using namespace simd8::HWY_NAMESPACE;

/// Part of the mesh's and the query box's size: upper bound of the error of coordinates in a node's frame.
/// Rounding a point, an origin, a rotation of three terms and a box's half size each cost a few times 2^-24.
constexpr float kSlack = 0x1p-19f;

class FaceSearch {
public:
    HWY_INLINE FaceSearch(const Tree& tree, const Mesh& mesh, const Aabb& box, std::vector<Index>& out)
        : tree_(tree), mesh_(mesh), box_(box), out_(out) {
        const Aabb clipped = intersection(box, mesh.box());
        isEmpty_ = clipped.isEmpty();
        slack_ = kSlack * static_cast<float>(tree.radius);
        const Vec3 centre = clipped.centre() - tree.centre, half = clipped.size() / 2;
        for (int k = 0; k < 3; ++k) {
            centre_[k] = static_cast<float>(centre[k]);
            half_[k] = static_cast<float>(half[k]);
        }
    }

    void run(std::vector<NodeRef>& open) {
        if (isEmpty_) return;
        open.assign(1, tree_.root);
        while (!open.empty()) {
            const NodeRef ref = open.back();
            open.pop_back();
            if (ref.isLeaf()) {
                addFaces(tree_.leaves[ref.index()]);
            } else {
                openNode(tree_.nodes[ref.index()], open);
            }
        }
    }

private:
    /// The query box along the axes of a node, relative to its origin.
    struct Turned {
        float low[3], high[3];
    };

    HWY_INLINE Turned turned(const FrameBox& frame) const {
        Turned t;
        const float x = centre_[0] - frame.x[3], y = centre_[1] - frame.y[3], z = centre_[2] - frame.z[3];
        for (int k = 0; k < 3; ++k) {
            const float middle = frame.x[k] * x + frame.y[k] * y + frame.z[k] * z;
            const float extent = std::abs(frame.x[k]) * half_[0] + std::abs(frame.y[k]) * half_[1] +
                                 std::abs(frame.z[k]) * half_[2] + slack_;
            t.low[k] = middle - extent;
            t.high[k] = middle + extent;
        }
        return t;
    }

    HWY_INLINE void openNode(const WideNode& node, std::vector<NodeRef>& open) const {
        const Turned query = turned(node.box);
        F8 gap = all(0);
        for (int k = 0; k < 3; ++k) {
            const F8 centre = load(node.centre[k]), half = load(node.half[k]);
            gap = gap | (centre + half - all(query.low[k])) | (all(query.high[k]) - (centre - half));
        }
        std::uint32_t live = ~signBits(gap) & ((1u << node.box.count) - 1);
        for (; live != 0; live &= live - 1) open.push_back(node.child[std::countr_zero(live)]);
    }

    HWY_INLINE void addFaces(const WideLeaf& leaf) const {
        const Turned query = turned(leaf.box);
        F8 gap = all(0);
        for (int k = 0; k < 3; ++k) {
            const F8 a = load(leaf.corner[0][k]), b = load(leaf.corner[1][k]), c = load(leaf.corner[2][k]);
            gap = gap | (max(max(a, b), c) - all(query.low[k])) | (all(query.high[k]) - min(min(a, b), c));
        }
        std::uint32_t live = ~signBits(gap) & ((1u << leaf.box.count) - 1);
        for (; live != 0; live &= live - 1) {
            const Index face = leaf.face[std::countr_zero(live)];
            if (!overlaps(boxOf(mesh_.triangle(face)), box_)) continue;
            forEachSide(mesh_, face, [this](Index side) { out_.push_back(side); });
        }
    }

    const Tree& tree_;
    const Mesh& mesh_;
    const Aabb& box_;
    std::vector<Index>& out_;
    bool isEmpty_;
    float centre_[3], half_[3];
    float slack_;
};

void findFaces(const Tree& tree, const Mesh& mesh, const Aabb& box, std::vector<NodeRef>& open,
               std::vector<Index>& out) {
    FaceSearch(tree, mesh, box, out).run(open);
}

}  // namespace ricochet::wide_tree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ricochet::wide_tree {

HWY_EXPORT(findFaces);

void findFaces(const Tree& tree, const Mesh& mesh, const Aabb& box, std::vector<Index>& out) {
    thread_local std::vector<NodeRef> open;
    out.clear();
    HWY_DYNAMIC_DISPATCH(findFaces)(tree, mesh, box, open, out);
}

}  // namespace ricochet::wide_tree
#endif
