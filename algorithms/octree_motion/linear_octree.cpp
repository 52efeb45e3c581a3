#include "algorithms/octree_motion/linear_octree.h"

namespace ricochet::octree_motion {
namespace {

/// End of the subtree that begins at `node`.
std::size_t endOf(const LinearOctree& octree, std::size_t node) {
    for (std::size_t open = 1; open > 0; ++node) {
        --open;
        if (octree[node] == Colour::grey) open += 8;
    }
    return node;
}

/// Checks subtrees in preorder: no grey node has octants of a single colour.
struct Checked {
    const LinearOctree& octree;
    std::size_t node = 0;

    bool subtree(int levelsLeft) {
        if (node >= octree.size()) return false;
        const Colour colour = octree[node++];
        if (colour != Colour::grey) return colour == Colour::white || colour == Colour::black;
        if (levelsLeft == 0) return false;
        const std::size_t first = node;
        for (int child = 0; child < 8; ++child) {
            if (!subtree(levelsLeft - 1)) return false;
        }
        return node > first + 8 || !isUniform(first);
    }
    bool isUniform(std::size_t first) const {
        for (std::size_t k = 1; k < 8; ++k) {
            if (octree[first + k] != octree[first]) return false;
        }
        return true;
    }
};

class Union {
public:
    Union(const LinearOctree& a, const LinearOctree& b, LinearOctree& result)
        : a_(a), b_(b), octree_(result), writer_(result) {}

    void node() {
        const Colour a = a_[atA_], b = b_[atB_];
        if (a == Colour::black || b == Colour::black) {
            writer_.leaf(Colour::black);
            atA_ = endOf(a_, atA_);
            atB_ = endOf(b_, atB_);
        } else if (a == Colour::white) {
            ++atA_;
            copy(b_, atB_);
        } else if (b == Colour::white) {
            ++atB_;
            copy(a_, atA_);
        } else {
            ++atA_;
            ++atB_;
            const std::size_t opened = writer_.open();
            for (int child = 0; child < 8; ++child) node();
            writer_.close(opened);
        }
    }

private:
    void copy(const LinearOctree& from, std::size_t& at) {
        for (const std::size_t end = endOf(from, at); at < end; ++at) octree_.push(from[at]);
    }

    const LinearOctree &a_, &b_;
    LinearOctree& octree_;
    PreorderWriter writer_;
    std::size_t atA_ = 0, atB_ = 0;
};

}  // namespace

NodeCounts countNodes(const LinearOctree& octree, int level) {
    NodeCounts counts;
    forEachLeaf(octree, level, [&](const Cell& cell, Colour colour) {
        const auto edge = static_cast<std::size_t>(cell.edge);
        if (colour == Colour::white) ++counts.white;
        if (colour != Colour::black) return;
        ++counts.black;
        counts.blackVoxels += edge * edge * edge;
    });
    counts.grey = octree.size() - counts.black - counts.white;
    return counts;
}

bool isValid(const LinearOctree& octree, int level) {
    Checked checked{octree};
    return checked.subtree(level) && checked.node == octree.size();
}

void PreorderWriter::close(std::size_t opened) {
    // Octants of one colour are leaves: since `opened`, only these eight may have been written.
    if (octree_.size() != opened + 9) return;
    const Colour colour = octree_[opened + 1];
    for (std::size_t k = 2; k <= 8; ++k) {
        if (octree_[opened + k] != colour) return;
    }
    octree_.truncate(opened);
    octree_.push(colour);
}

std::vector<Cell> blackCells(const LinearOctree& octree, int level) {
    std::vector<Cell> cells;
    forEachLeaf(octree, level, [&](const Cell& cell, Colour colour) {
        if (colour == Colour::black) cells.push_back(cell);
    });
    return cells;
}

LinearOctree merged(std::vector<LinearOctree> octrees) {
    if (octrees.empty()) return {};
    // In pairs, so that each node is copied only a few times.
    for (std::size_t step = 1; step < octrees.size(); step *= 2) {
        for (std::size_t i = 0; i + step < octrees.size(); i += 2 * step) {
            LinearOctree both;
            Union(octrees[i], octrees[i + step], both).node();
            octrees[i] = std::move(both);
        }
    }
    return std::move(octrees.front());
}

}  // namespace ricochet::octree_motion
