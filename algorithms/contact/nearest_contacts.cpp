#include "algorithms/contact/nearest_contacts.h"

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/contact.h"
#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

/// A contact at the closest points of separate meshes. These need not belong to features that have contacts.
ContactPoint contactAt(const ClosestFaces& nearest, Real distance, const PairInput& input) {
    const auto& [onA, onB, distanceSquared] = nearest.points;
    return contactPoint({.onA = onA,
                         .onB = onB,
                         .normal = (onA - onB) / distance,
                         .gap = distance,
                         .faceA = nearest.faces.faceA,
                         .faceB = nearest.faces.faceB,
                         .key = 0},
                        input);
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
