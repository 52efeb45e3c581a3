#include "plugin/broad_phase/static_boxes.h"

#include <algorithm>
#include <utility>

namespace ricochet {
namespace {

constexpr std::size_t kFewBeside = 16;      // compared one by one
constexpr std::size_t kTreePerBeside = 16;  // boxes of the tree for each one beside it
constexpr float kUnbounded = 1e9f;          // metres: a plane's box, which would be in every node

bool isForTree(const SweepBox& box) {
    const float extent = std::max({box.extent(0), box.extent(1), box.extent(2)});
    return !sweep::isEmpty(box) && extent < kUnbounded;
}

}  // namespace

void StaticBoxes::insert(Index body, const SweepBox& box) {
    if (body >= entryOf_.size()) entryOf_.resize(body + std::size_t{1});
    entryOf_[body] = static_cast<Index>(entries_.size());
    entries_.push_back({box, body});
    stayBeside_ += !isForTree(box);
}

void StaticBoxes::erase(Index body) {
    const Index entry = entryOf_[body];
    if (entry < treeSize_) {
        entries_[entry].box = sweep::kEmpty;
        ++gone_;
        return;
    }
    stayBeside_ -= !isForTree(entries_[entry].box);
    entries_[entry] = entries_.back();
    entryOf_[entries_[entry].body] = entry;
    entries_.pop_back();
}

void StaticBoxes::rebuildIfWorn() {
    const std::size_t forTree = entries_.size() - treeSize_ - stayBeside_;
    const bool areManyBeside = forTree > kFewBeside && forTree * kTreePerBeside > treeSize_;
    if (areManyBeside || 2 * gone_ > treeSize_) rebuild();
}

void StaticBoxes::rebuild() {
    std::vector<Entry> inTree, beside;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const bool isGone = i < treeSize_ && sweep::isEmpty(entries_[i].box);
        if (!isGone) (isForTree(entries_[i].box) ? inTree : beside).push_back(entries_[i]);
    }
    // So that the tree does not depend on the order in which boxes came and went.
    std::ranges::sort(inTree, {}, &Entry::body);
    std::vector<FloatBox> boxes;
    boxes.reserve(inTree.size());
    for (const Entry& entry : inTree) boxes.push_back({entry.box.min, entry.box.max});
    tree_ = mktree::BoxTree(boxes, settings_);
    treeSize_ = inTree.size();
    gone_ = 0;
    entries_ = std::move(inTree);
    entries_.insert(entries_.end(), beside.begin(), beside.end());
    for (Index i = 0; i < entries_.size(); ++i) entryOf_[entries_[i].body] = i;
}

std::vector<SweepBox> StaticBoxes::leaves() const {
    std::vector<SweepBox> boxes;
    for (const mktree::Node& node : tree_.nodes()) {
        if (node.isLeaf()) boxes.push_back({node.box.min, node.box.max});
    }
    return boxes;
}

std::size_t StaticBoxes::bytes() const {
    return tree_.bytes() + entries_.capacity() * sizeof(Entry) + entryOf_.capacity() * sizeof(Index);
}

}  // namespace ricochet
