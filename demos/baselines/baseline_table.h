#pragma once

#include "demos/baselines/answer.h"
#include "demos/baselines/baseline.h"

#include <string_view>
#include <vector>

namespace ricochet::baselines {

struct BaselineKind {
    const char* name;
    Answer answer;
    /// Null where the baseline's library was not installed when this was built.
    std::unique_ptr<Baseline> (*make)(const SharedMesh& a, const SharedMesh& b);
};

/// All baselines; the first is the one that the others are compared with.
const std::vector<BaselineKind>& baselineTable();

/// The row of that name, which must be there.
const BaselineKind& baselineNamed(std::string_view name);

}  // namespace ricochet::baselines
