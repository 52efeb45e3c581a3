#include "algorithms/wide_tree/subtree_builder.h"

#include "algorithms/wide_tree/box_writer.h"
#include "algorithms/wide_tree/frame_search.h"

#include <algorithm>
#include <optional>

namespace ricochet::wide_tree {
namespace {

Real costOf(const std::vector<Cluster>& clusters) {
    Real sum = 0;
    for (const Cluster& c : clusters) sum += c.cost();
    return sum;
}

}  // namespace

Subtree SubtreeBuilder::build(const FaceRange& all) {
    Subtree tree;
    tree.leaves.reserve(all.size() / 6 + 1);
    tree.nodes.reserve(all.size() / 30 + 1);
    std::vector<FaceRange> children;
    std::vector<Task> tasks = {{all, kNone, 0}};
    while (!tasks.empty()) {
        const Task task = tasks.back();
        tasks.pop_back();
        NodeRef ref;
        if (task.range.size() <= kWidth) {
            ref = NodeRef::toLeaf(static_cast<Index>(tree.leaves.size()));
            makeLeaf(task.range, tree.leaves.emplace_back(), tree.boxArea);
        } else {
            const auto index = static_cast<Index>(tree.nodes.size());
            ref = NodeRef::toNode(index);
            tree.nodes.push_back(makeNode(task.range, children, tree.boxArea));
            // The first child, with all its descendants, is processed before the second.
            for (std::size_t i = children.size(); i-- > 0;) {
                tasks.push_back({children[i], index, static_cast<int>(i)});
            }
        }
        if (task.parent == kNone) {
            tree.root = ref;
        } else {
            tree.nodes[task.parent].child[task.place] = ref;
        }
    }
    return tree;
}

BuilderBox SubtreeBuilder::computeBoxes(const FaceRange& range, const Frame& frame) {
    const FloatFrame turn(frame);
    BuilderBox all;
    for (Index f : facesOf(range)) {
        const BuilderBox box = turn.boxOf(space_.triangles[f]);
        space_.boxes[f] = box;
        all.include(box);
    }
    return all;
}

void SubtreeBuilder::makeLeaf(const FaceRange& range, WideLeaf& leaf, Real& boxArea) {
    Frame frame = range.frame;
    BuilderBox box = range.box ? *range.box : computeBoxes(range, frame);
    const Frame own = areaFrame(space_.triangles, facesOf(range));
    const BuilderBox ownBox = computeBoxes(range, own);
    if (ownBox.area() < space_.settings.ownFrameGain * box.area()) {
        frame = own;
        box = ownBox;
    }
    boxArea += box.area();
    writeLeaf(space_.mesh, space_.sphere, frame, box, facesOf(range), leaf);
}

WideNode SubtreeBuilder::makeNode(const FaceRange& range, std::vector<FaceRange>& children, Real& boxArea) {
    Frame frame = range.frame;
    splitInto(clusters_, range, range.box ? *range.box : computeBoxes(range, frame));
    bool areBoxesOfFrame = true;
    if (range.size() <= space_.settings.ownFrameUpTo) areBoxesOfFrame = tryOwnFrame(range, frame);

    WideNode node{};
    BuilderBox boxes[kWidth];
    children.clear();
    for (std::size_t i = 0; i < clusters_.size(); ++i) {
        const Cluster& c = clusters_[i];
        boxes[i] = c.box;
        boxArea += c.box.area();
        children.push_back({c.begin, c.end, frame, areBoxesOfFrame ? std::optional(c.box) : std::nullopt});
    }
    writeBoxes(frame, {boxes, clusters_.size()}, space_.sphere.radius, node);
    return node;
}

/// Splits the node's faces again in the frame of their area, and uses the better split; returns whether it is
/// the new one.
bool SubtreeBuilder::tryOwnFrame(const FaceRange& range, Frame& frame) {
    const std::span<const Index> mine = facesOf(range);
    orderBefore_.assign(mine.begin(), mine.end());
    const Frame own = areaFrame(space_.triangles, mine);
    splitInto(ownClusters_, range, computeBoxes(range, own));
    if (costOf(ownClusters_) < space_.settings.ownFrameGain * costOf(clusters_)) {
        frame = own;
        std::swap(clusters_, ownClusters_);
        return true;
    }
    std::copy(orderBefore_.begin(), orderBefore_.end(), space_.order.begin() + range.begin);
    return false;
}

/// Repeatedly splits the largest cluster that is not a leaf, until there are eight or only leaves.
void SubtreeBuilder::splitInto(Clusters& clusters, const FaceRange& range, const BuilderBox& box) {
    sah_.begin();
    clusters.assign(1, {range.begin, range.end, box});
    while (clusters.size() < kWidth) {
        Cluster* largest = nullptr;
        for (Cluster& c : clusters) {
            if (c.size() > kWidth && (!largest || c.box.area() > largest->box.area())) largest = &c;
        }
        if (!largest) break;
        const auto [first, second] = sah_.split(*largest);
        *largest = first;
        clusters.push_back(second);
    }
}

}  // namespace ricochet::wide_tree
