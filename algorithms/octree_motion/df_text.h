#pragma once

#include "algorithms/octree_motion/linear_octree.h"

#include <string>
#include <string_view>

namespace ricochet::octree_motion {

/// The paper's string: "(" is a grey node, "B" a black one, "W" a white one.
std::string dfText(const LinearOctree& octree);

/// Reads such a string incrementally, so that a text need not fit into memory: memory is bounded by the
/// number of nodes that an octree of `level` levels may have. Blanks and line ends may occur anywhere. The
/// result is condensed.
class DfReader {
public:
    /// `level` must be from 1 to kMostLevels.
    explicit DfReader(int level) : level_(level) {}
    DfReader(const DfReader&) = delete;
    DfReader& operator=(const DfReader&) = delete;

    /// The next piece. The first error is final: a message with the position, counted from 1, among the
    /// symbols and among all characters.
    Result<void> read(std::string_view text);
    /// An error message if the text ended too early.
    Result<LinearOctree> finish();

private:
    Result<void> symbol(char c);
    void leaf(Colour colour);
    std::string position() const;

    struct Open {
        std::size_t node;
        int octants;  ///< that have been read
    };

    int level_;
    LinearOctree octree_;
    PreorderWriter writer_{octree_};
    std::vector<Open> open_;
    bool isComplete_ = false;
    std::uint64_t symbols_ = 0, characters_ = 0;  ///< read up to now
};

}  // namespace ricochet::octree_motion
