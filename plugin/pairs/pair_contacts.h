#pragma once

#include "adapters/manifold/contact_side.h"
#include "algorithms/contact/contact_method.h"
#include "algorithms/contact/steady_input.h"
#include "algorithms/geometry/face_pair_batch.h"
#include "plugin/pair_kind.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

class PairContacts;

/// Sees from what the contacts of each pair come; for tests of what is reused from step to step.
class PairObserver {
public:
    struct Step {
        const PairContacts& pair;
        const ContactMethod& method;
        const NarrowPhase& narrowPhase;
        const PairInput& input;
        const ContactSettings& settings;
        const PersistentContacts &before, &after;  ///< of the step's beginning and its end
        const PairMemory& memoryBefore;
        bool areApart;  ///< they were not searched: `after` is empty
    };
    virtual ~PairObserver() = default;
    virtual void see(const Step& step) = 0;
};

/// Finds the contacts of a pair of two particular shapes. Each kind of pair derives its own class, and keeps
/// what it needs from step to step.
class PairContacts {
public:
    explicit PairContacts(PairContext& pairContext) : context(pairContext) {}
    virtual ~PairContacts() = default;
    PairContacts& operator=(const PairContacts&) = delete;

    /// Whether the bodies can have no contacts; false if unknown. Cheap: the first test of a step.
    virtual bool areStillApart(ContactSide&, ContactSide&, const StepInput&) { return false; }
    /// Finds `contacts`. Completes the sides; `step` has neither a rest gap nor neighbours yet.
    virtual void find(ContactSide& a, ContactSide& b, const StepInput& step) = 0;
    /// The first narrow-phase query of the next step, if nothing moves before; none if it starts without one.
    virtual std::optional<FacePairQuery> nextQuery(ContactSide&, ContactSide&, const StepInput&) {
        return {};
    }

    /// With all that it keeps.
    virtual std::unique_ptr<PairContacts> copy() const = 0;
    /// Identifies it to `PairContext::neighbours`; null if it notes nothing there.
    virtual const void* nameForNeighbours() const { return nullptr; }

    /// The data of previous contacts is invalid: faces and vertices are those of another mesh.
    void forget();

    PairContext& context;
    PersistentContacts contacts;
    PairMemory memory;
    SteadyInput steady;
    bool isRepeated = false;             ///< the contacts are those of the last step
    double narrowPhaseMicroseconds = 0;  ///< of all steps, if time is measured

protected:
    PairContacts(const PairContacts& other)
        : context(other.context), contacts(other.contacts), memory(other.memory), steady(other.steady) {}

    const MeshBackend& backendOf(const ContactSide& a, const ContactSide& b) const;
    ContactSettings settings() const;
    PairInput input(const ContactSide& a, const ContactSide& b, const StepInput& step) const;
    /// Whether the contacts are those of the last step.
    bool isSteady(const PairInput& input) const;
    /// Finds the contacts unless they are those of the last step.
    void findBy(const ContactMethod& method, const NarrowPhase& narrowPhase, const PairInput& input);

private:
    void findUnlessSteady(const ContactMethod& method, const NarrowPhase& narrowPhase,
                          const PairInput& input);
};

Pose poseOf(const ContactSide& side);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
