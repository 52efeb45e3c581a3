#pragma once

#include <utility>

namespace ricochet {

/// Calls an action at the end of its scope.
template <class Action>
class [[nodiscard]] AtExit {
public:
    explicit AtExit(Action action) : action_(std::move(action)) {}
    ~AtExit() { action_(); }
    AtExit(const AtExit&) = delete;
    AtExit& operator=(const AtExit&) = delete;

private:
    Action action_;
};

}  // namespace ricochet
