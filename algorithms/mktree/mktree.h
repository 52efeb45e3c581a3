#pragma once

#include "algorithms/mktree/directory.h"
#include "algorithms/mktree/leaf.h"

#include <memory>

namespace ricochet::mktree {

struct OpenSettings {
    std::size_t cacheBytes = 64U << 20;  ///< of leaves in memory, including their trees
};

struct CacheStatistics {
    std::uint64_t hits = 0;  ///< leaves that were in memory when requested
    std::uint64_t leavesRead = 0, blocksRead = 0;
    std::size_t bytes = 0, maximumBytes = 0;  ///< in memory now, and at most
};

using LeafPointer = std::shared_ptr<const Leaf>;

/// A static world in a file: the directory is in memory, leaves are loaded on demand. Thread-safe. The least
/// recently used leaf leaves the cache first. A leaf in use is pinned, so the cache can exceed its size while
/// many are in use.
class MkTree {
public:
    /// An error if the file is not an MKtree, is damaged, or is incomplete.
    static Result<std::shared_ptr<const MkTree>> open(const std::string& path,
                                                      const OpenSettings& settings = {});
    ~MkTree();

    const std::string& path() const;
    const Directory& directory() const;
    Aabb box() const;  ///< empty if there are no triangles

    /// An error names a leaf that has changed since the file was built.
    Result<LeafPointer> leaf(Index number) const;
    /// At present: it may be dropped before it is requested. Does not count as a use.
    bool isInMemory(Index leaf) const;

    CacheStatistics statistics() const;
    /// Drops leaves that are not in use, and resets the counters.
    void clearCache() const;

private:
    class Pages;
    MkTree(Directory directory, std::unique_ptr<Pages> pages);

    Directory directory_;
    std::unique_ptr<Pages> pages_;
};

/// Reads all leaves: an error names the first that is damaged.
Result<void> checkLeaves(const MkTree& tree);

}  // namespace ricochet::mktree
