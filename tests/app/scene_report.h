#pragma once

#include "demos/app/recorder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace ricochet::app {

/// What a run of a scene reports.
inline nlohmann::ordered_json reportOf(const RunOptions& options) {
    const auto report = runScene(options, [](const Simulation&, int) {});
    EXPECT_TRUE(report.has_value()) << report.error();
    return report.value();
}

/// Narrow phases that take many times as long as the others: tests/plugin/parameters_test.cpp runs them in a
/// small world.
inline bool isSlow(const std::string& narrowPhase) {
    return narrowPhase == "brute-force" || narrowPhase == "octree-detector";
}

}  // namespace ricochet::app
