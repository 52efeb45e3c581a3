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
    if (body >= whereOf_.size()) whereOf_.resize(body + std::size_t{1});
    whereOf_[body] = {false, static_cast<Index>(beside_.size())};
    beside_.push_back({box, body});
    stayBeside_ += !isForTree(box);
}

void StaticBoxes::erase(Index body) {
    const auto [isInTree, entry] = std::exchange(whereOf_[body], Where{});
    if (isInTree) {
        inTree_[entry].box = sweep::kEmpty;
        ++gone_;
        return;
    }
    stayBeside_ -= !isForTree(beside_[entry].box);
    beside_[entry] = beside_.back();
    whereOf_[beside_[entry].body].entry = entry;
    if (beside_[entry].body == body) whereOf_[body] = {};
    beside_.pop_back();
}

void StaticBoxes::rebuildIfWorn() {
    const std::size_t forTree = beside_.size() - stayBeside_;
    const bool areManyBeside = forTree > kFewBeside && forTree * kTreePerBeside > inTree_.size();
    if (areManyBeside || 2 * gone_ > inTree_.size()) rebuild();
}

void StaticBoxes::rebuild() {
    std::vector<Entry> all;
    std::erase_if(inTree_, [](const Entry& entry) { return sweep::isEmpty(entry.box); });
    all.swap(inTree_);
    for (const Entry& entry : std::exchange(beside_, {})) {
        if (isForTree(entry.box)) {
            all.push_back(entry);
        } else {
            whereOf_[entry.body].entry = static_cast<Index>(beside_.size());
            beside_.push_back(entry);
        }
    }
    // So that the tree does not depend on the order in which boxes came and went.
    std::ranges::sort(all, {}, &Entry::body);
    std::vector<FloatBox> boxes;
    boxes.reserve(all.size());
    for (const Entry& entry : all) {
        whereOf_[entry.body] = {true, static_cast<Index>(boxes.size())};
        boxes.push_back({entry.box.min, entry.box.max});
    }
    inTree_ = std::move(all);
    gone_ = 0;
    tree_ = mktree::BoxTree(boxes, settings_);
}

std::vector<SweepBox> StaticBoxes::leaves() const {
    std::vector<SweepBox> boxes;
    for (const mktree::Node& node : tree_.nodes()) {
        if (node.isLeaf()) boxes.push_back({node.box.min, node.box.max});
    }
    return boxes;
}

std::size_t StaticBoxes::bytes() const {
    return tree_.bytes() + (inTree_.capacity() + beside_.capacity()) * sizeof(Entry) +
           whereOf_.capacity() * sizeof(Where);
}

}  // namespace ricochet
