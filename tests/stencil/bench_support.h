#pragma once

#include "tests/stencil/scenes.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <functional>

namespace ricochet::test {

struct BenchScene {
    const char* name;
    SharedMesh a, b;
    Real apart;  ///< metres between the centres: deep contact
};

/// About `faces` triangles in all.
inline BenchScene convexScene(Real faces) {
    const auto m = static_cast<Index>(std::sqrt(faces / 2));
    const SharedMesh sphere = sphereMesh(m, m / 2 + 1);
    return {"convex (figure 3b)", sphere, sphere, 1.2};
}
inline BenchScene concaveScene(Real faces) {
    const auto across = static_cast<Index>(std::sqrt(faces / 40));
    const SharedMesh knot = knotMesh(10 * across, across);
    return {"concave (figure 3c)", knot, knot, 0.8};
}

/// Milliseconds. On a busy machine only the second is worth comparing: it counts all of the process's
/// threads, and does not count what others take.
struct Time {
    double wall = 0, cpu = 0;
};

inline double processMilliseconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

inline Time timeOf(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    const double before = processMilliseconds();
    work();
    const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - start;
    return {wall.count(), processMilliseconds() - before};
}

inline Time medianOf(const std::vector<Time>& times) {
    Time result;
    for (double Time::*const part : {&Time::wall, &Time::cpu}) {
        std::vector<double> values;
        for (const Time& each : times) values.push_back(each.*part);
        std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
        result.*part = values[values.size() / 2];
    }
    return result;
}

}  // namespace ricochet::test
