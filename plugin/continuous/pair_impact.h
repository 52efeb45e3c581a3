#pragma once

#include "plugin/continuous/near_contacts.h"
#include "plugin/continuous/object_sweep.h"

#include <optional>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Two objects that may collide within a step, and how near they may come. Times are fractions of the step.
class PairImpact {
public:
    /// None if contacts alone suffice for the two: they move little, or neither is a mesh.
    static std::optional<PairImpact> of(const MovingObject& a, const MovingObject& b, ObjectSweep& sweep,
                                        NearContacts& contacts);

    /// The first time at which they come too near, if A moves until `endA` and B until `endB`, and stop then.
    std::optional<Real> time(Real endA, Real endB, ObjectSweep& sweep);

    /// Whether a search ended at the end of the budget, so that they may stop before they come too near.
    bool isCoarse() const { return isCoarse_; }

    const btCollisionObject& a() const { return *a_.object; }
    const btCollisionObject& b() const { return *b_.object; }

private:
    PairImpact(MovingObject a, MovingObject b) : a_(std::move(a)), b_(std::move(b)) {}
    void leaveRoom(Real restGap, Real slop, const NearContact& contact);
    std::optional<Real> timeBothMove(Real end, ObjectSweep& sweep);
    std::optional<Real> timeOneMoves(Real begin, Real end, bool isA, ObjectSweep& sweep);

    MovingObject a_, b_;
    Real gap_ = 0;           ///< metres between the meshes
    Real allowedDrift_ = 0;  ///< fraction of the step that they may move if they touch at the start
    Real freeUntil_ = 0;     ///< if both move fully, no impact happens before
    bool isKnown_ = false;   ///< whether the impact at `freeUntil_` is computed
    bool meetsThen_ = false;
    bool isCoarse_ = false;
    SweptBudget budget_;  ///< of all searches
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
