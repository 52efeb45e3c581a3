#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/geometry/narrow_phase.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace ricochet::test {

/// Divisor of the number of random trials in slow builds.
inline constexpr int kSlowdown = kIsSlowBuild ? 2 : 1;

/// Why the stencil row is skipped, and nothing else ever is.
inline constexpr const char* kNoOpenGl = "no OpenGL 4.5 on this machine";

/// A narrow phase by the name that tests show.
struct Tested {
    const char* name;
    /// Null where this machine lacks what it needs: OpenGL.
    std::function<std::shared_ptr<const NarrowPhase>(std::shared_ptr<const Executor>)> make;
    /// Divisor of the number of random trials, and of equal triangles.
    int slowdown = 1;
    bool buildsParts = false;  ///< of large meshes, on demand; only then are these tested
};

/// For test reports.
inline void PrintTo(const Tested& tested, std::ostream* out) { *out << tested.name; }

/// All but brute force, which is the oracle. A new narrow phase needs a row here, and tests of its own only
/// for what is its own.
const std::vector<Tested>& allTested();

/// The contract of `NarrowPhase`, tested with one that works on one thread.
class EveryNarrowPhase : public testing::TestWithParam<Tested> {
protected:
    void SetUp() override {
        if (!narrowPhase) GTEST_SKIP() << kNoOpenGl;
    }

    /// How many of `full` random trials this narrow phase runs. Twenty always show some of both answers.
    static int trials(int full) { return std::min(full, std::max(full / GetParam().slowdown, 20)); }

    const std::shared_ptr<const NarrowPhase> narrowPhase = GetParam().make(makeSerialExecutor());
};

inline std::string nameOf(const testing::TestParamInfo<Tested>& test) { return test.param.name; }

}  // namespace ricochet::test

/// Instantiates the suite for all of them.
#define RICOCHET_FOR_EVERY_NARROW_PHASE(suite)                                             \
    INSTANTIATE_TEST_SUITE_P(All, suite, testing::ValuesIn(::ricochet::test::allTested()), \
                             ::ricochet::test::nameOf)
