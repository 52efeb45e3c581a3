#pragma once

#include "adapters/shapes/regions.h"
#include "algorithms/geometry/narrow_phase.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>
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
    RegionName expected;  ///< the region of which a shape that takes time to read was told last
};

/// What a pair needs of a shape that is read in regions, to find all in a box: what is at hand, if it will
/// do. None: all of the shape.
std::optional<RegionAtHand> regionFor(const btCollisionShape& shape, const Aabb& box,
                                      const std::optional<RegionAtHand>& atHand);

/// The first region beyond the one at hand that a body will come to as it moves now, and in how many steps;
/// tells the shape of what it must read by then.
std::optional<std::pair<RegionName, int>> regionAhead(const btCollisionShape& shape, RegionAtHand& atHand,
                                                      const RegionOfInterest& where, Real timeStep);

/// The regions that a shape's pairs will need, and how long it keeps those that none uses, in steps. Worlds
/// that share the shape are known by their narrow phases.
class RegionSchedule {
public:
    /// Whether the step's number is above the last one. Numbers begin anew after the last one of all.
    bool begin(std::uint32_t step);

    /// A body of the world will come to the region in so many steps.
    void note(const RegionName& region, int steps, const NarrowPhase* world);
    bool isEmpty() const { return ahead_.empty(); }
    /// Regions noted in the last step in a world that are not there yet: as few as must be prepared in this
    /// step for all to be there in time, if each step prepares as many.
    std::vector<RegionName> takeDue(const NarrowPhase* world,
                                    const std::function<bool(const RegionName&)>& isThere);

    /// Counts the step if it is one of the world whose steps are counted, of those that share the shape;
    /// returns whether it is time to drop what has long been unused.
    bool count(std::uint32_t step, const NarrowPhase* world);
    std::uint64_t steps() const { return steps_; }
    bool isLongUnused(std::uint64_t lastStep) const;

private:
    std::uint32_t last_ = 0;              ///< the number of the last step that has begun
    std::uint64_t steps_ = 0;             ///< counted in one of the worlds that share the shape
    const NarrowPhase* clock_ = nullptr;  ///< that world
    std::uint32_t clockStep_ = 0;         ///< its last one
    std::map<const NarrowPhase*, std::map<RegionName, int>> ahead_;  ///< by world: steps until then
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
