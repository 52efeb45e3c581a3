#pragma once

#include "demos/baselines/baseline_table.h"

#include <string>
#include <vector>

namespace ricochet::bench {

using baselines::Answer;
using baselines::Baseline;
using baselines::BaselineKind;

/// The compared backends; the first is the reference.
const std::vector<BaselineKind>& baselineKinds();

/// The reason why a backend is skipped in a case; null if it is not.
const char* reasonToSkip(const std::string& baseline, const std::string& caseName);

}  // namespace ricochet::bench
