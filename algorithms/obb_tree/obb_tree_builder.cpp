// Gottschalk, Lin, Manocha. OBBTree. 1996, as in the survey Collision Detection: Algorithms and Applications,
// 1996, 4.2.1: top-down, each group of faces is split along the longest axis of its box at the mean of its
// vertices; if all lie on one side, along the second axis, then the third; else the group is a leaf.

#include "algorithms/obb_tree/obb_tree_builder.h"

#include "algorithms/obb_tree/box_fit.h"

#include <algorithm>
#include <numeric>

namespace ricochet::obb_tree {
namespace {

class Builder {
public:
    Builder(const Mesh& mesh, const BuildSettings& settings)
        : mesh_(mesh), settings_(settings), fitter_(mesh, tree_, settings), middles_(mesh.faceCount()) {
        tree_.sphere = boundingSphere(mesh);
        tree_.nodes.reserve(2 * std::size_t{mesh.faceCount()});
        tree_.faces.resize(mesh.faceCount());
        order_.resize(mesh.faceCount());
        std::iota(order_.begin(), order_.end(), Index{0});
        for (Index face = 0; face < mesh.faceCount(); ++face) middles_[face] = middleOf(face);
    }

    Tree build() {
        tree_.nodes.emplace_back();
        tasks_.push_back({0, mesh_.faceCount(), 0, Frame::Identity()});
        while (!tasks_.empty()) {
            const Task task = tasks_.back();
            tasks_.pop_back();
            tree_.nodes[task.node] = makeNode(task);
        }
        tree_.nodes.shrink_to_fit();
        return std::move(tree_);
    }

private:
    /// Faces order_[begin] … order_[end - 1] are to be a node.
    struct Task {
        Index begin, end;
        Index node;
        Frame parentFrame;
    };

    /// Three times the face's centroid, relative to the mesh's centre.
    Vec3 middleOf(Index face) const {
        const auto& [a, b, c] = mesh_.triangle(face);
        return tree_.fromCentre(a) + tree_.fromCentre(b) + tree_.fromCentre(c);
    }

    ObbNode makeNode(const Task& task) {
        const std::span<const Index> faces(&order_[task.begin], task.end - task.begin);
        const FittedFrame fitted = fit(faces, task.parentFrame);
        ObbNode node;
        setBox(fitted.frame, fitted.extents, node);
        tree_.boxArea += node.area();
        const Index cut = split(node, task);
        if (cut == task.begin) {
            listFaces(task);
            node.setFaces(task.begin);
        } else {
            const auto left = static_cast<Index>(tree_.nodes.size());
            node.setChildren(left);
            tree_.nodes.resize(tree_.nodes.size() + 2);
            tasks_.push_back({cut, task.end, left + 1, fitted.frame});
            tasks_.push_back({task.begin, cut, left, fitted.frame});
        }
        return node;
    }

    struct FittedFrame {
        Frame frame;
        Extents extents;
    };

    /// The faces' own frame; with our fit the parent's if the box is smaller in that.
    FittedFrame fit(std::span<const Index> faces, const Frame& parentFrame) {
        const Frame own = fitter_.frameOf(faces);
        const FittedFrame fitted = {own, extentsOf(mesh_, tree_, own, faces)};
        if (settings_.fit != Fit::ours || faces.size() == 1) return fitted;
        const Extents inherited = extentsOf(mesh_, tree_, parentFrame, faces);
        return inherited.area() < fitted.extents.area() ? FittedFrame{parentFrame, inherited} : fitted;
    }

    /// Begin of the second half; that of the group if it is not to be or cannot be divided.
    Index split(const ObbNode& node, const Task& task) {
        if (task.end - task.begin <= settings_.leafFaces) return task.begin;
        const auto begin = order_.begin() + task.begin, end = order_.begin() + task.end;
        Vec3 mean = Vec3::Zero();
        for (auto face = begin; face != end; ++face) mean += middles_[*face];
        mean /= static_cast<Real>(task.end - task.begin);
        const Matrix3 axes = node.frame().cast<Real>();
        for (int k = 0; k < 3; ++k) {
            const Vec3 axis = axes.row(k);
            const Real middle = axis.dot(mean);
            const auto cut =
                std::partition(begin, end, [&](Index face) { return axis.dot(middles_[face]) < middle; });
            if (cut != begin && cut != end) return static_cast<Index>(cut - order_.begin());
        }
        return task.begin;
    }

    void listFaces(const Task& task) {
        for (Index i = task.begin; i < task.end; ++i) tree_.faces[i] = {order_[i], i + 1 == task.end};
    }

    const Mesh& mesh_;
    const BuildSettings settings_;
    Tree tree_;
    BoxFitter fitter_;
    std::vector<Vec3> middles_;  ///< by face
    std::vector<Index> order_;
    std::vector<Task> tasks_;
};

}  // namespace

Tree buildTree(const Mesh& mesh, const BuildSettings& settings) { return Builder(mesh, settings).build(); }

}  // namespace ricochet::obb_tree
