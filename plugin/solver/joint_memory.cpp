#include "plugin/solver/joint_memory.h"

#include <cmath>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// Steps after which a joint that was not solved is taken for dead; one that sleeps longer starts without
/// forces.
constexpr std::uint64_t kLifetime = 10'000;

}  // namespace

std::vector<JointMemory::Forces> JointMemory::recall(std::span<btTypedConstraint*> joints,
                                                     double timeStep) const {
    std::vector<Forces> forces(joints.size());
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const auto entry = entries_.find(joints[i]);
        const btScalar impulse = joints[i]->internalGetAppliedImpulse();
        const bool isNew = impulse == 0 && !std::signbit(impulse);
        if (isNew || entry == entries_.end() || entry->second.impulse != impulse) continue;
        forces[i] = entry->second.forces;
        const double last = entry->second.timeStep;
        if (timeStep > last) {
            for (double& force : forces[i]) force *= last / timeStep;
        }
    }
    return forces;
}

void JointMemory::note(const void* solver, std::span<btTypedConstraint*> joints, std::vector<Forces> forces,
                       double timeStep) {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const btScalar impulse = joints[i]->internalGetAppliedImpulse();
        if (impulse == 0) joints[i]->internalSetAppliedImpulse(btScalar(-0.0));
        const auto last = entries_.find(joints[i]);
        // A joint is solved once in a step.
        if (last != entries_.end() && last->second.step == step_) countStep();
        entries_.insert_or_assign(joints[i], Entry{.impulse = impulse,
                                                   .forces = std::move(forces[i]),
                                                   .timeStep = timeStep,
                                                   .solver = solver,
                                                   .step = step_});
    }
}

void JointMemory::countStep() {
    if (++step_ % kLifetime != 0) return;
    std::erase_if(entries_, [&](const auto& each) { return step_ - each.second.step > kLifetime; });
}

void JointMemory::forget(const void* solver) {
    const std::lock_guard lock(mutex_);
    std::erase_if(entries_, [&](const auto& each) { return each.second.solver == solver; });
}

std::size_t JointMemory::size() const {
    const std::lock_guard lock(mutex_);
    return entries_.size();
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
