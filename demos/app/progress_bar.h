#pragma once

namespace ricochet::app {

/// A bar on standard error, drawn if that is a terminal, or always if `isForced`.
class ProgressBar {
public:
    ProgressBar(int total, bool isForced);
    ~ProgressBar();  ///< ends the bar's line
    void show(int done);

private:
    int total_;
    bool isShown_;
    int lastPercent_ = -1;
};

}  // namespace ricochet::app
