#include "plugin/pairs/round_pair.h"

#include "adapters/shapes/convert.h"

#include <algorithm>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

void RoundPair::find(ContactSide& a, ContactSide& b, const StepInput& step) {
    const MeshBackend& backend = backendOf(a, b);
    const bool isRoundA = isRound(*a.wrap->getCollisionShape());
    ContactSide &round = isRoundA ? a : b, &mesh = isRoundA ? b : a;
    readRound(round);
    mesh_.setIsA(!isRoundA);
    // For a shape that starts inside a solid with no face near, the search distance increases step by step.
    Real inside = 0;
    while (true) {
        if (!mesh_.read(*this, mesh, modelRequest(backend), step, &round, inside)) return forget();
        if (!isInside(round, mesh)) break;
        inside = std::max(radiusOf(*round.round), 2 * inside);
    }
    neighbours_.meet(*this, a, b, *backend.narrowPhase, step);
    findBy(*context.roundMethod, *backend.narrowPhase, neighbours_.beside(input(a, b, step)));
    mesh_.prepareAhead(*this, mesh, round, step, *backend.narrowPhase);
}

void RoundPair::readRound(ContactSide& side) {
    const btCollisionShape& shape = *side.wrap->getCollisionShape();
    if (update(shape, round_)) steady.forget();
    side.round = round_.model.get();
    side.margin = context.settings.margins == Margins::zero ? 0 : shapeKind(shape).margin(shape);
}

/// Whether the middle of the round shape, never separated so far, is inside a solid with no face near.
bool RoundPair::isInside(const ContactSide& round, const ContactSide& mesh) const {
    const HoldsPoint& holdsPoint = mesh.shape->surface->holdsPoint;
    if (!mesh_.isNothing() || !holdsPoint || contacts.lastSeparated) return false;
    const btTransform toMesh = mesh.wrap->getWorldTransform().inverse() * round.wrap->getWorldTransform();
    return holdsPoint(toVec3(toMesh.getOrigin()));
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
