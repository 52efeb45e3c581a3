#include "algorithms/obb_tree/obb_model.h"

#include <algorithm>

namespace ricochet::obb_tree {
namespace {

class Check {
public:
    Check(const Tree& tree, const Mesh& mesh) : tree_(tree), mesh_(mesh), seen_(mesh.faceCount(), false) {}

    bool passes() {
        if (tree_.nodes.empty() || tree_.faces.size() != mesh_.faceCount()) return false;
        return holdsFacesBelow(0) && std::find(seen_.begin(), seen_.end(), false) == seen_.end();
    }

private:
    bool holdsFacesBelow(Index root) {
        struct StackEntry {
            Index node;
            std::vector<Index> path;  ///< from the root
        };
        std::vector<StackEntry> steps = {{root, {root}}};
        while (!steps.empty()) {
            const StackEntry step = std::move(steps.back());
            steps.pop_back();
            const ObbNode& node = tree_.nodes[step.node];
            if (node.isLeaf()) {
                if (!isValidLeaf(node, step.path)) return false;
                continue;
            }
            if (node.leftChild() <= step.node || node.leftChild() + 1 >= tree_.nodes.size()) return false;
            for (const Index child : {node.leftChild(), node.leftChild() + 1}) {
                steps.push_back({child, step.path});
                steps.back().path.push_back(child);
            }
        }
        return true;
    }

    bool isValidLeaf(const ObbNode& leaf, const std::vector<Index>& path) {
        bool isValid = true;
        tree_.forEachFace(leaf, [&](Index face) {
            isValid = isValid && face < mesh_.faceCount() && !seen_[face];
            if (!isValid) return;
            seen_[face] = true;
            for (const Vec3& corner : mesh_.triangle(face)) {
                for (const Index node : path) isValid = isValid && contains(tree_.nodes[node], corner);
            }
        });
        return isValid;
    }

    bool contains(const ObbNode& box, const Vec3& vertex) const {
        const Vec3 p = box.frame().cast<Real>() * (tree_.fromCentre(vertex) - box.centre());
        return std::abs(p.x()) <= box.half[0] && std::abs(p.y()) <= box.half[1] &&
               std::abs(p.z()) <= box.half[2];
    }

    const Tree& tree_;
    const Mesh& mesh_;
    std::vector<bool> seen_;
};

}  // namespace

bool isValid(const Tree& tree, const Mesh& mesh) { return Check(tree, mesh).passes(); }

}  // namespace ricochet::obb_tree
