#pragma once

#include "adapters/shapes/regions.h"
#include "algorithms/geometry/narrow_phase.h"

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

class btCollisionShape;

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The box, in the shape's frame, in which a pair will need the shape in so many seconds. Called only for
/// shapes that are read in regions. Null: everywhere.
using RegionOfInterest = std::function<Aabb(Real seconds)>;

/// What a pair has of a shape that is read in regions.
struct RegionAtHand {
    RegionName name;
    Aabb box;             ///< in the shape's frame: outside of it nothing was read
    RegionName expected;  ///< of a shape that takes time to read: it was told of that region last
};

/// What a pair needs of a shape that is read in regions, to find all in a box: what is at hand, if it will
/// do. None: all of the shape.
std::optional<RegionAtHand> regionFor(const btCollisionShape& shape, const Aabb& box,
                                      const std::optional<RegionAtHand>& atHand);

/// A region that a body will come to.
struct RegionAhead {
    RegionName region;
    int steps;  ///< until then
    auto operator<=>(const RegionAhead&) const = default;
};

/// The first region beyond the one at hand that a body will come to as it moves now; tells the shape of what
/// it must read by then.
std::optional<RegionAhead> regionAhead(const btCollisionShape& shape, RegionAtHand& atHand,
                                       const RegionOfInterest& where, Real timeStep);

/// Of one shape, in steps: the regions that its pairs will need, and how long it keeps those that none uses.
class RegionSchedule {
public:
    /// Whether the step's number is above the last one. Numbers begin anew after the last one of all.
    bool begin(std::uint32_t step);

    /// `narrowPhase`: of the world in which the body moves.
    void note(const RegionAhead& ahead, const NarrowPhase* narrowPhase) {
        ahead_.push_back({ahead, narrowPhase});
    }
    bool isEmpty() const { return ahead_.empty(); }
    /// Of what was noted in the last step in a world, but for what is there, as few as must be prepared in
    /// this step for all to be there in time, if as many are in each step.
    std::vector<RegionName> takeDue(const NarrowPhase* narrowPhase,
                                    const std::function<bool(const RegionName&)>& isThere);

    /// Counts the step if it is one of the world whose steps are counted, of those that share the shape;
    /// returns whether it is time to drop what has long been unused.
    bool count(std::uint32_t step, const NarrowPhase* narrowPhase);
    std::uint64_t steps() const { return steps_; }
    bool isLongUnused(std::uint64_t lastStep) const;

private:
    struct Noted {
        RegionAhead ahead;
        const NarrowPhase* narrowPhase;
    };

    std::uint32_t last_ = 0;              ///< the number of the last step that has begun
    std::uint64_t steps_ = 0;             ///< of one of the worlds that share the shape
    const NarrowPhase* clock_ = nullptr;  ///< that world's
    std::uint32_t clockStep_ = 0;         ///< its last one
    std::vector<Noted> ahead_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
