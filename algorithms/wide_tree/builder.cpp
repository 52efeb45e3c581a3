#include "algorithms/wide_tree/builder.h"

#include "algorithms/wide_tree/binned_sah.h"
#include "algorithms/wide_tree/box_writer.h"
#include "algorithms/wide_tree/float_mesh.h"
#include "algorithms/wide_tree/frame_search.h"

#include <algorithm>
#include <numeric>

namespace ricochet::wide_tree {
namespace {

constexpr Index kTrianglesPerReport = 100'000;

using Clusters = std::vector<Cluster>;

Real costOf(const Clusters& clusters) {
    Real sum = 0;
    for (const Cluster& c : clusters) sum += c.cost();
    return sum;
}

class Builder {
public:
    Builder(const Mesh& mesh, const BuildSettings& settings)
        : mesh_(mesh),
          settings_(settings),
          boxes_(mesh.faceCount()),
          order_(mesh.faceCount()),
          sah_(order_, boxes_) {
        centreOn(mesh, tree_);
        triangles_ = floatTriangles(mesh, tree_);
        std::iota(order_.begin(), order_.end(), Index{0});
        tree_.leaves.reserve(mesh.faceCount() / 6 + 1);
        tree_.nodes.reserve(mesh.faceCount() / 30 + 1);
    }

    Tree build() {
        const Frame frame = settings_.searchesMeshFrame ? meshFrame(triangles_) : Frame(Frame::Identity());
        tasks_.push_back({0, mesh_.faceCount(), frame, kNone, 0});
        while (!tasks_.empty()) {
            const Task task = tasks_.back();
            tasks_.pop_back();
            const NodeRef ref = task.end - task.begin <= kWidth ? addLeaf(task) : addNode(task);
            if (task.parent == kNone) {
                tree_.root = ref;
            } else {
                tree_.nodes[task.parent].child[task.place] = ref;
            }
        }
        tree_.leaves.shrink_to_fit();
        tree_.nodes.shrink_to_fit();
        writeLeafWidth(tree_);
        return std::move(tree_);
    }

private:
    /// Faces that are to become child `place` of node `parent`.
    struct Task {
        Index begin, end;
        Frame frame;  ///< the parent's
        Index parent;
        int place;
    };

    std::span<const Index> faces(Index begin, Index end) const { return {&order_[begin], end - begin}; }

    void computeBoxes(Index begin, Index end, const Frame& frame) {
        const FloatFrame turn(frame);
        for (Index f : faces(begin, end)) boxes_[f] = turn.boxOf(triangles_[f]);
    }

    NodeRef addLeaf(const Task& task) {
        Frame frame = task.frame;
        computeBoxes(task.begin, task.end, frame);
        FloatBox box = sah_.boxOf(task.begin, task.end);
        const Frame own = areaFrame(triangles_, faces(task.begin, task.end));
        computeBoxes(task.begin, task.end, own);
        const FloatBox ownBox = sah_.boxOf(task.begin, task.end);
        if (ownBox.area() < settings_.ownFrameGain * box.area()) {
            frame = own;
            box = ownBox;
        }
        tree_.boxArea += box.area();
        tree_.leaves.emplace_back();
        writeLeaf(mesh_, tree_, frame, box, faces(task.begin, task.end), tree_.leaves.back());
        reportProgress(task.end - task.begin);
        return NodeRef::toLeaf(static_cast<Index>(tree_.leaves.size() - 1));
    }

    void reportProgress(Index more) {
        placed_ += more;
        if (!settings_.onProgress || (placed_ < nextReport_ && placed_ < mesh_.faceCount())) return;
        settings_.onProgress(placed_);
        nextReport_ = placed_ + kTrianglesPerReport;
    }

    NodeRef addNode(const Task& task) {
        Frame frame = task.frame;
        splitInto(clusters_, task.begin, task.end, frame);
        if (task.end - task.begin <= settings_.ownFrameUpTo) tryOwnFrame(task, frame);

        const auto index = static_cast<Index>(tree_.nodes.size());
        tree_.nodes.emplace_back();
        FloatBox children[kWidth];
        for (std::size_t i = 0; i < clusters_.size(); ++i) {
            children[i] = clusters_[i].box;
            tree_.boxArea += children[i].area();
        }
        writeBoxes(frame, {children, clusters_.size()}, tree_.radius, tree_.nodes.back());
        // The first child is taken up first, and all that is below it, before the second.
        for (std::size_t i = clusters_.size(); i-- > 0;) {
            tasks_.push_back({clusters_[i].begin, clusters_[i].end, frame, index, static_cast<int>(i)});
        }
        return NodeRef::toNode(index);
    }

    /// Splits the node's faces once more, in the frame of their area, and keeps what is better.
    void tryOwnFrame(const Task& task, Frame& frame) {
        const std::span<const Index> mine = faces(task.begin, task.end);
        orderBefore_.assign(mine.begin(), mine.end());
        const Frame own = areaFrame(triangles_, mine);
        splitInto(ownClusters_, task.begin, task.end, own);
        if (costOf(ownClusters_) < settings_.ownFrameGain * costOf(clusters_)) {
            frame = own;
            std::swap(clusters_, ownClusters_);
        } else {
            std::copy(orderBefore_.begin(), orderBefore_.end(), order_.begin() + task.begin);
        }
    }

    /// Cuts the largest cluster that is no leaf yet, until there are eight or only leaves.
    void splitInto(Clusters& clusters, Index begin, Index end, const Frame& frame) {
        computeBoxes(begin, end, frame);
        clusters.assign(1, {begin, end, sah_.boxOf(begin, end)});
        while (clusters.size() < kWidth) {
            Cluster* largest = nullptr;
            for (Cluster& c : clusters) {
                if (c.size() > kWidth && (!largest || c.box.area() > largest->box.area())) largest = &c;
            }
            if (!largest) break;
            const Cluster whole = *largest;
            const Index cut = sah_.split(whole);
            *largest = {whole.begin, cut, sah_.boxOf(whole.begin, cut)};
            clusters.push_back({cut, whole.end, sah_.boxOf(cut, whole.end)});
        }
    }

    const Mesh& mesh_;
    const BuildSettings& settings_;
    Tree tree_;
    std::vector<FloatTriangle> triangles_;
    std::vector<FloatBox> boxes_;  ///< by face, in the frame that is being tried
    std::vector<Index> order_;
    BinnedSah sah_;
    std::vector<Task> tasks_;
    Clusters clusters_, ownClusters_;
    std::vector<Index> orderBefore_;
    Index placed_ = 0;
    Index nextReport_ = kTrianglesPerReport;
};

}  // namespace

Tree buildTree(const Mesh& mesh, const BuildSettings& settings) { return Builder(mesh, settings).build(); }

}  // namespace ricochet::wide_tree
