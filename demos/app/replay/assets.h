#pragma once

#include <string_view>

namespace ricochet::app {

// The parts of pages that show replays and reports, as they were when the program was built.

extern const std::string_view kPageHead, kPageTemplate, kReplayScript, kReportTemplate, kReportScript;
/// Libraries that third_party/install fetches: empty if they were absent.
extern const std::string_view kThree, kOrbitControls, kChartScript, kChartStyle, kThreeLicence, kChartLicence;

}  // namespace ricochet::app
