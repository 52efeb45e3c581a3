#pragma once

#include <ricochet/precision.h>

#include <memory>
#include <string>

class btDiscreteDynamicsWorld;

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// What decides how a world continues after a step: poses, velocities and activation of its bodies; impulses
/// of its joints, also those that `SmallStepsSolver` remembers; which pairs overlap, in what order, with
/// their contacts and impulses; and what Ricochet remembers of each pair. Shapes, masses, settings, the
/// limits and motors of joints, motion states, user data of contact points, and forces applied since the step
/// are not part of it. Objects and joints are known by their addresses. Copies share the data.
class RICOCHET_API WorldState {
public:
    struct Implementation;

    WorldState() = default;
    /// For the library itself.
    explicit WorldState(std::shared_ptr<const Implementation> saved) : saved_(std::move(saved)) {}
    /// Null if nothing was saved.
    const Implementation* saved() const { return saved_.get(); }

private:
    std::shared_ptr<const Implementation> saved_;
};

/// Call these three between steps; not thread-safe. The world's dispatcher must have Ricochet registered;
/// without it nothing is saved. Rigid bodies, collision objects, ghosts and compounds; not multi-bodies and
/// soft bodies, whose state is left as it is.
[[nodiscard]] RICOCHET_API WorldState saveState(btDiscreteDynamicsWorld& world);

/// The world then continues as it did from `saveState`, bit for bit, as often as it is restored: with
/// `SweepAndPruneBroadphase`, whose pairs are exactly those of overlapping boxes. With btDbvtBroadphase,
/// whose boxes depend on the past, pairs that do not touch may differ, and later contacts with them. Objects
/// added to the world since stay as they are. Returns an empty string, or one sentence that tells why nothing
/// was changed: an object or joint was removed from the world, or the state is another world's.
[[nodiscard]] RICOCHET_API std::string restoreState(btDiscreteDynamicsWorld& world, const WorldState& state);

/// Forgets contacts, impulses, and what Ricochet remembers of pairs and joints: as if the bodies had just
/// been added to the world where they are.
RICOCHET_API void clearState(btDiscreteDynamicsWorld& world);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
