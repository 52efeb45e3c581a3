#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>

namespace ricochet {

/// What one thread hands over to others, first in, first out. Never holds more than `kCapacity`; a thread
/// that waits sleeps. Thread-safe, but for `open`.
template <class Item, std::size_t kCapacity>
class BoundedQueue {
public:
    /// Empty and open, as a new one. While no other thread uses it.
    void open() {
        begin_ = count_ = 0;
        isOpen_ = true;
    }

    /// False, at once, where it is full.
    bool tryPush(const Item& item) {
        {
            const std::lock_guard lock(mutex_);
            if (count_ == kCapacity) return false;
            items_[(begin_ + count_++) % kCapacity] = item;
        }
        arrives_.notify_one();
        return true;
    }

    /// The oldest, or none, at once, where it is empty.
    std::optional<Item> tryPop() {
        const std::lock_guard lock(mutex_);
        return popLocked();
    }

    /// Waits for an item; none where no more will come.
    std::optional<Item> pop() {
        std::unique_lock lock(mutex_);
        arrives_.wait(lock, [this] { return count_ > 0 || !isOpen_; });
        return popLocked();
    }

    /// Nothing will be pushed any more: all that wait wake up.
    void close() {
        {
            const std::lock_guard lock(mutex_);
            isOpen_ = false;
        }
        arrives_.notify_all();
    }

private:
    std::optional<Item> popLocked() {
        if (count_ == 0) return std::nullopt;
        const Item item = items_[begin_];
        begin_ = (begin_ + 1) % kCapacity;
        --count_;
        return item;
    }

    std::mutex mutex_;  ///< for what follows
    std::condition_variable arrives_;
    std::array<Item, kCapacity> items_ = {};
    std::size_t begin_ = 0, count_ = 0;
    bool isOpen_ = true;
};

}  // namespace ricochet
