#include "demos/app/progress_bar.h"

#include <iostream>
#include <string>
#include <unistd.h>

namespace ricochet::app {

ProgressBar::ProgressBar(int total, bool isForced)
    : total_(total), isShown_(isForced || isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
    if (lastPercent_ >= 0) std::cerr << '\n';
}

void ProgressBar::show(int done) {
    constexpr int kWidth = 50;
    const int percent = total_ == 0 ? 100 : static_cast<int>(100LL * done / total_);
    if (!isShown_ || percent == lastPercent_) return;
    lastPercent_ = percent;
    std::string bar(kWidth, ' ');
    bar.replace(0, kWidth * percent / 100, kWidth * percent / 100, '#');
    std::cerr << "\r[" << bar << "] " << done << " of " << total_ << " steps" << std::flush;
}

}  // namespace ricochet::app
