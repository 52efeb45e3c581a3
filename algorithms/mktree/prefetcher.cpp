#include "algorithms/mktree/prefetcher.h"

#include "algorithms/mktree/queries.h"

#include <new>
#include <utility>

namespace ricochet::mktree {
namespace {

constexpr std::size_t kMostWaiting = 1024;  // boxes
constexpr std::size_t kBytesInMemory = 6;   // of a leaf, per byte in the file, at most

}  // namespace

Prefetcher::Prefetcher(std::shared_ptr<const MkTree> tree, std::size_t maximumBytes)
    : tree_(std::move(tree)), maximumBytes_(maximumBytes) {}

Prefetcher::~Prefetcher() {
    {
        const std::lock_guard lock(mutex_);
        isEnding_ = true;
        waiting_.clear();
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void Prefetcher::request(const Aabb& box) {
    const std::lock_guard lock(mutex_);
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    waiting_.push_back(box);
    if (waiting_.size() > kMostWaiting) waiting_.pop_front();
    changed_.notify_all();
}

void Prefetcher::finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_.empty() && !isReading_; });
}

std::uint64_t Prefetcher::leavesRead() const {
    const std::lock_guard lock(mutex_);
    return leavesRead_;
}

void Prefetcher::run() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return isEnding_ || !waiting_.empty(); });
        if (isEnding_) return;
        const Aabb box = waiting_.front();
        waiting_.pop_front();
        isReading_ = true;
        lock.unlock();
        try {
            read(box);
        } catch (const std::bad_alloc&) {  // it is read when it is needed
        }
        lock.lock();
        isReading_ = false;
        changed_.notify_all();
    }
}

void Prefetcher::read(const Aabb& box) {
    std::size_t bytes = 0;
    for (const Index leaf : leavesIn(*tree_, box)) {
        bytes += kBytesInMemory * tree_->directory().leaves[leaf].bytes;
        if (bytes > maximumBytes_) return;
        if (tree_->isInMemory(leaf)) continue;
        const auto read = tree_->leaf(leaf);
        const std::lock_guard lock(mutex_);
        leavesRead_ += read.has_value();
        if (isEnding_) return;
    }
}

}  // namespace ricochet::mktree
