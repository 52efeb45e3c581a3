#include "demos/baselines/machine.h"

#include <hwy/targets.h>

#include <fstream>

namespace ricochet::baselines {
namespace {

std::string processor() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    }
    return "unknown processor";
}

}  // namespace

std::string machine() {
    const std::int64_t bestTarget = hwy::SupportedTargets() & -hwy::SupportedTargets();
    return processor() + "; g++ " + __VERSION__ + "; " + RICOCHET_COMPILER_FLAGS +
           "; no -march, run-time dispatch to " + hwy::TargetName(bestTarget) +
           "; microseconds of one thread";
}

}  // namespace ricochet::baselines
