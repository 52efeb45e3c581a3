// Contacts separate bodies at each crossing in its own shortest direction. For two rings that start in the
// same place these directions oppose each other, or link the rings; a crowd has no room for linked rings. So
// they are separated as wholes: along the line of centres, projected perpendicular to gravity, so that no
// work is done against it.

#include "algorithms/contact/penetration/entangled_bodies.h"

#include "algorithms/contact/penetration/whole_body_contact.h"
#include "algorithms/contact/tolerances.h"

#include <algorithm>

namespace ricochet {
namespace {

class Entangled {
public:
    Entangled(const NarrowPhase& narrowPhase, const PairInput& input, const SpeculativeMargin& margin,
              PairMemory& memory)
        : narrowPhase_(narrowPhase),
          input_(input),
          margin_(margin),
          memory_(memory),
          radius_(input.smallerRadius()) {}

    /// Whether the bodies are entangled at the start: they have no short separation.
    bool begins() {
        const Real larger = std::max(input_.a.surface->radius, input_.b.surface->radius);
        return radius_ >= kTolerances.similar * larger &&
               between().norm() <= kTolerances.onePlace * radius_ && cross(Vec3::Zero()) && hasNoShortExit();
    }

    /// Whether they cross anywhere while A moves out, from `from` radii on.
    bool crossOnPath(const Vec3& out, Real from = 0) {
        const Real far = input_.a.surface->radius + input_.b.surface->radius;
        for (Real distance = from * radius_; distance < far; distance += kTolerances.stride * radius_) {
            if (cross(distance * out)) return true;
        }
        return false;
    }

    /// Direction of A, unit: along the line of centres; for concentric bodies, from the difference of their
    /// orientations.
    Vec3 exitDirection() const {
        const Matrix3 turn = input_.a.pose.rotation - input_.b.pose.rotation;
        for (const Vec3& apart : {Vec3(between() / radius_), Vec3(turn.col(0)), Vec3(turn.col(1)),
                                  Vec3(turn.col(2)), Vec3(Vec3::UnitX())}) {
            const Vec3 aside = across(apart);
            if (aside.norm() > kTolerances.noDirection) return aside.normalized();
        }
        return Vec3::UnitZ();
    }

private:
    Vec3 between() const { return input_.a.motion.centre - input_.b.motion.centre; }

    bool cross(const Vec3& shiftOfA) {
        MeshInstance shifted = input_.a.instance();
        shifted.pose.translation += shiftOfA;
        return narrowPhase_.findFirstPair(shifted, input_.b.instance(), memory_).has_value();
    }

    /// Whether in each direction the bodies cross at the leaving depth, and again beyond half a radius.
    /// Bodies that the leaving depth frees are not deep, for example links of a chain.
    bool hasNoShortExit() {
        for (const BodyInput* body : {&input_.a, &input_.b}) {
            for (int axis = 0; axis < 3; ++axis) {
                for (const Real sign : {1.0, -1.0}) {
                    const Vec3 direction = sign * body->pose.rotation.col(axis);
                    if (!cross(margin_.leavingDepth() * direction) ||
                        !crossOnPath(direction, kTolerances.isFree))
                        return false;
                }
            }
        }
        return true;
    }

    Vec3 across(const Vec3& direction) const {
        const Vec3 down = input_.a.motion.gravity + input_.b.motion.gravity;
        if (down.isZero(0)) return direction;
        const Vec3 unit = down.normalized();
        return direction - unit * unit.dot(direction);
    }

    const NarrowPhase& narrowPhase_;
    const PairInput& input_;
    const SpeculativeMargin& margin_;
    PairMemory& memory_;
    const Real radius_;  // metres: of the smaller body
};

}  // namespace

std::optional<Candidate> entangledContact(const NarrowPhase& narrowPhase, const PairInput& input,
                                          const SpeculativeMargin& margin, PairMemory& memory,
                                          std::optional<bool>& areEntangled) {
    if (input.step.timeStep <= 0 || !input.a.surface->isSolid || !input.b.surface->isSolid)
        return std::nullopt;
    if (areEntangled == false) return std::nullopt;
    Entangled bodies(narrowPhase, input, margin, memory);
    const bool wereEntangled = areEntangled == true || bodies.begins();
    const Vec3 out = bodies.exitDirection();
    areEntangled = wereEntangled && bodies.crossOnPath(out);
    if (!*areEntangled) return std::nullopt;
    const Vec3 middle = 0.5 * (input.a.motion.centre + input.b.motion.centre);
    return wholeBodyContact(middle, out, {0, 0}, /*areEntangled*/ true, margin);
}

}  // namespace ricochet
