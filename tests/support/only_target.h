#pragma once

#include <hwy/highway.h>

#include <cstdint>

namespace ricochet::test {

/// One of the instruction sets that this machine has, for as long as the object lives.
class OnlyTarget {
public:
    explicit OnlyTarget(std::int64_t target) { choose(target); }
    ~OnlyTarget() { choose(0); }
    OnlyTarget(const OnlyTarget&) = delete;
    OnlyTarget& operator=(const OnlyTarget&) = delete;

private:
    static void choose(std::int64_t target) {
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
};

}  // namespace ricochet::test
