#pragma once

#include "algorithms/geometry/narrow_phase.h"
#include "plugin/at_exit.h"
#include "plugin/clocks.h"

namespace ricochet {

/// Wraps a narrow phase and, if requested, measures its time. For one call of one thread.
class TimedNarrowPhase final : public NarrowPhase {
    template <class Question>
    auto timed(Question&& question) const {
        if (!isTimed_) return question();
        const AtExit end([this, begin = wallMicroseconds()] { microseconds_ += wallMicroseconds() - begin; });
        return question();
    }

public:
    TimedNarrowPhase(const NarrowPhase& inner, bool isTimed) : inner_(inner), isTimed_(isTimed) {}

    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override {
        return inner_.build(std::move(mesh));
    }
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override {
        timed([&] { inner_.findFacePairs(a, b, queryDistance, memory, out); });
    }
    bool findFacePairsUpTo(std::size_t maximum, const MeshInstance& a, const MeshInstance& b,
                           Real queryDistance, PairMemory& memory, FacePairs& out) const override {
        return timed([&] { return inner_.findFacePairsUpTo(maximum, a, b, queryDistance, memory, out); });
    }
    bool endsEarly() const override { return inner_.endsEarly(); }
    std::optional<FacePair> findFirstPair(const MeshInstance& a, const MeshInstance& b,
                                          PairMemory& memory) const override {
        return timed([&] { return inner_.findFirstPair(a, b, memory); });
    }
    std::optional<ClosestFaces> findClosestPair(const MeshInstance& a, const MeshInstance& b, Real upTo,
                                                PairMemory& memory) const override {
        return timed([&] { return inner_.findClosestPair(a, b, upTo, memory); });
    }
    void findFaces(const CollisionModel& model, const Aabb& box, std::vector<Index>& out) const override {
        timed([&] { inner_.findFaces(model, box, out); });
    }
    void castRay(const MeshInstance& placed, const Ray& ray, std::vector<Index>& out) const override {
        timed([&] { inner_.castRay(placed, ray, out); });
    }
    std::optional<ClosestFace> closestFace(const MeshInstance& placed,
                                           const PointQuery& query) const override {
        return timed([&] { return inner_.closestFace(placed, query); });
    }
    double microseconds() const { return microseconds_; }

private:
    const NarrowPhase& inner_;
    const bool isTimed_;
    mutable double microseconds_ = 0;
};

}  // namespace ricochet
