#include "plugin/pairs/pair_neighbours.h"

#include "algorithms/contact/speculative_margin.h"
#include "plugin/pairs/step_clock.h"

#include <algorithm>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

PairNeighbours::~PairNeighbours() {
    if (all_) all_->forget(this, noted0_, noted1_, stepBeingProcessed());
}

void PairNeighbours::meet(const PairContacts& pair, const ContactSide& a, const ContactSide& b,
                          const NarrowPhase& narrowPhase, const StepInput& step) {
    besideA_.clear();
    besideB_.clear();
    if (step.number == 0 || !step.removesInternalEdges) return;
    all_ = &pair.context.neighbours;
    const Real radius = std::min(a.radius(), b.radius());
    const bool isSunk = wereDeep(pair.contacts, radius);  // then the body is on no side of the mesh
    // A contact is on the mesh, or beside a face by a part of the smaller radius; seams bridge far less.
    const Real distance = radius + relativeFall(a.motion, b.motion, step.timeStep);
    const auto meetSide = [&](const ContactSide& side, const ContactSide& other,
                              std::vector<Neighbour>& beside) {
        if (!side.shape) return;
        const auto& model = side.shape->model;
        all_->find(this, *side.wrap, *model, other.object(), step.number, distance, beside);
        all_->note(this, *side.wrap, isSunk ? nullptr : model, narrowPhase, other.object(), step.number);
    };
    meetSide(a, b, besideA_);
    meetSide(b, a, besideB_);
    noted0_ = &a.object();
    noted1_ = &b.object();
}

PairInput PairNeighbours::beside(PairInput input) const {
    input.step.besideA = besideA_;
    input.step.besideB = besideB_;
    return input;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
