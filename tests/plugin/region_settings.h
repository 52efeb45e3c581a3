#pragma once

#include <gtest/gtest.h>
#include <ricochet/prepare.h>

#include <limits>
#include <string>

namespace ricochet::test {

/// A limit that no ground has: all are prepared whole.
inline constexpr int kNever = std::numeric_limits<int>::max();

inline void setLimits(const ProcessLimits& limits) { EXPECT_EQ(setProcessLimits(limits), ""); }

/// From now on meshes and terrains of more triangles than this are prepared in regions; by so many threads,
/// and no report, in worlds with these settings.
inline Settings inRegionsAbove(int wholeTriangles, int threads = 1) {
    setLimits({.wholeMesh = wholeTriangles, .wholeTerrain = wholeTriangles});
    Settings settings;
    settings.report = [](const std::string&) {};
    settings.threads = threads;
    return settings;
}

}  // namespace ricochet::test
