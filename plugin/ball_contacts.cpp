#include "plugin/ball_contacts.h"

#include "algorithms/swept/first_contact.h"

#include <algorithm>
#include <vector>

namespace ricochet {
namespace {

constexpr Real kSinking = 0.2;    // of the smaller radius: what contacts at present poses look ahead, nearly
constexpr Real kTouching = 1e-3;  // of the smaller radius: contacts this near are planes from the start
constexpr Real kLift = 1e-3;      // of the smaller radius: air below a body that slides
constexpr Real kOpposite = -0.9;  // cosine: the two sides of a wall
constexpr Index kMostPlanes = 4;
constexpr Real kResolution = 0x1p-14;  // of the step

class Ball {
public:
    Ball(const FreeMotion& motion, const ContactInput& input)
        : isA_(input.surfaceA->radius <= input.surfaceB->radius),
          radius_(isA_ ? input.surfaceA->radius : input.surfaceB->radius),
          centre_((isA_ ? motion.a : motion.b).centre) {}

    Real radius() const { return radius_; }

    /// Metres between a ball about `centre` and the plane through the other body's point of a contact:
    /// negative inside.
    Real gap(const Vec3& normal, const Vec3& centre, const Vec3& onOther) const {
        return (isA_ ? 1 : -1) * normal.dot(centre - onOther) - radius_;
    }

    /// Whether the ball's centre is on the outer side of a present contact: not where a thin wall's far side
    /// is.
    bool isBefore(const ContactPoint& contact) const {
        return gap(contact.normal, centre_, isA_ ? contact.onB : contact.onA) > -radius_;
    }

    /// At the ball's centre: what acts there turns nobody.
    ContactPoint contactWith(const SweptContact& met, const FreeMotion& motion,
                             const ContactInput& input) const {
        // A ball that is there already may sink in as slowly as contacts at present poses can hold it.
        const Vec3 onOther = isA_ ? atPresent(met.onB, motion.b, met.time, input.b.pose)
                                  : atPresent(met.onA, motion.a, met.time, input.a.pose);
        const Real distance = std::max(gap(met.normal, centre_, onOther), kSinking * radius_);
        ContactPoint contact;
        contact.normal = met.normal;
        contact.onA = isA_ ? centre_ : Vec3(centre_ + distance * met.normal);
        contact.onB = contact.onA - distance * met.normal;
        contact.distance = distance - input.restGap;
        contact.faceA = met.faces.faceA;
        contact.faceB = met.faces.faceB;
        return contact;
    }

    /// What is left of the motion after a contact: the ball slides along the plane.
    FreeMotion slide(const FreeMotion& motion, const SweptContact& met) const {
        FreeMotion rest = {part(motion.a, met.time, 1), part(motion.b, met.time, 1)};
        const Real now = gap(met.normal, (isA_ ? rest.a : rest.b).centre, isA_ ? met.onB : met.onA);
        const Real lift = std::max(Real(0), -now) + kLift * radius_;
        rest.a.shift -= std::min(Real(0), rest.a.shift.dot(met.normal)) * met.normal;
        rest.a.centre += lift * met.normal;
        rest.a.poseAt0.translation += lift * met.normal;
        return rest;
    }

private:
    bool isA_;
    Real radius_;
    Vec3 centre_;
};

/// A body that a thin wall cuts is not to be pulled through it by the wall's far side.
void dropFarSides(const Ball& ball, ContactMemory& memory) {
    std::vector<Vec3> nearNormals;
    const auto isNear = [&](const Patch& patch) { return ball.isBefore(memory.points[patch.begin]); };
    for (const Patch& patch : memory.patches) {
        if (isNear(patch)) nearNormals.push_back(patch.normal);
    }
    std::erase_if(memory.patches, [&](const Patch& patch) {
        return !isNear(patch) && std::ranges::any_of(nearNormals, [&](const Vec3& normal) {
            return normal.dot(patch.normal) < kOpposite;
        });
    });
}

}  // namespace

void addBallContacts(const NarrowPhase& narrowPhase, const ContactInput& input, FreeMotion motion,
                     PairMemory& pairMemory, ContactMemory& memory) {
    const Ball ball(motion, input);
    dropFarSides(ball, memory);
    const auto stopAt = [&](const SweptContact& met) {
        memory.patches.push_back({met.normal, static_cast<Index>(memory.points.size()), 1});
        memory.points.push_back(ball.contactWith(met, motion, input));
        motion = ball.slide(motion, met);
    };
    // What the bodies touch already is a plane, too: contacts beside the centre let a spinning body roll
    // over.
    const std::vector<Patch> present = memory.patches;
    for (const Patch& patch : present) {
        const ContactPoint& deepest = memory.points[patch.begin];
        if (deepest.distance > kTouching * ball.radius() || !ball.isBefore(deepest)) continue;
        stopAt({0, {deepest.faceA, deepest.faceB}, deepest.onA, deepest.onB, deepest.normal});
    }
    SweptSettings sweep;
    sweep.gap = input.restGap;
    sweep.resolution = kResolution;
    for (Index plane = 0; plane < kMostPlanes; ++plane) {
        const auto met =
            firstContact(narrowPhase, {input.a.model, &input.surfaceA->topology, motion.a},
                         {input.b.model, &input.surfaceB->topology, motion.b}, sweep, pairMemory);
        if (!met || met->normal.isZero(0)) break;
        stopAt(*met);
    }
}

}  // namespace ricochet
