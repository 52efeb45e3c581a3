#pragma once

#include "algorithms/mktree/directory.h"
#include "algorithms/mktree/leaf.h"

#include <memory>

namespace ricochet::mktree {

struct OpenSettings {
    std::size_t cacheBytes = 64U << 20;  ///< of leaves in memory, their trees included
};

struct CacheStatistics {
    std::uint64_t hits = 0;  ///< leaves that were in memory when they were asked for
    std::uint64_t leavesRead = 0, blocksRead = 0;
    std::size_t bytes = 0, mostBytes = 0;  ///< in memory now, and at most
};

using LeafPointer = std::shared_ptr<const Leaf>;

/// A static world in a file: the directory in memory, leaves by the page. Thread-safe. What was least
/// recently asked for leaves the cache first; a leaf that someone holds is pinned, so that a cache can be
/// larger than its size while many are held.
class MkTree {
public:
    /// An error where the file is none, is damaged, or is not whole.
    static Result<std::shared_ptr<const MkTree>> open(const std::string& path,
                                                      const OpenSettings& settings = {});
    ~MkTree();

    const std::string& path() const;
    const Directory& directory() const;
    Aabb box() const;  ///< empty where there is nothing

    /// An error names a leaf that is not what it was when the file was built.
    Result<LeafPointer> leaf(Index number) const;
    /// Now: it may be gone when it is asked for. Does not count as a use.
    bool isInMemory(Index leaf) const;

    CacheStatistics statistics() const;
    /// Drops leaves that no caller holds, and counts from zero.
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
