#include "demos/app/progress_bar.h"

#include "demos/app/this_process.h"

#include <cmath>
#include <iostream>
#include <string>

namespace ricochet::app {
namespace {

constexpr double kShortWork = 2;  // seconds, for which there is no bar

std::string durationText(double seconds) {
    const auto whole = static_cast<long>(std::ceil(seconds));
    if (whole < 60) return std::to_string(whole) + " s";
    if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
    return std::to_string(whole / 3600) + " h " + std::to_string(whole / 60 % 60) + " min";
}

}  // namespace

ProgressBar::ProgressBar(int total, bool isForced, const char* what)
    : total_(total), what_(what), isForced_(isForced), isShown_(isForced || isErrorOnTerminal()) {}

void ProgressBar::end() {
    if (lastPercent_ >= 0) std::cerr << '\n';
    isShown_ = false;
    lastPercent_ = -1;
}

void ProgressBar::show(int done) {
    constexpr int kWidth = 40;
    const int percent = total_ == 0 ? 100 : static_cast<int>(100LL * done / total_);
    if (!isShown_ || percent == lastPercent_) return;
    const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    const double left = done > 0 ? elapsed / done * (total_ - done) : 0;
    if (!isForced_ && lastPercent_ < 0 && elapsed + left < kShortWork) return;
    lastPercent_ = percent;
    std::string bar(kWidth, ' ');
    bar.replace(0, kWidth * percent / 100, kWidth * percent / 100, '#');
    std::cerr << "\r[" << bar << "] " << done << " of " << total_ << " " << what_
              << (done > 0 && done < total_ ? ", " + durationText(left) + " left" : "") << "\033[K"
              << std::flush;
}

}  // namespace ricochet::app
