#pragma once

#include <mutex>

namespace ricochet {

/// A value that one thread uses at a time.
template <class Value>
class Locked {
public:
    /// Calls use(value) and returns its result.
    template <class Use>
    decltype(auto) with(Use&& use) {
        const std::lock_guard lock(mutex_);
        return use(value_);
    }

private:
    std::mutex mutex_;
    Value value_;
};

}  // namespace ricochet
