// Contacts separate bodies at each crossing in its own shortest direction. For two rings that start in the
// same place these directions oppose each other, or link the rings; a crowd has no room for linked rings. So
// they are separated as wholes: along the line of centres, projected perpendicular to gravity, so that no
// work is done against it.

#include "algorithms/contact/penetration/entangled_bodies.h"

#include "algorithms/contact/penetration/whole_body_contact.h"
#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <functional>

namespace ricochet {
namespace {

/// Whether the bodies cross if A is translated.
using CrossAt = std::function<bool(const Vec3& translationOfA)>;

Vec3 centresApart(const PairInput& input) { return input.a.motion.centre - input.b.motion.centre; }

/// Whether they cross anywhere while A moves out, from `from` radii of the smaller body on.
bool crossOnPath(const CrossAt& cross, const PairInput& input, const Vec3& out, Real from = 0) {
    const Real far = input.a.surface->radius + input.b.surface->radius, radius = input.smallerRadius();
    for (Real distance = from * radius; distance < far; distance += kTolerances.stride * radius) {
        if (cross(distance * out)) return true;
    }
    return false;
}

/// Whether in each direction the bodies cross at the leaving depth, and again beyond half a radius. Bodies
/// that the leaving depth frees are not deep, for example links of a chain.
bool haveNoShortExit(const CrossAt& cross, const PairInput& input, Real leavingDepth) {
    for (const BodyInput* body : {&input.a, &input.b}) {
        for (int axis = 0; axis < 3; ++axis) {
            for (const Real sign : {1.0, -1.0}) {
                const Vec3 direction = sign * body->pose.rotation.col(axis);
                if (!cross(leavingDepth * direction) ||
                    !crossOnPath(cross, input, direction, kTolerances.isFree))
                    return false;
            }
        }
    }
    return true;
}

/// Whether the bodies are entangled at the start: they have no short separation.
bool areEntangledAtStart(const CrossAt& cross, const PairInput& input, Real leavingDepth) {
    const Real larger = std::max(input.a.surface->radius, input.b.surface->radius);
    const Real radius = input.smallerRadius();
    return radius >= kTolerances.similar * larger &&
           centresApart(input).norm() <= kTolerances.onePlace * radius && cross(Vec3::Zero()) &&
           haveNoShortExit(cross, input, leavingDepth);
}

/// Direction of A, unit: along the line of centres; for concentric bodies, from the difference of their
/// orientations.
Vec3 exitDirection(const PairInput& input) {
    const Vec3 down = input.a.motion.gravity + input.b.motion.gravity;
    const Vec3 unit = down.isZero(0) ? down : Vec3(down.normalized());
    const Matrix3 difference = input.a.pose.rotation - input.b.pose.rotation;
    for (const Vec3& apart : {Vec3(centresApart(input) / input.smallerRadius()), Vec3(difference.col(0)),
                              Vec3(difference.col(1)), Vec3(difference.col(2)), Vec3(Vec3::UnitX())}) {
        const Vec3 aside = apart - unit * unit.dot(apart);
        if (aside.norm() > kTolerances.noDirection) return aside.normalized();
    }
    return Vec3::UnitZ();
}

}  // namespace

std::optional<Candidate> entangledContact(const NarrowPhase& narrowPhase, const PairInput& input,
                                          const SpeculativeMargin& margin, PairMemory& memory,
                                          std::optional<bool>& areEntangled) {
    if (input.step.timeStep <= 0 || !input.a.surface->isSolid || !input.b.surface->isSolid)
        return std::nullopt;
    if (areEntangled == false) return std::nullopt;
    const auto crossAt = [&](const Vec3& translationOfA) {
        MeshInstance moved = input.a.instance();
        moved.pose.translation += translationOfA;
        return narrowPhase.findFirstPair(moved, input.b.instance(), memory).has_value();
    };
    const CrossAt cross = std::ref(crossAt);  // a copy would need memory
    const bool wereEntangled =
        areEntangled == true || areEntangledAtStart(cross, input, margin.leavingDepth());
    const Vec3 out = exitDirection(input);
    areEntangled = wereEntangled && crossOnPath(cross, input, out);
    if (!*areEntangled) return std::nullopt;
    const Vec3 middle = 0.5 * (input.a.motion.centre + input.b.motion.centre);
    return wholeBodyContact(middle, out, {0, 0}, /*areEntangled*/ true, margin);
}

void addTangledContact(const PairInput& input, const SpeculativeMargin& margin, FeatureContacts& found) {
    const auto touches = [&](const Candidate& candidate) { return candidate.gap <= margin.linearSlop; };
    if (found.intersecting.empty() || std::ranges::any_of(found.candidates, touches)) return;
    const BodyInput& smaller = input.a.surface->radius <= input.b.surface->radius ? input.a : input.b;
    found.candidates.push_back(wholeBodyContact(smaller.motion.centre, exitDirection(input),
                                                found.intersecting.front(), /*areEntangled*/ true, margin));
}

}  // namespace ricochet
