#pragma once

#include "algorithms/mktree/mktree.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace ricochet::mktree {

/// Reads leaves into the cache before they are needed, on its own thread, which starts with the first box.
/// Errors are ignored; the caller that later requests the leaf gets them. Thread-safe.
class Prefetcher {
public:
    /// `maximumBytes`: limit of the bytes read for one box.
    Prefetcher(std::shared_ptr<const MkTree> tree, std::size_t maximumBytes);
    ~Prefetcher();
    Prefetcher(const Prefetcher&) = delete;
    Prefetcher& operator=(const Prefetcher&) = delete;

    /// Requests the leaves that the box overlaps; if too many boxes wait, the oldest are dropped.
    void request(const Aabb& box);
    /// Returns when no box waits any more.
    void finish();
    std::uint64_t leavesRead() const;

private:
    void run();
    void read(const Aabb& box);

    const std::shared_ptr<const MkTree> tree_;
    const std::size_t maximumBytes_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Aabb> waiting_;
    bool isReading_ = false, isEnding_ = false;
    std::uint64_t leavesRead_ = 0;
    std::thread thread_;
};

}  // namespace ricochet::mktree
