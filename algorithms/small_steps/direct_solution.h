// Castro, Permenter, Han. An Unconstrained Convex Formulation of Compliant Contact. 2023. Here the compliance
// acts on the change of the impulses since the last solution, so that contacts neither sink under a load nor
// creep; and a few repeated solutions take back the speed at which the convex model lifts sliding bodies.
#pragma once

#include "algorithms/small_steps/contact_rows.h"
#include "algorithms/small_steps/islands.h"
#include "algorithms/small_steps/joint_row.h"

#include <vector>

namespace ricochet::small_steps {

/// Islands in which a body touches a much lighter one. From ten times lighter on they are swept twice: once
/// does not bring them to rest. From 300 times on sweeps cannot hold them: all rows of such an island are
/// solved at once. Islands of many bodies, contacts or joints, those with rolling friction, and those for
/// which no solution is found are left to sweeps, and counted.
class DirectSolution {
public:
    DirectSolution() = default;
    DirectSolution(const Islands& islands, std::span<const BodyState> bodies,
                   std::span<const SolverContact> contacts, std::span<const JointRow> joints);

    /// Stands for a sweep over the rows of these islands. `jointRate`: 1/s, speed per error of a joint.
    void solve(std::span<ContactRows> rows, std::span<JointRow> joints, std::span<BodyState> bodies,
               Sweep sweep, Real jointRate);
    bool isEmpty() const { return islands_.empty(); }
    /// How often the row is swept where `solve` was called: not at all, if it was solved.
    int sweepsOfContact(Index contact) const { return isEmpty() ? 1 : sweeps(islandOfContact_[contact]); }
    int sweepsOfJoint(Index joint) const { return isEmpty() ? 1 : sweeps(islandOfJoint_[joint]); }
    const DirectSolutionCounts& counts() const { return counts_; }

private:
    struct Island {
        std::vector<Index> bodies, contacts, joints;  ///< movable bodies
        Real massRatio = 1;
        bool isDirect = false;  ///< to be solved directly, if it is bounded
        bool isBounded = true;
        bool isSolved = false;
    };

    bool solve(const Island& island, std::span<ContactRows> rows, std::span<JointRow> joints,
               std::span<BodyState> bodies, Sweep sweep, Real jointRate) const;
    int sweeps(Index island) const { return island == kNone ? 1 : islands_[island].isSolved ? 0 : 2; }

    std::vector<Island> islands_;
    std::vector<Index> islandOfContact_, islandOfJoint_;
    std::vector<Index> coordinate_;  ///< the first one of each movable body in its island's equations
    DirectSolutionCounts counts_;
};

}  // namespace ricochet::small_steps
