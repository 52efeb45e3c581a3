#include "algorithms/wide_tree/wide_model.h"

#include "algorithms/wide_tree/box_writer.h"
#include "algorithms/wide_tree/on_demand.h"

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
            const bool valid = isValid(tree_.child(node, i), path);
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

class Refit {
public:
    Refit(const Tree& tree, const Mesh& mesh)
        : mesh_(mesh),
          tree_(tree),
          triangles_(tree.leaves.size() * kWidth),
          leafBoxes_(tree.leaves.size()),
          nodeBoxes_(tree.nodes.size()),
          leavesOfNode_(tree.nodes.size()) {
        centreOn(mesh, tree_);
        tree_.boxArea = 0;
    }

    Tree refit() {
        for (Index i = 0; i < tree_.leaves.size(); ++i) refitLeaf(i);
        // Children are stored after their parents.
        for (auto i = static_cast<Index>(tree_.nodes.size()); i-- > 0;) refitNode(i);
        writeLeafWidth(tree_);
        return std::move(tree_);
    }

private:
    /// The leaves below a node: begin … end - 1.
    struct Leaves {
        Index begin, end;
    };

    void refitLeaf(Index index) {
        WideLeaf& leaf = tree_.leaves[index];
        const Frame frame = leaf.box.frame();
        const FloatFrame inFrame(frame);
        FloatTriangle* triangles = &triangles_[index * kWidth];
        BuilderBox box;
        for (std::uint32_t i = 0; i < leaf.box.count; ++i) {
            triangles[i] = floatTriangle(mesh_, tree_, leaf.face[i]);
            box.include(inFrame.boxOf(triangles[i]));
        }
        std::array<Index, kWidth> faces;
        std::copy(leaf.face, leaf.face + kWidth, faces.begin());
        writeLeaf(mesh_, tree_, frame, box, {faces.data(), leaf.box.count}, leaf);
        leafBoxes_[index] = box;
        tree_.boxArea += box.area();
    }

    void refitNode(Index index) {
        WideNode& node = tree_.nodes[index];
        const std::uint32_t count = node.box.count;
        BuilderBox children[kWidth];
        BuilderBox all;
        for (std::uint32_t i = 0; i < count; ++i) {
            children[i] = childBox(node, node.child[i]);
            all.include(children[i]);
            tree_.boxArea += children[i].area();
        }
        leavesOfNode_[index] = {leavesOf(node.child[0]).begin, leavesOf(node.child[count - 1]).end};
        nodeBoxes_[index] = all;
        writeBoxes(node.box.frame(), {children, count}, tree_.radius, node);
    }

    Leaves leavesOf(NodeRef ref) const {
        return ref.isLeaf() ? Leaves{ref.index(), ref.index() + 1} : leavesOfNode_[ref.index()];
    }

    /// In the node's frame: the child's own box if both have the same frame, else from the triangles.
    BuilderBox childBox(const WideNode& node, NodeRef child) const {
        if (tree_.boxOf(child).frame() == node.box.frame()) {
            return child.isLeaf() ? leafBoxes_[child.index()] : nodeBoxes_[child.index()];
        }
        const FloatFrame inFrame(node.box.frame());
        const Leaves leaves = leavesOf(child);
        BuilderBox box;
        for (Index l = leaves.begin; l < leaves.end; ++l) {
            for (std::uint32_t i = 0; i < tree_.leaves[l].box.count; ++i) {
                box.include(inFrame.boxOf(triangles_[l * kWidth + i]));
            }
        }
        return box;
    }

    const Mesh& mesh_;
    Tree tree_;
    std::vector<FloatTriangle> triangles_;  ///< by leaf and place
    std::vector<BuilderBox> leafBoxes_;     ///< in the leaf's frame, about the mesh's centre
    std::vector<BuilderBox> nodeBoxes_;
    std::vector<Leaves> leavesOfNode_;
};

void addBoxes(const Tree& tree, NodeRef ref, int depth, std::vector<Obb>& out) {
    if (depth > 0 && !ref.isLeaf()) {
        const WideNode& node = tree.nodes[ref.index()];
        for (std::uint32_t i = 0; i < node.box.count; ++i)
            addBoxes(tree, tree.child(node, i), depth - 1, out);
        return;
    }
    const FrameBox& box = tree.boxOf(ref);
    out.push_back({.axes = box.frame().cast<Real>(),
                   .centre = tree.centre + box.origin(),
                   .half = {Real(box.half[0]), Real(box.half[1]), Real(box.half[2])}});
}

}  // namespace

bool isValid(const Tree& tree, const Mesh& mesh) { return Check(tree, mesh).passes(); }

Tree refitted(const Tree& tree, const Mesh& mesh) { return Refit(tree, mesh).refit(); }

bool WideModel::hasPendingParts() const {
    return !hasTree() || (tree().pending && tree().pending->pendingTriangles() > 0);
}

std::size_t WideModel::bytes() const {
    if (!hasTree()) return sizeof *this;
    if (tree().pending) return sizeof *this + tree().pending->bytes();
    return sizeof *this + tree().nodes.capacity() * sizeof(WideNode) +
           tree().leaves.capacity() * sizeof(WideLeaf);
}

std::vector<Obb> WideModel::boxesAt(int depth) const {
    std::vector<Obb> boxes;
    if (fitsFloats(tree())) addBoxes(tree(), tree().root, depth, boxes);
    return boxes;
}

}  // namespace ricochet::wide_tree
