#include "algorithms/contact/nearest_contacts.h"

#include "algorithms/contact/contact.h"
#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

/// A contact at the closest points of separate meshes. These need not belong to features that have contacts.
ContactPoint contactAt(const ClosestFaces& nearest, Real distance, const PairInput& input) {
    const ClosestPoints& points = nearest.points;
    ContactPoint contact;
    contact.onA = points.onA;
    contact.onB = points.onB;
    contact.normal = (points.onA - points.onB) / distance;
    contact.distance = distance - input.step.restGap;
    contact.faceA = nearest.faces.faceA;
    contact.faceB = nearest.faces.faceB;
    contact.localOnA = input.a.pose.rotation.inverse() * (contact.onA - input.a.pose.translation);
    contact.localOnB = input.b.pose.rotation.inverse() * (contact.onB - input.b.pose.translation);
    return contact;
}

}  // namespace

void findNearestContacts(const NarrowPhase& narrowPhase, const PairInput& input,
                         const ContactSettings& settings, PairMemory& pairMemory,
                         PersistentContacts& memory) {
    const auto nearest =
        narrowPhase.findClosestPair(input.a.instance(), input.b.instance(),
                                    input.step.restGap + input.step.minimumQueryDistance, pairMemory);
    if (!nearest) {
        memory = {};
        return;
    }
    const Real radius = input.smallerRadius();
    const Real distance = std::sqrt(nearest->points.distanceSquared);
    const Real beyond = std::max(distance - input.step.restGap, Real{0}) + kTolerances.beyondNearest * radius;
    PairInput near = input;
    near.step.minimumQueryDistance = std::min(input.step.minimumQueryDistance, beyond);
    findContacts(narrowPhase, near, settings, pairMemory, memory);

    const bool hasClosest =
        std::any_of(memory.points.begin(), memory.points.end(), [&](const ContactPoint& contact) {
            return contact.distance + input.step.restGap <= distance + kTolerances.asNear * radius;
        });
    if (hasClosest || distance == 0) return;
    memory.points.push_back(contactAt(*nearest, distance, input));
    memory.patches.push_back({memory.points.back().normal, static_cast<Index>(memory.points.size() - 1), 1});
}

}  // namespace ricochet
