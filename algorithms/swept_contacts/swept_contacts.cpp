#include "algorithms/swept_contacts/swept_contacts.h"

#include "algorithms/contact/contact.h"
#include "algorithms/swept/first_contact.h"
#include "algorithms/swept_contacts/relative_motion.h"
#include "algorithms/swept_contacts/sphere_proxy_contacts.h"

#include <algorithm>

namespace ricochet {
namespace {

// Fractions of the smaller body's radius: limits of the relative displacement.
constexpr Real kSlow = 0.05;        // up to this, contacts at present poses suffice
constexpr Real kAhead = 0.5;        // up to this they suffice if there are any; limit of their look-ahead
constexpr Real kLargeMotion = 0.5;  // beyond, a spin may turn a body about an obstacle, and through it

/// Corners that pass one another, or a corner and an edge, are no contact before they touch, and what lies
/// beyond the margin is none: only where no face is near as far as the bodies go there is nothing to see.
bool presentContactsSuffice(const PersistentContacts& memory, Real displacement, Real radius) {
    const bool nothingIsNear = memory.facePairs.empty() && displacement <= memory.speculativeDistance;
    const bool seeNothing = memory.points.empty() && !nothingIsNear;
    return displacement <= (seeNothing ? kSlow : kAhead) * radius;
}

SweptMesh sweptMesh(const BodyInput& body, const RigidMotion& motion) {
    const ContactSurface& surface = *body.surface;
    return {body.model, &surface.topology, motion, surface.whole ? &*surface.whole : nullptr};
}

/// Appends `contacts` at a time of the motion that are not yet in `memory`, expressed at the present poses.
void addFromThen(const PersistentContacts& contacts, Real time, const RelativeMotion& motion,
                 const PairInput& input, PersistentContacts& memory) {
    const auto isNew = [known = memory.points](const ContactPoint& contact) {
        return std::ranges::find(known, contact.key, &ContactPoint::key) == known.end();
    };
    for (const Patch& patch : contacts.patches) {
        Patch seen{patch.normal, static_cast<Index>(memory.points.size()), 0};
        for (Index i = patch.begin; i < patch.begin + patch.count; ++i) {
            if (!isNew(contacts.points[i])) continue;
            ContactPoint contact = contacts.points[i];
            contact.onA = atPresent(contact.onA, motion.a, time, input.a.pose);
            contact.onB = atPresent(contact.onB, motion.b, time, input.b.pose);
            contact.distance = contact.normal.dot(contact.onA - contact.onB) - input.step.restGap;
            memory.points.push_back(contact);
            ++seen.count;
        }
        if (seen.count > 0) memory.patches.push_back(seen);
    }
}

/// The neighbours of a side that moves from one pose to another.
std::vector<Neighbour> movedAlong(std::span<const Neighbour> beside, const Pose& from, const Pose& to) {
    std::vector<Neighbour> moved(beside.begin(), beside.end());
    for (Neighbour& neighbour : moved) {
        const Pose inSide = seenFrom(from, neighbour.pose);
        neighbour.pose = {to.rotation * inSide.rotation, transformPoint(to, inSide.translation)};
    }
    return moved;
}

void addContactsOfImpact(const NarrowPhase& narrowPhase, const PairInput& input, const RelativeMotion& motion,
                         const ContactSettings& settings, PairMemory& pairMemory,
                         PersistentContacts& memory) {
    if (memory.intersectingPairs > 0) return;  // their first contact has passed
    SweptBudget budget;
    SweptSettings sweep{.gap = input.step.restGap, .resolution = kSweepResolution};
    sweep.startsNear = !memory.points.empty();
    sweep.budget = &budget;  // contacts at a coarse time look ahead, too
    const auto met = firstContact(narrowPhase, sweptMesh(input.a, motion.a), sweptMesh(input.b, motion.b),
                                  sweep, pairMemory);
    if (!met || met->time == 0) return;
    PairInput then = input;
    then.a.pose = poseAt(motion.a, met->time);
    then.b.pose = poseAt(motion.b, met->time);
    const auto besideA = movedAlong(input.step.besideA, input.a.pose, then.a.pose),
               besideB = movedAlong(input.step.besideB, input.b.pose, then.b.pose);
    then.step.besideA = besideA;
    then.step.besideB = besideB;
    then.a.motion.centre += met->time * motion.a.translation;
    then.step.timeStep = (1 - met->time) * input.step.timeStep;
    PersistentContacts contacts;
    contacts.lastSeparated = {seenFrom(then.b.pose, then.a.pose), 0, true};  // they have only just met
    findContacts(narrowPhase, then, settings, pairMemory, contacts);
    addFromThen(contacts, met->time, motion, input, memory);
}

}  // namespace

void addSweptContacts(const NarrowPhase& narrowPhase, const PairInput& input, const ContactSettings& settings,
                      PairMemory& pairMemory, PersistentContacts& memory) {
    if (!input.step.looksAhead || input.step.timeStep <= 0) return;
    if (memory.areEntangled == true) return;
    const RelativeMotion motion = relativeMotion(input);
    const Real displacement = displacementOf(motion, input), radius = input.smallerRadius();
    if (presentContactsSuffice(memory, displacement, radius)) return;
    const std::size_t points = memory.points.size();
    if (displacement > kLargeMotion * radius) {
        addProxyContacts(narrowPhase, input, motion, pairMemory, memory);
    } else {
        addContactsOfImpact(narrowPhase, input, motion, settings, pairMemory, memory);
    }
    memory.speculativeDistance = std::max(memory.speculativeDistance, displacement);
    const auto isAppended = [&](const Patch& patch) { return patch.begin >= points; };
    memory.sweptPoints = static_cast<Index>(memory.points.size() - points);
    memory.sweptPatches = static_cast<Index>(std::ranges::count_if(memory.patches, isAppended));
}

}  // namespace ricochet
