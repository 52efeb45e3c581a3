#pragma once

#include "algorithms/mktree/box_tree.h"
#include "algorithms/sweep_and_prune/broad_phase.h"

#include <vector>

namespace ricochet {

/// The boxes of bodies that stand still: in an MKtree, and beside it those that were added since it was
/// built. Queries may run in parallel, but not concurrently with other calls.
class StaticBoxes {
public:
    explicit StaticBoxes(const mktree::BoxTreeSettings& settings) : settings_(settings) {}

    void insert(Index body, const SweepBox& box);
    void erase(Index body);
    /// Builds the tree anew if many boxes are beside it, or many of its own are gone.
    void rebuildIfWorn();

    /// Calls visit(body) for each whose box overlaps.
    template <class Visit>
    void forEachOverlapping(const SweepBox& box, Visit&& visit) const {
        forEachIn([&](const SweepBox& other) { return sweep::overlaps(box, other); }, visit);
    }
    /// The same for boxes that a ray hits.
    template <class Visit>
    void forEachHit(const SweepRay& ray, Visit&& visit) const {
        const Vec3 inverse = sweep::reciprocal(ray.direction);
        forEachIn([&](const SweepBox& box) { return sweep::hits(ray, inverse, box); }, visit);
    }

    /// The boxes of the tree's leaves.
    std::vector<SweepBox> leaves() const;
    std::size_t bytes() const;

private:
    struct Entry {
        SweepBox box = sweep::kEmpty;  ///< empty once it is gone
        Index body;
    };

    template <class Meets, class Visit>
    void forEachIn(Meets&& meets, Visit&& visit) const {
        tree_.forEachBelow(
            [&](const FloatBox& box) {
                return meets(SweepBox{box.min, box.max});
            },
            [&](Index i) {
                if (meets(entries_[i].box)) visit(entries_[i].body);
            });
        for (std::size_t i = treeSize_; i < entries_.size(); ++i) {
            if (meets(entries_[i].box)) visit(entries_[i].body);
        }
    }
    void rebuild();

    mktree::BoxTreeSettings settings_;
    mktree::BoxTree tree_;
    std::vector<Entry> entries_;  ///< those in the tree by its numbers, then those beside it
    std::size_t treeSize_ = 0;    ///< of the entries
    std::vector<Index> entryOf_;  ///< by body
    std::size_t gone_ = 0;        ///< in the tree
    std::size_t stayBeside_ = 0;  ///< boxes that are empty, or as large as a plane's
};

}  // namespace ricochet
