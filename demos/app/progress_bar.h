#pragma once

#include <chrono>

namespace ricochet::app {

/// A bar with the time left on standard error, drawn if that is a terminal and the work takes over two
/// seconds, or always if `isForced`.
class ProgressBar {
public:
    /// `what` is counted.
    ProgressBar(int total, bool isForced, const char* what = "steps");
    ~ProgressBar() { end(); }
    void end();  ///< of the bar's line
    void show(int done);

private:
    int total_;
    const char* what_;
    bool isForced_, isShown_;
    int lastPercent_ = -1;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace ricochet::app
