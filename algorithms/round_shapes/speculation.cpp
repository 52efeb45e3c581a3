#include "algorithms/round_shapes/speculation.h"

#include "algorithms/round_shapes/round_path.h"
#include "algorithms/round_shapes/round_sweep.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ricochet::round_shapes {
namespace {

constexpr Index kMostPlanes = 4;
constexpr Real kTouching = 1e-3;  // of the radius: contacts this near are planes from the start
constexpr Real kLift = 1e-3;      // of the radius: air below a body that slides
constexpr Real kLeap = 0.25;      // of the radius: a body that goes farther is stopped as a whole
constexpr Real kLargestTurn = std::numbers::pi / 4;  // radians: Bullet turns no body farther in one step
/// Of the keys of contacts with what bodies would touch within the step.
constexpr Index kSweptFeature = 0x3fffffff;

RigidMotion freeMotionOf(const ContactBody& body, Real timeStep) {
    RigidMotion free;
    free.poseAt0 = body.pose;
    free.centre = body.motion.centre;
    free.shift = timeStep * (body.motion.linearVelocity + timeStep * body.motion.gravity);
    const Real speed = body.motion.angularVelocity.norm();
    if (speed > 0) free.axis = body.motion.angularVelocity / speed;
    free.angle = std::min(timeStep * speed, kLargestTurn);
    return free;
}

bool isSwept(std::uint64_t key) {
    return key >> 30 == contactKey(FeaturePair::bodies, kSweptFeature, 0) >> 30;
}

class Speculation {
public:
    Speculation(const NarrowPhase& narrowPhase, const RoundPair& pair, const Reach& reach,
                ContactMemory& memory)
        : narrowPhase_(narrowPhase),
          pair_(pair),
          reach_(reach),
          memory_(memory),
          round_(freeMotionOf(pair.round, pair.task.timeStep)),
          mesh_(freeMotionOf(pair.mesh, pair.task.timeStep)),
          radius_(radiusOf(*pair.round.round)) {
        round_.shift -= mesh_.shift;
        mesh_.shift.setZero();
        isBall_ = path().at(0).isBall();
    }

    void run() {
        const Real way = path().way();
        if (way <= reach_.speculation) return;
        isLeap_ = !isBall_ && way > kLeap * radius_;
        slideOnPresentContacts();
        for (Index plane = 0; plane < kMostPlanes; ++plane) {
            const auto met = firstBearingTouch(narrowPhase_, *pair_.mesh.model, *pair_.mesh.surface, path(),
                                               pair_.task.restGap, reach_);
            if (!met) break;
            add(*met);
            slide(met->time, normalThen(*met));
        }
        memory_.reach = std::max(memory_.reach, way);
    }

private:
    RoundPath path() const { return {*pair_.round.round, round_, mesh_}; }

    Vec3 normalThen(const SweptTouch& met) const {
        return (poseAt(mesh_, met.time).rotation * met.touch.normal).normalized();
    }

    void slideOnPresentContacts() {
        std::vector<Candidate> planes;
        for (const Patch& patch : memory_.patches) {
            const ContactPoint& deepest = memory_.points[patch.begin];
            if (deepest.distance > kTouching * radius_) continue;
            const Vec3 normal = pair_.towardsA(patch.normal);
            if (isLeap_)
                planes.push_back(wholeAt(normal, std::max(Real{0}, deepest.distance),
                                         pair_.roundIsA ? deepest.faceB : deepest.faceA));
            lift(normal, std::max(Real{0}, -deepest.distance));
            round_.shift -= std::min(Real{0}, round_.shift.dot(normal)) * normal;
        }
        for (const Candidate& plane : planes) append(plane);
    }

    /// What is left of the motion after a contact.
    void slide(Real time, const Vec3& normal) {
        round_ = part(round_, time, 1);
        mesh_ = part(mesh_, time, 1);
        round_.shift -= std::min(Real{0}, round_.shift.dot(normal)) * normal;
        lift(normal, 0);
    }

    void lift(const Vec3& normal, Real by) {
        const Vec3 up = (by + kLift * radius_) * normal;
        round_.poseAt0.translation += up;
        round_.centre += up;
    }

    void add(const SweptTouch& met) {
        if (isLeap_) return append(stoppedWhole(met));
        const bool isKnown =
            std::ranges::find(memory_.points, met.touch.key, &ContactPoint::key) != memory_.points.end();
        if (!isKnown) append(asSeenNow(met));
    }

    void append(const Candidate& candidate) {
        memory_.patches.push_back(
            {pair_.towardsA(candidate.normal), static_cast<Index>(memory_.points.size()), 1});
        memory_.points.push_back(pair_.pointOf(candidate));
    }

    static std::uint64_t keyOf(Index face) {
        return contactKey(FeaturePair::bodies, kSweptFeature, face & kSweptFeature);
    }

    /// Between the points of both bodies that will touch, where they are now. A ball's spin moves no point
    /// towards anything.
    Candidate asSeenNow(const SweptTouch& met) const {
        const Vec3 normal = normalThen(met), onMesh = place(pair_.mesh.pose, met.touch.onMesh);
        const Pose then = poseAt(round_, met.time);
        const Vec3 touching = place(poseAt(mesh_, met.time), met.touch.onRound());
        const Vec3 local = then.rotation.inverse() * (touching - then.translation);
        const Vec3 middle = middleOf(*pair_.round.round);
        const Vec3 onRound = isBall_ ? Vec3(place(pair_.round.pose, middle) + touching - place(then, middle))
                                     : place(pair_.round.pose, local);
        const Real gap = normal.dot(onRound - onMesh);
        return {onRound, onRound - gap * normal, normal, gap, 0, met.touch.face, keyOf(met.touch.face)};
    }

    /// At the body's centre, which may go on to where it is then: what acts there turns nobody about what it
    /// touches, and through it.
    Candidate stoppedWhole(const SweptTouch& met) const {
        const Vec3 normal = normalThen(met), centreThen = round_.centre + met.time * round_.shift;
        const Real way = normal.dot(pair_.round.motion.centre - centreThen);
        return wholeAt(normal, way, met.touch.face);
    }

    /// With a plane towards which the centre may go `way` (metres).
    Candidate wholeAt(const Vec3& normal, Real way, Index face) const {
        const Vec3& centre = pair_.round.motion.centre;
        const Real gap = way + pair_.task.restGap;
        return {centre, centre - gap * normal, normal, gap, 0, face, keyOf(face)};
    }

    const NarrowPhase& narrowPhase_;
    const RoundPair& pair_;
    const Reach& reach_;
    ContactMemory& memory_;
    RigidMotion round_, mesh_;  ///< what is left of the step; the mesh's shift is in the round body's
    Real radius_;
    bool isBall_ = false, isLeap_ = false;
};

}  // namespace

void addSwept(const NarrowPhase& narrowPhase, const RoundPair& pair, const Reach& reach,
              ContactMemory& memory) {
    Speculation(narrowPhase, pair, reach, memory).run();
}

void dropSwept(ContactMemory& memory) {
    while (!memory.points.empty() && isSwept(memory.points.back().key)) {
        memory.points.pop_back();
        memory.patches.pop_back();
    }
}

}  // namespace ricochet::round_shapes
