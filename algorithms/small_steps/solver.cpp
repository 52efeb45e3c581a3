#include "algorithms/small_steps/solver.h"

#include "algorithms/small_steps/body_state.h"
#include "algorithms/small_steps/contact_rows.h"
#include "algorithms/small_steps/direct_solution.h"
#include "algorithms/small_steps/impacts.h"
#include "algorithms/small_steps/islands.h"
#include "algorithms/small_steps/softness.h"

#include <algorithm>
#include <vector>

namespace ricochet::small_steps {

/// Sweeps over what a deep overlap shifts. With one, twenty bodies that start in the same place need twice
/// the time until they are apart.
constexpr int kShiftSweeps = 4;

struct Solver::State {
    /// J: kinetic energies of an island.
    struct IslandEnergy {
        Real before = 0, after = 0;  ///< the warm start
        Real last = 0;               ///< before that of the last small step
        Real pushedOut = 0;          ///< with the speed of an overlap that is pushed out
    };

    std::span<SolverBody> bodies;
    std::span<SolverContact> contacts;
    std::span<JointRow> joints;
    SolverSettings settings;
    Real h;  ///< seconds: a small step

    std::vector<BodyState> states;
    Islands islands;
    std::vector<IslandEnergy> energies;  ///< of the islands
    std::vector<Velocity> velocities;    ///< of the bodies, before the warm start
    std::vector<ContactRows> rows;
    ContactGroups groups;  ///< of the rows
    bool isAnyDeep = false;
    bool isAnyRolling = false;
    Impacts impacts;
    DirectSolution direct;
    Softness joint;

    void applyForces();
    void warmStart();
    void applyImpulses();
    void follow();
    void sweep(Sweep kind);
    void solveJoint(JointRow& row, Sweep kind);
    void applyJoint(const JointRow& row, Real impulse);
    void shiftDeep();
    void move();
};

Solver::Solver() : state_(std::make_unique<State>()) {}

Solver::~Solver() = default;

void Solver::start(std::span<SolverBody> bodies, std::span<SolverContact> contacts,
                   std::span<JointRow> joints, Real timeStep, const SolverSettings& settings) {
    State& s = *state_;
    s.bodies = bodies;
    s.contacts = contacts;
    s.joints = joints;
    s.settings = settings;
    s.h = timeStep / settings.smallSteps;
    s.joint = softness(kJointStiffness / s.h, settings.jointDamping, s.h);
    s.states.clear();
    s.states.reserve(bodies.size() + 1);
    for (const SolverBody& body : bodies) s.states.emplace_back(body, timeStep);
    s.states.emplace_back(SolverBody(), timeStep);  // of lanes without a contact
    s.groups.start(contacts, s.states);
    s.rows.clear();
    s.rows.reserve(contacts.size());
    for (Index i = 0; i < contacts.size(); ++i) {
        const SolverContact& contact = contacts[i];
        s.rows.emplace_back(contact, s.groups.lane(i), s.states[contact.a], s.states[contact.b], s.h,
                            settings);
    }
    s.isAnyRolling = std::ranges::any_of(s.rows, &ContactRows::isRolling);
    s.follow();
    s.impacts.start(contacts, settings.restitutionThreshold);
    s.islands.start(s.states, contacts, joints);
    s.energies.assign(s.islands.count(), {});
    s.direct = DirectSolution(s.islands, s.states, contacts, joints);
}

void Solver::smallStep() {
    State& s = *state_;
    s.impacts.noteApproach(s.rows, s.states);
    s.applyForces();
    s.warmStart();
    s.impacts.resolve(s.rows, s.states, s.h);
    s.groups.noteLoads();
    s.sweep(Sweep::soft);
    s.shiftDeep();
    s.move();
    s.follow();
    s.sweep(Sweep::relaxing);
}

void Solver::writeBodies() {
    State& s = *state_;
    for (std::size_t i = 0; i < s.bodies.size(); ++i) s.states[i].write(s.bodies[i]);
}

void Solver::finish() {
    State& s = *state_;
    for (std::size_t i = 0; i < s.rows.size(); ++i) s.rows[i].write(s.settings.smallSteps, s.contacts[i]);
    writeBodies();
}

const DirectSolutionCounts& Solver::directSolutions() const { return state_->direct.counts(); }

void Solver::State::applyForces() {
    for (BodyState& body : states) body.applyForces(h);
}

/// Applies the impulses of the last small step, and forgets those that no longer fit. Jammed bodies carry
/// loads that are many times their momentum, and cancel. When bodies turn they no longer do, and what is left
/// may be more than sweeps take back: then the island gains energy from small step to small step. So its
/// loads are forgotten if with them it were more than twice as fast as without, as it was when they arose,
/// and as an overlap is pushed out.
void Solver::State::warmStart() {
    velocities.assign(states.begin(), states.end());
    for (IslandEnergy& energy : energies) energy = {.last = energy.before};
    for (Index i = 0; i < states.size(); ++i) {
        if (islands.of(i) == kNone) continue;
        IslandEnergy& energy = energies[islands.of(i)];
        energy.before += states[i].kineticEnergy();
        energy.pushedOut += states[i].mass() * settings.pushOutSpeed * settings.pushOutSpeed / 2;
    }
    applyImpulses();
    for (Index i = 0; i < states.size(); ++i) {
        if (islands.of(i) != kNone) energies[islands.of(i)].after += states[i].kineticEnergy();
    }
    const auto isUnfit = [](const IslandEnergy& e) {
        return e.after > 4 * std::max({e.before, e.last, e.pushedOut});
    };
    if (std::ranges::none_of(energies, isUnfit)) return;

    const auto forgets = [&](Index island) { return island != kNone && isUnfit(energies[island]); };
    for (Index i = 0; i < states.size(); ++i) {
        if (forgets(islands.of(i))) static_cast<Velocity&>(states[i]) = velocities[i];
    }
    for (ContactRows& row : rows) {
        if (forgets(islands.of(row.a(), row.b()))) row.forgetImpulses();
    }
    for (JointRow& row : joints) {
        if (forgets(islands.of(row.a, row.b))) row.impulse = 0;
    }
}

void Solver::State::applyImpulses() {
    for (const JointRow& row : joints) applyJoint(row, row.impulse);
    groups.warmStart(states);
    for (std::size_t i = 0; isAnyRolling && i < rows.size(); ++i) rows[i].warmStartRolling(states);
}

void Solver::State::follow() {
    isAnyDeep = false;
    for (const Index i : groups.order()) {
        rows[i].follow(states);
        isAnyDeep |= rows[i].isDeep();
    }
}

void Solver::State::sweep(Sweep kind) {
    direct.solve(rows, joints, states, kind, joint.rate);
    const int sweeps = direct.isEmpty() ? 1 : 2;
    for (int sweep = 1; sweep <= sweeps; ++sweep) {
        for (Index i = 0; i < joints.size(); ++i) {
            if (direct.sweepsOfJoint(i) >= sweep) solveJoint(joints[i], kind);
        }
        for (Index i = 0; !direct.isEmpty() && i < rows.size(); ++i) {
            groups.leaveOut(i, direct.sweepsOfContact(i) < sweep);
        }
        groups.sweep(kind, states);
        for (Index i = 0; isAnyRolling && i < rows.size(); ++i) {
            if (rows[i].isRolling() && direct.sweepsOfContact(i) >= sweep) rows[i].solveRolling(states);
        }
    }
}

void Solver::State::applyJoint(const JointRow& row, Real impulse) {
    states[row.a].push(row.linearA * impulse, row.angularA * impulse);
    states[row.b].push(row.linearB * impulse, row.angularB * impulse);
}

void Solver::State::solveJoint(JointRow& row, Sweep kind) {
    const BodyState &a = states[row.a], &b = states[row.b];
    const Real response = a.response(row.linearA, row.angularA) + b.response(row.linearB, row.angularB);
    if (!(response > 0)) return;
    const Real mass = 1 / (response + row.compliance);
    const Real speed = row.linearA.dot(a.linear) + row.angularA.dot(a.angular) + row.linearB.dot(b.linear) +
                       row.angularB.dot(b.angular);
    Real change = 0;
    if (row.isMotor) {
        change = mass * (row.speed - speed - row.compliance * row.impulse);
    } else if (kind == Sweep::soft) {
        change = mass * joint.mass * (joint.rate * row.error - speed - row.compliance * row.impulse) -
                 joint.impulse * row.impulse;
    } else {
        change = mass * (-speed - row.compliance * row.impulse);
    }
    const Real next = std::clamp(row.impulse + change, row.minimumImpulse, row.maximumImpulse);
    applyJoint(row, next - row.impulse);
    row.impulse = next;
}

void Solver::State::shiftDeep() {
    if (!isAnyDeep) return;
    for (ContactRows& row : rows) row.startShift();
    for (int sweep = 0; sweep < kShiftSweeps; ++sweep) {
        for (ContactRows& row : rows) row.solveShift(states);
    }
}

void Solver::State::move() {
    for (BodyState& body : states) body.move(h);
}

}  // namespace ricochet::small_steps
