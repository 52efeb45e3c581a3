// Mantyla. An Introduction to Solid Modeling. 1988: the DF representation, the nodes in preorder. As in
// Smith, Kitamura. Towards the Realization of Real-Time Collision Detection. 1994. Section 2.2.1.
#pragma once

#include "algorithms/octree_motion/grid.h"

#include <cstddef>
#include <vector>

namespace ricochet::octree_motion {

enum class Colour : std::uint8_t {
    white,  ///< outside
    black,  ///< inside
    grey    ///< both: its eight octants follow
};

/// An octree as the list of its nodes in preorder, two bits each. Octants are in the order of Cell::octant.
class LinearOctree {
public:
    std::size_t size() const { return size_; }  ///< nodes
    std::size_t bytes() const { return words_.size() * sizeof(std::uint64_t); }
    Colour operator[](std::size_t node) const {
        return static_cast<Colour>(words_[node / kPerWord] >> shift(node) & 3);
    }
    void push(Colour colour) {
        if (size_ % kPerWord == 0) words_.push_back(0);
        words_[size_ / kPerWord] |= std::uint64_t(colour) << shift(size_);
        ++size_;
    }
    /// Retains the first `count` nodes.
    void truncate(std::size_t count) {
        size_ = count;
        words_.resize((count + kPerWord - 1) / kPerWord);
        if (count % kPerWord != 0) words_.back() &= (std::uint64_t{1} << shift(count)) - 1;
    }
    void clear() { truncate(0); }
    void reserve(std::size_t nodes) { words_.reserve(nodes / kPerWord + 1); }
    bool operator==(const LinearOctree&) const = default;

private:
    static constexpr std::size_t kPerWord = 32;
    static unsigned shift(std::size_t node) { return 2 * static_cast<unsigned>(node % kPerWord); }

    std::vector<std::uint64_t> words_;
    std::size_t size_ = 0;
};

struct NodeCounts {
    std::size_t grey = 0, black = 0, white = 0;
    std::size_t blackVoxels = 0;  ///< a black node counts as all voxels in it
};
NodeCounts countNodes(const LinearOctree& octree, int level);

/// Well-formed to the last node, at most `level` levels below the root, and condensed: no grey node's octants
/// are all black or all white.
bool isValid(const LinearOctree& octree, int level);

/// Writes an octree's nodes in preorder and condenses it on the fly. A grey node is opened, its eight octants
/// are written, and it is closed; octants that are all black or all white then become one node
/// (section 2.4.3).
class PreorderWriter {
public:
    explicit PreorderWriter(LinearOctree& octree) : octree_(octree) { octree_.clear(); }

    void leaf(Colour colour) { octree_.push(colour); }
    void leaf(bool isBlack) { octree_.push(isBlack ? Colour::black : Colour::white); }
    /// The eight octants of a node, bit k: octant k is black.
    void leaves(std::uint32_t blackOctants) {
        if (blackOctants == 0 || blackOctants == 0xff) return leaf(blackOctants != 0);
        octree_.push(Colour::grey);
        for (int k = 0; k < 8; ++k) leaf((blackOctants >> k & 1) != 0);
    }
    /// Returns the argument for `close`.
    std::size_t open() {
        octree_.push(Colour::grey);
        return octree_.size() - 1;
    }
    void close(std::size_t opened);

private:
    LinearOctree& octree_;
};

/// Calls visit(cell, colour) for each leaf, in preorder. The octree must be well-formed.
template <class Visit>
void forEachLeaf(const LinearOctree& octree, int level, Visit&& visit) {
    std::vector<Cell> open = {{{0, 0, 0}, 1 << level}};  // pending cells, the next one last
    for (std::size_t node = 0; node < octree.size(); ++node) {
        const Cell cell = open.back();
        open.pop_back();
        if (octree[node] != Colour::grey) {
            visit(cell, octree[node]);
            continue;
        }
        for (int child = 7; child >= 0; --child) open.push_back(cell.octant(child));
    }
}

/// The cells of its black nodes, in preorder.
std::vector<Cell> blackCells(const LinearOctree& octree, int level);

/// Black where one of them is. All well-formed; condensed if they are. Empty if there are none.
LinearOctree merged(std::vector<LinearOctree> octrees);

}  // namespace ricochet::octree_motion
