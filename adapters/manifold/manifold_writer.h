#pragma once

#include "adapters/manifold/contact_side.h"
#include "algorithms/contact/contact_types.h"
#include "algorithms/contact/single_velocity/warm_start_impulses.h"

#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>

#include <utility>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Owns the persistent manifolds of one pair of bodies, one for each patch. They are refilled in every step,
/// not refreshed by Bullet, so this class copies the impulses and calls Bullet's contact callbacks itself.
class ManifoldWriter {
public:
    explicit ManifoldWriter(btDispatcher& dispatcher) : dispatcher_(dispatcher) {}
    ~ManifoldWriter();
    ManifoldWriter(const ManifoldWriter&) = delete;
    ManifoldWriter& operator=(const ManifoldWriter&) = delete;

    /// `contacts` are of a against b; their `previous` refer to the points of the last call. A patch is
    /// omitted if the dispatcher has no manifold left. `isRaw`: not prepared for a solver that moves bodies
    /// by one velocity in the step. Returns the number of points written.
    int write(const ContactSide& a, const ContactSide& b, const PersistentContacts& contacts,
              btScalar timeStep, bool isRaw = false);

    /// Whether there are no manifolds, not even spare ones.
    bool isEmpty() const { return manifolds_.empty(); }

    void appendTo(btManifoldArray& manifolds) const;

    /// Whether Bullet's solver treats a contact of the last step as a spring: by its bodies' stiffness, or
    /// because a contact-added callback has set it.
    bool hasSprings() const;

    /// Points of manifolds in the order of `appendTo`, and what is known of them.
    struct State {
        std::vector<btPersistentManifold> manifolds;
        std::vector<bool> isSpare;
        std::vector<std::pair<std::ptrdiff_t, btVector3>> written;  ///< index of the manifold, or -1; on A
        WarmStartImpulses startImpulses;
    };
    State state() const;
    /// Gets new manifolds from the dispatcher.
    void restore(const State& state);

private:
    /// Where a contact was written in the last step. The point is identified by its position on A, because
    /// Bullet may drop points of a manifold and move others into the gaps.
    struct Written {
        btPersistentManifold* manifold = nullptr;
        btVector3 localOnA;
    };

    btManifoldPoint* lastPoint(Index contact) const;
    void addFreshPoints(const ContactSide& a, const ContactSide& b, const PersistentContacts& contacts,
                        bool isRaw, std::vector<btManifoldPoint>& fresh) const;
    /// Appends the manifold of each patch; null where the dispatcher has none left.
    void assignManifolds(const ContactSide& a, const ContactSide& b, const PersistentContacts& contacts,
                         std::vector<btPersistentManifold*>& targets);
    /// The manifold in which most of a patch's points were in the last step, unless it is taken; or null.
    btPersistentManifold* lastManifold(const Patch& patch, const PersistentContacts& contacts,
                                       const std::vector<btPersistentManifold*>& taken) const;
    void fill(btPersistentManifold& manifold, const Patch& patch, const PersistentContacts& contacts,
              const std::vector<btManifoldPoint>& fresh, const ContactSide& a, const ContactSide& b);
    void releaseSpare(const std::vector<btPersistentManifold*>& used);

    btDispatcher& dispatcher_;
    std::vector<btPersistentManifold*> manifolds_;
    std::vector<btPersistentManifold*> spare_;  ///< those of `manifolds_` that the last step left empty
    std::vector<Written> written_;              ///< per contact of the last step
    WarmStartImpulses startImpulses_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
