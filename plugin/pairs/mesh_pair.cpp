#include "plugin/pairs/mesh_pair.h"

#include "algorithms/contact/contact.h"
#include "algorithms/swept_contacts/mesh_contact.h"
#include "algorithms/swept_contacts/swept_contacts.h"
#include "plugin/pair_kind.h"
#include "plugin/pairs/timed_narrow_phase.h"

#include <algorithm>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

void MeshPair::find(ContactSide& a, ContactSide& b, const StepInput& step) {
    const MeshBackend& backend = backendOf(a, b);
    if (backend.method && !step.isQuery) return findByMethod(backend, a, b, step);
    if (!readInParts(a, b, modelRequest(backend), step)) return forget();
    neighbours_.meet(*this, a, b, *backend.narrowPhase, step);
    findBy(MeshContact(), *backend.narrowPhase, neighbours_.beside(input(a, b, step)));
    while (missesNearestFace()) {
        const bool isFar = meshA_.isNothing() || meshB_.isNothing();
        inside_ = isFar ? std::max(std::min(a.radius(), b.radius()), 2 * inside_) : *contacts.insideBy;
        forget();
        if (!readInParts(a, b, modelRequest(backend), step)) return;
        findBy(MeshContact(), *backend.narrowPhase, neighbours_.beside(input(a, b, step)));
    }
    // The box includes the motion of the next step in any case.
    inside_ = contacts.insideBy.value_or(0);
    // The sides take turns: one may need all that a step prepares.
    const bool isTurnOfA = step.number % 2 == 0;
    if (isTurnOfA) meshA_.prepareAhead(*this, a, b, step, *backend.narrowPhase);
    meshB_.prepareAhead(*this, b, a, step, *backend.narrowPhase);
    if (!isTurnOfA) meshA_.prepareAhead(*this, a, b, step, *backend.narrowPhase);
}

std::optional<FacePairQuery> MeshPair::nextQuery(ContactSide& a, ContactSide& b, const StepInput& step) {
    const MeshBackend& backend = backendOf(a, b);
    if (backend.method || !readInParts(a, b, modelRequest(backend), step)) return std::nullopt;
    neighbours_.meet(*this, a, b, *backend.narrowPhase, step);
    const PairInput next = neighbours_.beside(input(a, b, step));
    if (isSteady(next)) return std::nullopt;
    return firstQuery(next, settings(), memory, contacts);
}

bool MeshPair::readInParts(ContactSide& a, ContactSide& b, const ModelRequest& request,
                           const StepInput& step) {
    return meshA_.read(*this, a, request, step, &b, inside_) &&
           meshB_.read(*this, b, request, step, &a, inside_);
}

void MeshPair::findByMethod(const MeshBackend& backend, ContactSide& a, ContactSide& b,
                            const StepInput& step) {
    if (!meshA_.read(*this, a, modelRequest(backend), step) ||
        !meshB_.read(*this, b, modelRequest(backend), step))
        return forget();
    const TimedNarrowPhase narrowPhase(*backend.narrowPhase, context.settings.measureTime);
    const PairInput pair = input(a, b, step);
    contacts.dropSwept();
    backend.method->findContacts(narrowPhase, pair, settings(), memory, contacts);
    if (backend.method->findsByFaces()) {
        auto ofMethod = std::move(memory.cache);  // the narrow phase would replace it
        addSweptContacts(narrowPhase, pair, settings(), memory, contacts);
        memory.cache = std::move(ofMethod);
    }
    narrowPhaseMicroseconds += narrowPhase.microseconds();
}

/// Whether the face nearest to a body inside a solid may lie outside the region that was read.
bool MeshPair::missesNearestFace() const {
    if (!meshA_.isInParts() && !meshB_.isInParts()) return false;
    return contacts.insideBy && *contacts.insideBy > inside_;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
