#include "algorithms/contact/steady_input.h"

#include <algorithm>

namespace ricochet {
namespace {

bool areSame(const Pose& a, const Pose& b) {
    return a.rotation == b.rotation && a.translation == b.translation;
}

bool areSame(std::span<const Neighbour> a, std::span<const Neighbour> b) {
    return std::ranges::equal(a, b, [](const Neighbour& m, const Neighbour& n) {
        return m.model == n.model && areSame(m.pose, n.pose);
    });
}

bool areSame(const BodyMotion& a, const BodyMotion& b) {
    return a.centre == b.centre && a.linearVelocity == b.linearVelocity &&
           a.angularVelocity == b.angularVelocity && a.gravity == b.gravity &&
           a.inverseMass == b.inverseMass && a.inverseInertia == b.inverseInertia;
}

/// Changes of a round shape or a convex body are noticed where it is read.
bool areSame(const BodyInput& a, const BodyInput& b) {
    return a.model == b.model && a.surface == b.surface && areSame(a.pose, b.pose) &&
           areSame(a.motion, b.motion);
}

bool areSame(const PairInput& a, const PairInput& b) {
    return areSame(a.a, b.a) && areSame(a.b, b.b) && a.step.timeStep == b.step.timeStep &&
           a.step.restGap == b.step.restGap && a.step.minimumQueryDistance == b.step.minimumQueryDistance &&
           a.step.isCompliant == b.step.isCompliant && a.step.isRaw == b.step.isRaw;
}

}  // namespace

bool SteadyInput::isLast(const PairInput& input, const ContactSettings& settings) const {
    return last_ && areSame(*last_, input) && areSame(besideA_, input.step.besideA) &&
           areSame(besideB_, input.step.besideB) && settings_.maxPatches == settings.maxPatches &&
           settings_.clearance == settings.clearance && settings_.pairBudget == settings.pairBudget;
}

bool SteadyInput::givesTheSame(const PairInput& input, const ContactSettings& settings) const {
    return isSteady_ && isLast(input, settings);
}

void SteadyInput::repeat(PersistentContacts& contacts) {
    for (Index i = 0; i < contacts.points.size(); ++i) {
        contacts.points[i].previous = i;
        ++contacts.points[i].age;
    }
}

void SteadyInput::note(const PairInput& input, const ContactSettings& settings,
                       const PersistentContacts& contacts) {
    last_ = input;
    settings_ = settings;
    besideA_.assign(input.step.besideA.begin(), input.step.besideA.end());
    besideB_.assign(input.step.besideB.begin(), input.step.besideB.end());
    isSteady_ = std::ranges::all_of(contacts.points,
                                    [](const ContactPoint& point) { return point.previous != kNone; });
}

}  // namespace ricochet
