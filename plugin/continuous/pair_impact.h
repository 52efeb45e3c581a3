#pragma once

#include "plugin/continuous/near_contacts.h"
#include "plugin/continuous/object_sweep.h"

#include <optional>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Two objects that may meet within a step, and how near they may come. All times are parts of the step.
class PairImpact {
public:
    /// None where contacts alone can hold the two: they move little, or there is no mesh among them.
    static std::optional<PairImpact> of(const MovingObject& a, const MovingObject& b, ObjectSweep& sweep,
                                        NearContacts& contacts);

    /// The first time at which they come too near, where A moves until `endA` and B until `endB`, and then
    /// stand.
    std::optional<Real> time(Real endA, Real endB, ObjectSweep& sweep);

    const btCollisionObject& a() const { return *a_.object; }
    const btCollisionObject& b() const { return *b_.object; }

private:
    PairImpact(MovingObject a, MovingObject b) : a_(std::move(a)), b_(std::move(b)) {}
    void leaveRoom(Real restGap, Real slop, const NearContact& contact);
    std::optional<Real> timeBothMove(Real end, ObjectSweep& sweep);
    std::optional<Real> timeOneMoves(Real begin, Real end, bool isA, ObjectSweep& sweep) const;

    MovingObject a_, b_;
    Real gap_ = 0;           ///< metres between the meshes
    Real allowedDrift_ = 0;  ///< part of the step that they may go where they touch from the start
    Real freeUntil_ = 0;     ///< where both move, nothing happens before
    bool isKnown_ = false;   ///< what happens at `freeUntil_`
    bool meetsThen_ = false;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
