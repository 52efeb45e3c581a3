#include "algorithms/contact/steady_input.h"

#include <algorithm>

namespace ricochet {
namespace {

bool areSame(const MeshInstance& a, const MeshInstance& b) {
    return a.model == b.model && a.pose.rotation == b.pose.rotation &&
           a.pose.translation == b.pose.translation;
}

bool areSame(std::span<const Neighbour> a, std::span<const Neighbour> b) {
    return std::ranges::equal(a, b, [](const Neighbour& m, const Neighbour& n) {
        return areSame({m.model.get(), m.pose}, {n.model.get(), n.pose});
    });
}

bool areSame(const BodyMotion& a, const BodyMotion& b) {
    return a.centre == b.centre && a.linearVelocity == b.linearVelocity &&
           a.angularVelocity == b.angularVelocity && a.gravity == b.gravity &&
           a.inverseMass == b.inverseMass && a.inverseInertia == b.inverseInertia;
}

bool areSame(const ContactInput& a, const ContactInput& b) {
    return areSame(a.a, b.a) && areSame(a.b, b.b) && a.surfaceA == b.surfaceA && a.surfaceB == b.surfaceB &&
           areSame(a.motionA, b.motionA) && areSame(a.motionB, b.motionB) && a.timeStep == b.timeStep &&
           a.restGap == b.restGap && a.minimumQueryDistance == b.minimumQueryDistance &&
           a.isCompliant == b.isCompliant;
}

/// But for their history.
bool areSame(const ContactPoint& a, const ContactPoint& b) {
    return a.key == b.key && a.distance == b.distance && a.normal == b.normal && a.localOnA == b.localOnA &&
           a.localOnB == b.localOnB && a.actsAfter == b.actsAfter && a.actsAside == b.actsAside;
}

}  // namespace

bool SteadyInput::isLast(const ContactInput& input, const ContactSettings& settings) const {
    return last_ && areSame(last_->input, input) && areSame(last_->besideA, input.besideA) &&
           areSame(last_->besideB, input.besideB) && last_->settings.maxPatches == settings.maxPatches &&
           last_->settings.clearance == settings.clearance &&
           last_->settings.pairBudget == settings.pairBudget;
}

bool SteadyInput::givesTheSame(const ContactInput& input, const ContactSettings& settings) const {
    return isSteady_ && isLast(input, settings);
}

void SteadyInput::repeat(PersistentContacts& contacts) {
    for (Index i = 0; i < contacts.points.size(); ++i) {
        contacts.points[i].previous = i;
        ++contacts.points[i].age;
    }
}

void SteadyInput::begin(const ContactInput& input, const ContactSettings& settings,
                        const PersistentContacts& contacts) {
    before_.reset();
    if (isLast(input, settings)) {
        before_ = contacts.points;
    } else {
        if (!last_) last_.emplace(Last{input, settings, {}, {}});
        last_->input = input;
        last_->settings = settings;
        last_->besideA.assign(input.besideA.begin(), input.besideA.end());
        last_->besideB.assign(input.besideB.begin(), input.besideB.end());
    }
}

void SteadyInput::end(const PersistentContacts& contacts) {
    const auto same = [](const ContactPoint& a, const ContactPoint& b) { return areSame(a, b); };
    const auto continues = [](const ContactPoint& point) { return point.previous != kNone; };
    isSteady_ = before_ && std::ranges::equal(*before_, contacts.points, same) &&
                std::ranges::all_of(contacts.points, continues);  // not those predicted for one step
    before_.reset();
}

}  // namespace ricochet
