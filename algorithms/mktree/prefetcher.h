#pragma once

#include "algorithms/mktree/mktree.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace ricochet::mktree {

/// Reads leaves into the cache before they are asked for, on a thread of its own that starts with the first
/// box. Leaves that cannot be read are left to the caller that asks for them. Thread-safe.
class Prefetcher {
public:
    /// `mostBytes`: boxes whose leaves take more in the file are not read to their end.
    Prefetcher(std::shared_ptr<const MkTree> tree, std::size_t mostBytes);
    ~Prefetcher();
    Prefetcher(const Prefetcher&) = delete;
    Prefetcher& operator=(const Prefetcher&) = delete;

    /// What the box overlaps is to be read; of many boxes that wait the oldest are forgotten.
    void ask(const Aabb& box);
    /// Returns when nothing waits any more.
    void finish();
    std::uint64_t leavesRead() const;

private:
    void run();
    void read(const Aabb& box);

    const std::shared_ptr<const MkTree> tree_;
    const std::size_t mostBytes_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Aabb> waiting_;
    bool isReading_ = false, isEnding_ = false;
    std::uint64_t leavesRead_ = 0;
    std::thread thread_;
};

}  // namespace ricochet::mktree
