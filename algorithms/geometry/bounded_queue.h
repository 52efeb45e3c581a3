#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>

namespace ricochet {

/// First-in, first-out queue from one thread to others, with at most `kCapacity` items. Waiting threads
/// sleep. Thread-safe except for `open`.
template <class Item, std::size_t kCapacity>
class BoundedQueue {
public:
    /// Restores the initial state, empty and open. Only while no other thread uses it.
    void open() {
        begin_ = count_ = 0;
        isOpen_ = true;
    }

    /// Returns false immediately if the queue is full.
    bool tryPush(const Item& item) {
        {
            const std::lock_guard lock(mutex_);
            if (count_ == kCapacity) return false;
            items_[(begin_ + count_++) % kCapacity] = item;
        }
        arrives_.notify_one();
        return true;
    }

    /// Waits for an item; none if the queue is closed and empty.
    std::optional<Item> pop() {
        std::unique_lock lock(mutex_);
        arrives_.wait(lock, [this] { return count_ > 0 || !isOpen_; });
        if (count_ == 0) return std::nullopt;
        const Item item = items_[begin_];
        begin_ = (begin_ + 1) % kCapacity;
        --count_;
        return item;
    }

    /// Marks the end of items and wakes all waiting threads.
    void close() {
        {
            const std::lock_guard lock(mutex_);
            isOpen_ = false;
        }
        arrives_.notify_all();
    }

private:
    std::mutex mutex_;  ///< protects the members below
    std::condition_variable arrives_;
    std::array<Item, kCapacity> items_ = {};
    std::size_t begin_ = 0, count_ = 0;
    bool isOpen_ = true;
};

}  // namespace ricochet
