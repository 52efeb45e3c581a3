#pragma once

#include "algorithms/small_steps/body_state.h"
#include "algorithms/small_steps/joint_row.h"
#include "algorithms/small_steps/solver_contact.h"

#include <span>
#include <vector>

namespace ricochet::small_steps {

/// Movable bodies that contacts and joints connect, directly or through others.
class Islands {
public:
    /// Begins a step.
    void start(std::span<const BodyState> bodies, std::span<const SolverContact> contacts,
               std::span<const JointRow> joints);

    Index count() const { return count_; }
    /// kNone for a body that does not move.
    Index of(Index body) const { return islandOf_[body]; }
    /// Of two bodies that a contact or a joint connects; kNone if neither moves.
    Index of(Index a, Index b) const { return islandOf_[a] != kNone ? islandOf_[a] : islandOf_[b]; }

private:
    std::vector<Index> islandOf_;  ///< each body's
    std::vector<Index> parent_;    ///< scratch memory of `start`
    Index count_ = 0;
};

}  // namespace ricochet::small_steps
