#pragma once

#include <ricochet/settings.h>

#include <limits>
#include <string>

namespace ricochet::test {

/// A limit that no ground has: all are prepared whole.
inline constexpr int kNever = std::numeric_limits<int>::max();

/// Meshes and terrains of more triangles than this are prepared in regions; by so many threads, and no
/// report.
inline Settings inRegionsAbove(int wholeTriangles, int threads = 1) {
    Settings settings;
    settings.report = [](const std::string&) {};
    settings.wholeMesh = settings.wholeTerrain = wholeTriangles;
    settings.threads = threads;
    return settings;
}

}  // namespace ricochet::test
