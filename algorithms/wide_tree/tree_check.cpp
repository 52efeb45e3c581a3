#include "algorithms/wide_tree/wide_model.h"

#include <algorithm>

namespace ricochet::wide_tree {
namespace {

/// A box in the frame of a node, as the traversal sees it.
struct Bounds {
    const FrameBox* frame;
    Vec3 centre;
    Vec3 half;

    bool contains(const Vec3& relativeToMesh) const {
        const Vec3 p = frame->frame().cast<Real>() * (relativeToMesh - frame->origin());
        return ((p - centre).cwiseAbs().array() <= half.array()).all();
    }
};

class Check {
public:
    Check(const Tree& tree, const Mesh& mesh) : tree_(tree), mesh_(mesh), seen_(mesh.frontCount(), false) {}

    bool passes() {
        std::vector<Bounds> path;
        return isValid(tree_.root, path) && std::find(seen_.begin(), seen_.end(), false) == seen_.end();
    }

private:
    static Vec3 half(const FrameBox& box) { return {box.half[0], box.half[1], box.half[2]}; }

    bool isValid(NodeRef ref, std::vector<Bounds>& path) {
        const FrameBox& box = tree_.boxOf(ref);
        if (box.count < 1 || box.count > kWidth) return false;
        path.push_back({&box, Vec3::Zero(), half(box)});
        const bool valid = ref.isLeaf() ? isValidLeaf(tree_.leaves[ref.index()], path)
                                        : isValidNode(tree_.nodes[ref.index()], path);
        path.pop_back();
        return valid;
    }

    bool isValidNode(const WideNode& node, std::vector<Bounds>& path) {
        for (std::uint32_t i = 0; i < node.box.count; ++i) {
            path.push_back({&node.box,
                            {node.centre[0][i], node.centre[1][i], node.centre[2][i]},
                            {node.half[0][i], node.half[1][i], node.half[2][i]}});
            const bool valid = isValid(node.child[i], path);
            path.pop_back();
            if (!valid) return false;
        }
        return true;
    }

    bool isValidLeaf(const WideLeaf& leaf, const std::vector<Bounds>& path) {
        for (std::uint32_t i = 0; i < leaf.box.count; ++i) {
            if (leaf.face[i] >= mesh_.frontCount() || seen_[leaf.face[i]]) return false;
            seen_[leaf.face[i]] = true;
            for (Index v : mesh_.faces()[leaf.face[i]]) {
                const Vec3 p = mesh_.vertices()[v] - tree_.centre;
                for (const Bounds& bounds : path) {
                    if (!bounds.contains(p)) return false;
                }
                if (!hasCorner(leaf, i, p)) return false;
            }
        }
        return true;
    }

    /// One of the triangle's corners is this point, rounded to float.
    static bool hasCorner(const WideLeaf& leaf, std::uint32_t i, const Vec3& relativeToMesh) {
        const Vec3 p = leaf.box.frame().cast<Real>() * (relativeToMesh - leaf.box.origin());
        for (const auto& corner : leaf.corner) {
            const Vec3 q(corner[0][i], corner[1][i], corner[2][i]);
            if ((p - q).norm() <= 0x1p-23 * q.norm() + 1e-30) return true;
        }
        return false;
    }

    const Tree& tree_;
    const Mesh& mesh_;
    std::vector<bool> seen_;
};

}  // namespace

bool isValid(const Tree& tree, const Mesh& mesh) { return Check(tree, mesh).passes(); }

}  // namespace ricochet::wide_tree
