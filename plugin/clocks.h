#pragma once

#include <chrono>
#include <ctime>

namespace ricochet {

/// Wall time in microseconds since an arbitrary time: many times cheaper to read, for frequent measurements.
inline double wallMicroseconds() {
    using Microseconds = std::chrono::duration<double, std::micro>;
    return Microseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// CPU time of the calling thread in microseconds; wall time if the system has no such clock.
inline double threadMicroseconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
#else
    return wallMicroseconds();
#endif
}

}  // namespace ricochet
