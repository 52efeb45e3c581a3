#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace ricochet {

/// A value that is made when it is first needed. Thread-safe; copies share the value.
template <class Value>
class OnDemand {
public:
    /// Made already.
    OnDemand(Value value = {}) : state_(std::make_shared<State>()) {
        state_->value = std::move(value);
        state_->isMade = true;
    }
    explicit OnDemand(std::function<Value()> make) : state_(std::make_shared<State>()) {
        state_->make = std::move(make);
    }

    const Value& operator*() const {
        if (!isMade()) make(state_->make);
        return state_->value;
    }
    const Value* operator->() const { return &**this; }
    bool isMade() const { return state_->isMade.load(std::memory_order_acquire); }
    /// From now on it is made: by another function, which gives the same value, unless it was.
    void make(const std::function<Value()>& by) const {
        if (isMade()) return;
        const std::lock_guard lock(state_->making);
        if (state_->isMade) return;
        state_->value = by();
        state_->isMade.store(true, std::memory_order_release);
    }
    /// For its owner, before others use it.
    Value& edit() {
        **this;
        return state_->value;
    }

private:
    struct State {
        std::function<Value()> make;
        std::mutex making;
        std::atomic<bool> isMade{false};
        Value value{};
    };
    std::shared_ptr<State> state_;
};

}  // namespace ricochet
