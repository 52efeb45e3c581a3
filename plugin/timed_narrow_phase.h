#pragma once

#include "algorithms/geometry/narrow_phase.h"
#include "plugin/thread_clock.h"

namespace ricochet {

/// Another narrow phase with a clock on it. For one call of one thread.
class TimedNarrowPhase final : public NarrowPhase {
public:
    explicit TimedNarrowPhase(const NarrowPhase& inner) : inner_(inner) {}

    std::shared_ptr<const Model> build(std::shared_ptr<const Mesh> mesh) const override {
        return inner_.build(std::move(mesh));
    }
    void findFacePairs(const Placed& a, const Placed& b, Real within, PairMemory& memory,
                       FacePairs& out) const override {
        const double begin = threadMicroseconds();
        inner_.findFacePairs(a, b, within, memory, out);
        microseconds_ += threadMicroseconds() - begin;
    }
    double microseconds() const { return microseconds_; }

private:
    const NarrowPhase& inner_;
    mutable double microseconds_ = 0;
};

}  // namespace ricochet
