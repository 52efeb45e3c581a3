#pragma once

#include "tests/bench/case.h"
#include "tests/bench/results.h"

namespace ricochet::bench {

// Further measurements of the wide tree alone on some of the cases; the names of their rows begin with the
// section's. Each throws if two methods give different answers.

/// coherent/: B rotates by 0.25 degrees per step about random axes. The first row is a cold query (see
/// README.md).
void measureCoherentMotion(const std::string& name, const Case& scene, Results& results);

/// refit/: A's mesh slightly rippled, `build` against `rebuild`.
void measureRefit(const std::string& name, const Case& scene, Results& results);

/// threads/: wall time with one and with two threads, of poses that take one thread more than a millisecond.
void measureThreads(const std::string& name, const Case& scene, Results& results);

/// targets/: each instruction set that this processor has.
void measureTargets(const std::string& name, const Case& scene, Results& results);

/// A section and the cases on which it is measured.
struct Section {
    void (*measure)(const std::string& name, const Case& scene, Results& results);
    std::vector<std::string> cases;
};
const std::vector<Section>& sections();

}  // namespace ricochet::bench
