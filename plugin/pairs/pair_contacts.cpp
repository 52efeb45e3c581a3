#include "plugin/pairs/pair_contacts.h"

#include "adapters/shapes/convert.h"
#include "plugin/pairs/timed_narrow_phase.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

BodyInput bodyInput(const ContactSide& side) {
    return {.model = side.shape ? side.shape->model.get() : nullptr,
            .surface = side.shape ? side.shape->surface.get() : nullptr,
            .round = side.round,
            .convex = side.convex,
            .pose = poseOf(side),
            .motion = side.motion};
}

}  // namespace

Pose poseOf(const ContactSide& side) { return toPose(side.wrap->getWorldTransform()); }

void PairContacts::forget() {
    contacts = {};
    steady.forget();
    memory.cache.reset();
}

const MeshBackend& PairContacts::backendOf(const ContactSide& a, const ContactSide& b) const {
    return meshBackendOf(context, *a.wrap->getCollisionShape(), *b.wrap->getCollisionShape());
}

ContactSettings PairContacts::settings() const {
    const Settings& settings = context.settings;
    return {static_cast<Index>(settings.maxPatches), Real(settings.clearance),
            static_cast<Index>(settings.pairBudget)};
}

PairInput PairContacts::input(const ContactSide& a, const ContactSide& b, const StepInput& step) const {
    PairInput input{bodyInput(a), bodyInput(b), step};
    input.step.restGap = Real(a.margin) + Real(b.margin);
    return input;
}

bool PairContacts::isSteady(const PairInput& input) const {
    return !input.step.isQuery && contacts.sweptPoints == 0 && steady.givesTheSame(input, settings());
}

void PairContacts::findBy(const ContactMethod& method, const NarrowPhase& narrowPhase,
                          const PairInput& input) {
    PairObserver* const observer = context.observer;
    if (!observer) return findUnlessSteady(method, narrowPhase, input);
    const PersistentContacts before = contacts;
    const PairMemory memoryBefore = memory;
    findUnlessSteady(method, narrowPhase, input);
    observer->see({*this, method, narrowPhase, input, settings(), before, contacts, memoryBefore, false});
}

void PairContacts::findUnlessSteady(const ContactMethod& method, const NarrowPhase& narrowPhase,
                                    const PairInput& input) {
    isRepeated = isSteady(input);
    if (isRepeated) return SteadyInput::repeat(contacts);
    const TimedNarrowPhase timed(narrowPhase, context.settings.measureTime);
    ContactSettings settings = this->settings();
    // Queries that are prepared for all pairs must be those of this step.
    settings.listsFacePairs = !narrowPhase.batch();
    method.findContacts(timed, input, settings, memory, contacts);
    steady.note(input, settings, contacts);
    narrowPhaseMicroseconds += timed.microseconds();
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
