// The upper nodes are built level by level, the subtrees below them independently of one another; both in
// parallel, with the same result for any number of threads. Then all is stored in depth-first order.

#include "algorithms/wide_tree/bvh_builder.h"

#include "algorithms/wide_tree/box_writer.h"
#include "algorithms/wide_tree/subtree_builder.h"

#include <algorithm>
#include <mutex>
#include <numeric>

namespace ricochet::wide_tree {
namespace {

constexpr Index kTrianglesPerReport = 100'000;
constexpr Index kTrianglesPerTask = 16384;
constexpr Index kLeastSubtree = 8192;  ///< triangles: a smaller part is not worth a task of its own
constexpr Index kSubtrees = 48;        ///< least number for a large mesh

/// A node of the upper tree, or a placeholder for a subtree.
struct Upper {
    FaceRange range;
    WideNode node{};
    Real boxArea = 0;             ///< of its children
    std::vector<Index> children;  ///< indices into the list of all; empty for a subtree
    Index subtree = kNone;
};

class Builder {
public:
    Builder(const Mesh& mesh, const BuildSettings& settings, const Executor& executor)
        : mesh_(mesh),
          executor_(executor),
          largestSubtree_(std::max(kLeastSubtree, mesh.frontCount() / kSubtrees)),
          space_{mesh, settings, {}, {}, {}, {}} {}

    Tree build() {
        prepareSpace();
        const bool searches = space_.settings.searchesMeshFrame;
        const Frame frame = searches ? meshFrame(space_.triangles) : Frame(Frame::Identity());
        makeUpperTree({0, mesh_.frontCount(), frame, std::nullopt});
        makeSubtrees();
        layOut();
        writeLeafWidth(tree_);
        return std::move(tree_);
    }

private:
    void prepareSpace() {
        centreOn(mesh_, tree_);
        space_.sphere.centre = tree_.centre;
        space_.sphere.radius = tree_.radius;
        space_.triangles.resize(mesh_.frontCount());
        space_.boxes.resize(mesh_.frontCount());
        space_.order.resize(mesh_.frontCount());
        std::iota(space_.order.begin(), space_.order.end(), Index{0});
        forEachPart(executor_, mesh_.frontCount(), kTrianglesPerTask, [this](Index begin, Index end) {
            for (Index f = begin; f < end; ++f) space_.triangles[f] = floatTriangle(mesh_, tree_, f);
        });
    }

    /// Opens all nodes larger than a subtree may be.
    void makeUpperTree(const FaceRange& all) {
        upper_.emplace_back().range = all;
        for (std::size_t begin = 0; begin < upper_.size();) {
            const std::size_t end = upper_.size();
            std::vector<std::vector<FaceRange>> children(end - begin);
            executor_.run(static_cast<Index>(end - begin), [&](Index i) {
                Upper& upper = upper_[begin + i];
                if (upper.range.size() <= largestSubtree_) return;
                upper.node = SubtreeBuilder(space_).makeNode(upper.range, children[i], upper.boxArea);
            });
            for (std::size_t i = begin; i < end; ++i) {
                for (const FaceRange& child : children[i - begin]) {
                    upper_[i].children.push_back(static_cast<Index>(upper_.size()));
                    upper_.emplace_back().range = child;
                }
            }
            begin = end;
        }
    }

    void makeSubtrees() {
        std::vector<Index> roots;
        for (Index i = 0; i < upper_.size(); ++i) {
            if (!upper_[i].children.empty()) continue;
            upper_[i].subtree = static_cast<Index>(roots.size());
            roots.push_back(i);
        }
        subtrees_.resize(roots.size());
        executor_.run(static_cast<Index>(roots.size()), [&](Index i) {
            const FaceRange& range = upper_[roots[i]].range;
            subtrees_[i] = SubtreeBuilder(space_).build(range);
            reportProgress(range.size());
        });
        space_.triangles = {};
        space_.boxes = {};
    }

    void reportProgress(Index more) {
        if (!space_.settings.onProgress) return;
        const std::lock_guard lock(progress_);
        placed_ += more;
        if (placed_ < nextReport_ && placed_ < mesh_.frontCount()) return;
        space_.settings.onProgress(placed_);
        nextReport_ = placed_ + kTrianglesPerReport;
    }

    /// Where a subtree's nodes and leaves begin in the tree.
    struct Place {
        Index node, leaf;
    };

    void layOut() {
        std::vector<Place> places(subtrees_.size());
        std::size_t nodes = 0, leaves = 0;
        forEachUpper([&](Upper& upper, Index) {
            if (upper.subtree == kNone) {
                ++nodes;
                return;
            }
            places[upper.subtree] = {static_cast<Index>(nodes), static_cast<Index>(leaves)};
            nodes += subtrees_[upper.subtree].nodes.size();
            leaves += subtrees_[upper.subtree].leaves.size();
        });
        if (subtrees_.size() == 1) return takeOver(subtrees_[0]);
        tree_.nodes.resize(nodes);
        tree_.leaves.resize(leaves);
        placeUpperNodes(places);
        executor_.run(static_cast<Index>(subtrees_.size()), [&](Index i) { copy(subtrees_[i], places[i]); });
        for (const Upper& upper : upper_) tree_.boxArea += upper.boxArea;
        for (const Subtree& subtree : subtrees_) tree_.boxArea += subtree.boxArea;
    }

    void takeOver(Subtree& subtree) {
        subtree.nodes.shrink_to_fit();
        subtree.leaves.shrink_to_fit();
        tree_.root = subtree.root;
        tree_.nodes = std::move(subtree.nodes);
        tree_.leaves = std::move(subtree.leaves);
        tree_.boxArea = subtree.boxArea;
    }

    /// In depth-first order: visit(upper, its place in the list).
    template <class Visit>
    void forEachUpper(Visit&& visit) {
        std::vector<Index> open = {0};
        while (!open.empty()) {
            const Index i = open.back();
            open.pop_back();
            open.insert(open.end(), upper_[i].children.rbegin(), upper_[i].children.rend());
            visit(upper_[i], i);
        }
    }

    void placeUpperNodes(const std::vector<Place>& places) {
        std::vector<NodeRef> refs(upper_.size());
        Index next = 0;
        forEachUpper([&](Upper& upper, Index i) {
            if (upper.subtree == kNone) {
                refs[i] = NodeRef::toNode(next++);
                return;
            }
            refs[i] = moved(subtrees_[upper.subtree].root, places[upper.subtree]);
            next += static_cast<Index>(subtrees_[upper.subtree].nodes.size());
        });
        tree_.root = refs[0];
        for (Index i = 0; i < upper_.size(); ++i) {
            if (upper_[i].subtree != kNone) continue;
            WideNode& node = tree_.nodes[refs[i].index()] = upper_[i].node;
            for (std::size_t k = 0; k < upper_[i].children.size(); ++k) {
                node.child[k] = refs[upper_[i].children[k]];
            }
        }
    }

    static NodeRef moved(NodeRef ref, const Place& place) {
        return ref.isLeaf() ? NodeRef::toLeaf(ref.index() + place.leaf)
                            : NodeRef::toNode(ref.index() + place.node);
    }

    void copy(Subtree& subtree, const Place& place) {
        for (std::size_t i = 0; i < subtree.nodes.size(); ++i) {
            WideNode& node = tree_.nodes[place.node + i] = subtree.nodes[i];
            for (std::uint32_t k = 0; k < node.box.count; ++k) node.child[k] = moved(node.child[k], place);
        }
        std::copy(subtree.leaves.begin(), subtree.leaves.end(), tree_.leaves.begin() + place.leaf);
        subtree.nodes = {};
        subtree.leaves = {};
    }

    const Mesh& mesh_;
    const Executor& executor_;
    const Index largestSubtree_;
    BuildSpace space_;
    std::vector<Upper> upper_;  ///< level by level
    std::vector<Subtree> subtrees_;
    Tree tree_;
    std::mutex progress_;
    Index placed_ = 0;
    Index nextReport_ = kTrianglesPerReport;
};

}  // namespace

Tree buildTree(const Mesh& mesh, const BuildSettings& settings, const Executor& executor) {
    return Builder(mesh, settings, executor).build();
}

}  // namespace ricochet::wide_tree
