#pragma once

#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <ricochet/precision.h>

#include <cstdint>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The forces in the rows of joints at the end of their last step, from which their next step starts. All
/// solvers of a process share them: in a pool, an island goes to whichever solver is free. Thread-safe, for
/// different joints.
class JointMemory {
public:
    using Forces = std::vector<double>;  ///< N or N m, for each row

    /// Those of each joint; none if it has not been solved, or if it only has the address of one that was.
    /// Bullet's conversion of joints resets what a joint is recognised by: call it before.
    /// In a step (seconds) longer than the last one, forces are less, so that impulses are not more: in a
    /// very short step, noise has large forces. Zero: as they were.
    std::vector<Forces> recall(std::span<btTypedConstraint*> joints, double timeStep) const;
    /// Call it after Bullet has got the impulses of the joints: a zero becomes negative, since a new joint
    /// has the positive one. `solver`: identifies who asks to forget them.
    void note(const void* solver, std::span<btTypedConstraint*> joints, std::vector<Forces> forces,
              double timeStep);
    /// Forgets what the solver has noted.
    void forget(const void* solver);
    std::size_t size() const;

private:
    struct Entry {
        btScalar impulse;  ///< as Bullet has got it: by this the joint is recognised
        Forces forces;
        double timeStep;  ///< seconds
        const void* solver;
        std::uint64_t step;  ///< in which it was noted
    };

    void countStep();

    mutable std::mutex mutex_;
    std::unordered_map<const btTypedConstraint*, Entry> entries_;
    std::uint64_t step_ = 0;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
