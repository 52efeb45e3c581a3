#pragma once

#include "demos/scenes/scene.h"
#include "plugin/backends.h"

#include <map>
#include <memory>
#include <utility>

namespace ricochet::lab {

/// Finds the intersecting faces of a scene's bodies by a narrow phase, and counts its tests and time.
class IntersectionProbe {
public:
    explicit IntersectionProbe(const SelectedBackend& selected)
        : name_(selected.name), narrowPhase_(selected.make(makeSerialExecutor()).narrowPhase) {}

    /// Tests all pairs of bodies of which one moves, at their present poses.
    void test(const scenes::Scene& scene);

    const std::string& name() const { return name_; }
    /// Summed over all calls.
    Counters counters() const;
    double microseconds() const { return microseconds_; }  ///< thread CPU time, without building
    /// Calls in which faces intersected, and their box tests.
    double contactCalls() const { return contactCalls_; }
    double boxTestsInContact() const { return boxTestsInContact_; }

private:
    const CollisionModel& modelOf(const std::shared_ptr<const scenes::SceneMesh>& mesh);

    std::string name_;
    std::shared_ptr<const NarrowPhase> narrowPhase_;
    std::map<std::shared_ptr<const scenes::SceneMesh>, std::shared_ptr<const CollisionModel>> models_;
    std::map<std::pair<std::size_t, std::size_t>, PairMemory> memories_;
    FacePairs pairs_;
    double microseconds_ = 0, contactCalls_ = 0, boxTestsInContact_ = 0;
};

}  // namespace ricochet::lab
