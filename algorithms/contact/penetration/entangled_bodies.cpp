// Contacts part bodies where they cross, each place by its own shortest way. Of two rings that start in one
// place these ways oppose each other, or link the rings; in a crowd of them there is no room for links. So
// they part as wholes: along the line of centres, and across gravity, which is not to be worked against.

#include "algorithms/contact/penetration/entangled_bodies.h"

#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ricochet {
namespace {

class Entangled {
public:
    Entangled(const NarrowPhase& narrowPhase, const ContactInput& input, const Reach& reach,
              PairMemory& memory)
        : narrowPhase_(narrowPhase),
          input_(input),
          reach_(reach),
          memory_(memory),
          radius_(std::min(input.surfaceA->radius, input.surfaceB->radius)) {}

    /// Whether bodies that start like this have no short way out.
    bool begins() {
        const Real larger = std::max(input_.surfaceA->radius, input_.surfaceB->radius);
        return radius_ >= kTolerances.similar * larger &&
               between().norm() <= kTolerances.onePlace * radius_ && cross(Vec3::Zero()) && hasNoShortWay() &&
               (hasDeepVertex(input_.a, input_.b, *input_.surfaceB) ||
                hasDeepVertex(input_.b, input_.a, *input_.surfaceA));
    }

    /// Whether they cross on A's way out, from so many radii on.
    bool crossOnWay(const Vec3& out, Real from = 0) {
        const Real far = input_.surfaceA->radius + input_.surfaceB->radius;
        for (Real way = from * radius_; way < far; way += kTolerances.stride * radius_) {
            if (cross(way * out)) return true;
        }
        return false;
    }

    /// Of A, unit.
    Vec3 wayOut() const {
        const Vec3 aside = across(between());
        if (aside.norm() > kTolerances.noDirection * radius_) return aside.normalized();
        // concentric: each body towards where it looks
        for (int axis = 0; axis < 3; ++axis) {
            const Vec3 apart = across(input_.a.pose.rotation.col(axis) - input_.b.pose.rotation.col(axis));
            if (apart.norm() > kTolerances.noDirection) return apart.normalized();
        }
        const Vec3 any = across(Vec3::UnitX());
        return any.norm() > kTolerances.noDirection ? Vec3(any.normalized()) : Vec3(Vec3::UnitZ());
    }

private:
    Vec3 between() const { return input_.motionA.centre - input_.motionB.centre; }

    bool cross(const Vec3& shiftOfA) {
        Placed shifted = input_.a;
        shifted.pose.translation += shiftOfA;
        return narrowPhase_.findFirstPair(shifted, input_.b, memory_).has_value();
    }

    bool hasNoShortWay() {
        for (const Placed* body : {&input_.a, &input_.b}) {
            for (int axis = 0; axis < 3; ++axis) {
                const Vec3 way = body->pose.rotation.col(axis);
                if (!crossOnWay(way, kTolerances.isFree) || !crossOnWay(-way, kTolerances.isFree))
                    return false;
            }
        }
        return true;
    }

    bool hasDeepVertex(const Placed& inner, const Placed& outer, const ContactSurface& outerSurface) const {
        const auto& vertices = inner.mesh().vertices();
        const std::size_t stride = vertices.size() / kTolerances.mostProbes + 1;
        for (std::size_t i = 0; i < vertices.size(); i += stride) {
            if (isDeep(place(inner.pose, vertices[i]), outer, outerSurface)) return true;
        }
        return false;
    }

    bool isDeep(const Vec3& point, const Placed& outer, const ContactSurface& surface) const {
        const Vec3 local = outer.pose.rotation.inverse() * (point - outer.pose.translation);
        const Aabb deepBox = grown(outer.mesh().box(), -reach_.leavingDepth());
        if (!surface.holdsPoint && !deepBox.contains(local)) return false;
        const auto dot = Mesh::create({point}, {{0, 0, 0}});
        if (!dot) return false;  // a vertex that is not finite
        const auto model = narrowPhase_.build(*dot);
        PairMemory memory;
        if (narrowPhase_.findClosestPair({model.get(), Pose{}}, outer, reach_.leavingDepth(), memory))
            return false;
        return contains(narrowPhase_, outer, surface, point);
    }

    Vec3 across(const Vec3& way) const {
        const Vec3 down = input_.motionA.gravity + input_.motionB.gravity;
        if (down.isZero(0)) return way;
        const Vec3 unit = down.normalized();
        return way - unit * unit.dot(way);
    }

    const NarrowPhase& narrowPhase_;
    const ContactInput& input_;
    const Reach& reach_;
    PairMemory& memory_;
    const Real radius_;  // metres: of the smaller body
};

}  // namespace

std::optional<Candidate> entangledContact(const NarrowPhase& narrowPhase, const ContactInput& input,
                                          const Reach& reach, PairMemory& memory, Entanglement& state) {
    if (input.timeStep <= 0 || !input.surfaceA->isSolid || !input.surfaceB->isSolid) return std::nullopt;
    const bool isFirst = !state.isAsked;
    state.isAsked = true;
    if (!isFirst && !state.isEntangled) return std::nullopt;
    Entangled bodies(narrowPhase, input, reach, memory);
    if (isFirst) state.isEntangled = bodies.begins();
    if (!state.isEntangled) return std::nullopt;
    const Vec3 out = bodies.wayOut();
    state.isEntangled = bodies.crossOnWay(out);
    if (!state.isEntangled) return std::nullopt;
    const Vec3 middle = 0.5 * (input.motionA.centre + input.motionB.centre);
    const Real depth = reach.leavingDepth();
    return Candidate{middle, middle + depth * out, out, -depth, 0, 0, contactKey(FeaturePair::bodies, 1, 0)};
}

}  // namespace ricochet
