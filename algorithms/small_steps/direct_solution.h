// Castro, Permenter, Han. An Unconstrained Convex Formulation of Compliant Contact. 2023. Here the compliance
// acts on the change of the impulses since the last solution, so that contacts neither sink under a load nor
// creep; and a few repeated solutions take back the speed at which the convex model lifts sliding bodies.
#pragma once

#include "algorithms/small_steps/contact_rows.h"
#include "algorithms/small_steps/joint_row.h"

#include <vector>

namespace ricochet::small_steps {

/// Solves islands that sweeps cannot hold, since a body touches one that is more than a thousand times
/// lighter: all rows of such an island at once. Islands of many bodies, contacts or joints, those with
/// rolling friction, and those for which no solution is found are left to sweeps, and counted.
class DirectSolution {
public:
    DirectSolution() = default;
    DirectSolution(std::span<const BodyState> bodies, std::span<const SolverContact> contacts,
                   std::span<const JointRow> joints);

    /// Stands for a sweep over the rows of these islands. `jointRate`: 1/s, speed per error of a joint.
    void solve(std::span<ContactRows> rows, std::span<JointRow> joints, std::span<BodyState> bodies,
               Sweep sweep, Real jointRate);
    bool isEmpty() const { return islands_.empty(); }
    /// Whether the row is left to the sweep that `solve` was called for.
    bool sweepsContact(Index contact) const { return islands_.empty() || sweeps(islandOfContact_[contact]); }
    bool sweepsJoint(Index joint) const { return islands_.empty() || sweeps(islandOfJoint_[joint]); }
    const DirectSolutionCounts& counts() const { return counts_; }

private:
    struct Island {
        std::vector<Index> bodies, contacts, joints;  ///< movable bodies
        Real massRatio = 1;
        bool isBounded = true;
        bool isSolved = false;
    };

    bool solve(const Island& island, std::span<ContactRows> rows, std::span<JointRow> joints,
               std::span<BodyState> bodies, Sweep sweep, Real jointRate) const;
    bool sweeps(Index island) const { return island == kNone || !islands_[island].isSolved; }

    std::vector<Island> islands_;
    std::vector<Index> islandOfContact_, islandOfJoint_;
    std::vector<Index> coordinate_;  ///< the first one of each movable body in its island's equations
    DirectSolutionCounts counts_;
};

}  // namespace ricochet::small_steps
