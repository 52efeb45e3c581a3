#pragma once

#include "demos/app/solid.h"
#include "demos/app/timed_dispatcher.h"
#include "demos/scenes/scene.h"

#include <map>
#include <optional>
#include <vector>

namespace ricochet::app {

/// What became of a body.
struct BodyOutcome {
    std::optional<double> restsAt;  ///< seconds: asleep since then
    bool isStill = false;           ///< it hardly moved in the last second
    bool isLost = false;            ///< it is below the ground
    bool isRolling = false;         ///< at the end it hardly slides where it touches another
    double speed = 0;               ///< m/s, of its fastest point, at the end
    double turned = 0;              ///< radians, from start to end
    double deepest = 0;             ///< metres: in other bodies, at any time
    bool isMeasured = true;         ///< `deepest` is that of solids; false: of contacts, as of an open mesh
};

/// Watches the moving bodies of a scene, which come after its ground. Depths are those of the solids in one
/// another, every tenth step; a mesh that bounds no solid has the depth of its contacts.
class DropProbe {
public:
    DropProbe(const scenes::Scene& scene, TimedDispatcher& dispatcher);

    /// Call it after every step; `time` in seconds since the start.
    void watch(double time);
    void finish();

    /// Whether every body rests or is lost.
    bool isOver() const;
    const std::vector<BodyOutcome>& outcomes() const { return outcomes_; }

private:
    void measureSolids();
    void measureContacts();
    void note(std::size_t body, double depth);
    void watchStillness(std::size_t body, double time);
    void watchRolling();
    const Solid* solidOf(std::size_t body) const { return solids_[body] ? &*solids_[body] : nullptr; }

    const scenes::Scene& scene_;
    TimedDispatcher& dispatcher_;
    std::vector<std::optional<Solid>> solids_;  ///< per body of the scene; none of a mesh without inside
    std::map<const btCollisionObject*, std::size_t> numbers_;
    std::vector<btMatrix3x3> starts_;
    std::vector<BodyOutcome> outcomes_;
    struct Sighting {
        double time = 0;
        btTransform pose;
    };
    std::vector<Sighting> sightings_;  ///< per moving body: one of the last two seconds
    int steps_ = 0;
};

}  // namespace ricochet::app
