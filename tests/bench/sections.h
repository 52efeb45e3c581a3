#pragma once

#include "tests/bench/case.h"
#include "tests/bench/results.h"

namespace ricochet::bench {

// What else is measured on some of the cases, of the wide tree alone; rows of cases whose names begin with
// the section's. Each throws where two methods give different answers.

/// coherent/: B turned by 0.25 degrees a step about random axes. The first row is a cold query; see README.md
/// for what is cold.
void measureCoherentMotion(const std::string& name, const Case& scene, Results& results);

/// refit/: A's mesh rippled a little, `build` against `rebuild`.
void measureRefit(const std::string& name, const Case& scene, Results& results);

/// threads/: wall time of poses that take one thread more than a millisecond, with one thread and with two.
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
