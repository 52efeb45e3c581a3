#pragma once

#include "demos/app/recorder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace ricochet::app {

/// What a run of a scene reports.
inline nlohmann::ordered_json reportOf(const RunOptions& options) {
    const auto report = runScene(options, [](const Simulation&, int) {});
    EXPECT_TRUE(report.has_value()) << report.error();
    return report.value();
}

}  // namespace ricochet::app
