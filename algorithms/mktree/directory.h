#pragma once

#include "algorithms/geometry/float_box.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ricochet::mktree {

/// The rule by which the fragments of a node are divided between its children.
enum class SplitRule : std::uint16_t {
    surfaceArea,   ///< triangles times surface of both boxes, least; binned
    leastOverlap,  ///< the paper's: fewest objects in the overlap of both boxes
};

/// Whether all surfaces of a world together have an inside, like `hasInside` for the same mesh.
enum class WorldInside : std::uint16_t {
    none,                ///< it is open, without thickness, or its faces point inwards
    closed,              ///< every edge is matched
    closedButForCracks,  ///< all its holes are within rounding error
};

/// A kd-tree over the overlap of two children's boxes: which child's objects can be in which part of it.
struct SplitNode {
    enum class Kind : std::uint32_t {
        inner,      ///< below `position` along `axis`: node `child`, above: the one after it
        separated,  ///< objects of the left child lie below `position` along `axis`, of the right one above
        mirrored,   ///< reversed
        mixed,      ///< both may be anywhere: the paper's hypothesis does not hold here
    };

    float position;
    std::uint32_t packed;  ///< bits 0-1 axis, 2-3 kind, the others child

    int axis() const { return static_cast<int>(packed & 3); }
    Kind kind() const { return static_cast<Kind>((packed >> 2) & 3); }
    std::uint32_t child() const { return packed >> 4; }
    static SplitNode of(Kind kind, int axis, float position, std::uint32_t child = 0) {
        return {position,
                static_cast<std::uint32_t>(axis) | static_cast<std::uint32_t>(kind) << 2 | child << 4};
    }
};
static_assert(sizeof(SplitNode) == 8);

struct Node {
    static constexpr std::uint32_t kNoSplit = ~std::uint32_t{0}, kLeaf = kNoSplit - 1;

    FloatBox box;
    std::uint32_t first;  ///< inner node: its left child, the right one follows it; leaf: its number
    std::uint32_t split;  ///< root of its SplitTree, kNoSplit, or kLeaf

    bool isLeaf() const { return split == kLeaf; }
    bool hasSplitTree() const { return split < kLeaf; }
};
static_assert(sizeof(Node) == 32);

/// A leaf's run of blocks.
struct LeafEntry {
    std::uint32_t firstBlock;
    std::uint32_t bytes;  ///< the rest of the last block is zero
    std::uint32_t crc;    ///< CRC-32C of these bytes
};
static_assert(sizeof(LeafEntry) == 12);

inline constexpr std::uint32_t kBlockBytes = 512;  // as in the paper

inline std::uint32_t blocksOf(const LeafEntry& leaf) { return (leaf.bytes + kBlockBytes - 1) / kBlockBytes; }

/// The part of an MKtree that is in memory.
struct Directory {
    std::vector<Node> nodes;  ///< nodes[0] is the root; empty if there are no triangles
    std::vector<SplitNode> splitNodes;
    std::vector<LeafEntry> leaves;
    std::vector<std::string> parts;  ///< their names
    SplitRule rule = SplitRule::surfaceArea;
    WorldInside inside = WorldInside::none;
    Index leafTriangles = 0;  ///< limit per leaf
    std::uint64_t triangles = 0, fragments = 0, blocks = 0;

    Index deepestLevel() const;  ///< of a leaf; the root's is 0
    /// Average number of levels of the SplitTrees.
    Real meanSplitLevel() const;
    Index mixedCells() const;
    Index mostBlocks() const;  ///< of a leaf
    std::size_t bytes() const;
};

/// Each child's box lies in its parent's, each leaf is in one node, and every reference has a target.
Result<void> check(const Directory& directory);

}  // namespace ricochet::mktree
