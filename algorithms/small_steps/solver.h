// Macklin et al. Small Steps in Physics Simulation. 2019; Catto. Solver2D. 2024 (soft contacts with a
// relaxing sweep). Here friction is warm-started like normal impulses, and arms, normals and gaps turn with
// the bodies from small step to small step, so that one detection of contacts serves all of them.
#pragma once

#include "algorithms/small_steps/joint_row.h"
#include "algorithms/small_steps/solver_body.h"
#include "algorithms/small_steps/solver_contact.h"

#include <memory>
#include <span>

namespace ricochet::small_steps {

struct SolverSettings {
    int smallSteps = 16;  ///< in a step; 1 or more
    /// Damping ratio of the springs that remove overlaps of contacts, and errors of joints.
    Real contactDamping = 10, jointDamping = 2;
    /// m/s: what a spring would push out faster is deep.
    Real pushOutSpeed = 0.5;
    /// m/s: contacts that approach more slowly do not bounce. As Bullet's restitution velocity threshold.
    Real restitutionThreshold = 0.2;
};

/// Small steps of islands in which a body touches one that is more than 300 times lighter.
struct DirectSolutionCounts {
    int solved = 0;        ///< directly
    int leftToSweeps = 0;  ///< since the island is too large, has rolling friction, or no solution was found
};

/// Solves the contacts and joints of some bodies, a step in small steps. It keeps its memory from step to
/// step, and nothing else. Not thread-safe; independent islands may be solved concurrently by several. The
/// same input gives the same bits.
class Solver {
public:
    Solver();
    ~Solver();

    /// Begins a step. Refers to the spans until `finish`. Bodies without a finite state must be left out.
    /// `timeStep`: seconds, positive.
    void start(std::span<SolverBody> bodies, std::span<SolverContact> contacts, std::span<JointRow> joints,
               Real timeStep, const SolverSettings& settings);

    /// Moves the bodies by one small step. Call it `smallSteps` times. Before each call the caller may read
    /// the joints anew at the bodies' poses (`writeBodies`); their number must stay the same.
    void smallStep();
    /// Writes the bodies' present velocities and displacements.
    void writeBodies();
    /// Writes bodies and the contacts' impulses. Call it once, at the end.
    void finish();
    const DirectSolutionCounts& directSolutions() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace ricochet::small_steps
