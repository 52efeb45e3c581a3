#include "algorithms/round_shapes/speculation.h"

#include "algorithms/contact/body_motion.h"
#include "algorithms/geometry/scratch.h"
#include "algorithms/round_shapes/round_path.h"
#include "algorithms/round_shapes/round_sweep.h"
#include "algorithms/round_shapes/touches.h"

#include <algorithm>

namespace ricochet::round_shapes {
namespace {

constexpr Index kMostPlanes = 4;
constexpr Real kTouching = 1e-3;     // of the radius: contacts this near are planes from the start
constexpr Real kOffset = 1e-3;       // of the radius: gap below a sliding body
constexpr Real kLargeMotion = 0.25;  // of the radius: a body that moves farther is stopped as a whole
constexpr Real kCentre = 1e-2;  // of the radius: of a sphere about the centre that stays on its side of walls
// Part of the motion that other planes remove in a corner by which a body may exceed a plane, with friction
// and ten iterations of Bullet's solver. The maximum in 10^5 shots of `bullets_bench` was 3.3 %.
constexpr Real kResidue = 0.04;
constexpr Real kSpinToSpeed = 2.0 / 7;  // of a sphere's surface speed: to rolling
/// Flag in the keys of predicted contacts within the step.
constexpr Index kSweptFeature = 0x3fffffff;

bool isSwept(std::uint64_t key) {
    return key >> 30 == contactKey(FeaturePair::bodies, kSweptFeature, 0) >> 30;
}

/// A predicted contact, and how much of the motion (metres) it removes.
struct SweptPlane {
    Candidate candidate;
    Real taken = 0;
};

class Speculation {
public:
    Speculation(const NarrowPhase& narrowPhase, const RoundPair& pair, const SpeculativeMargin& margin,
                PersistentContacts& memory)
        : narrowPhase_(narrowPhase),
          pair_(pair),
          margin_(margin),
          memory_(memory),
          round_(freeMotion(pair.round.pose, pair.round.motion, pair.input.step.timeStep)),
          mesh_(freeMotion(pair.mesh.pose, pair.mesh.motion, pair.input.step.timeStep)),
          radius_(radiusOf(*pair.round.round)),
          centre_(RoundShape::sphere(kCentre * radius_)),
          isSphere_(isSphere(*pair.round.round)) {
        round_.translation -= mesh_.translation;
        mesh_.translation.setZero();
    }

    void run() {
        const Real length = path().length();
        if (length <= margin_.distance) return;
        isLargeMotion_ = !isSphere_ && length > kLargeMotion * radius_;
        slideOnPresentContacts();
        for (Index plane = 0; plane < kMostPlanes; ++plane) {
            const auto met = firstMet();
            if (!met) break;
            const bool isAdded = add(*met);
            slide(met->time, normalThen(*met), isAdded);
        }
        boundEnd();
        for (const SweptPlane& plane : planes_) append(stoppedEarly(plane));
        memory_.speculativeDistance = std::max(memory_.speculativeDistance, length);
    }

private:
    RoundPath path() const { return {*pair_.round.round, round_, mesh_}; }

    /// In a large motion the centre is also swept: a body deep in a corner does not touch the next wall with
    /// a point over that wall.
    std::optional<SweptTouch> firstMet() const {
        auto met = firstAlong(path(), pair_.input.step.restGap);
        if (isLargeMotion_) {
            const auto centreMet = firstAlong({centre_, centreMotion(), mesh_}, 0);
            if (centreMet && (!met || centreMet->time < met->time)) met = centreMet;
        }
        if (met) passInternalEdge(met->touch);
        return met;
    }

    /// At an internal edge the body meets the surface across it.
    void passInternalEdge(Touch& touch) const {
        InternalEdges internal = pair_.internalEdges(narrowPhase_, coneToleranceOf(path().at(0), margin_));
        if (!internal.canExist()) return;
        const Pose& mesh = pair_.mesh.pose;
        const auto normal =
            internal.normalAcross(transformPoint(mesh, touch.onMesh), mesh.rotation * touch.normal,
                                  featurePair(touch.key) == FeaturePair::vertexFace, touch.face);
        if (normal) touch.normal = mesh.rotation.transpose() * *normal;
    }

    std::optional<SweptTouch> firstAlong(const RoundPath& path, Real gap) const {
        return firstBearingTouch(narrowPhase_, *pair_.mesh.model, *pair_.mesh.surface, path, gap, margin_,
                                 stops_);
    }

    RigidMotion centreMotion() const {
        RigidMotion motion = round_;
        motion.poseAt0 = {Matrix3::Identity(), round_.centre};
        motion.angle = 0;
        return motion;
    }

    Vec3 normalThen(const SweptTouch& met) const {
        return (poseAt(mesh_, met.time).rotation * met.touch.normal).normalized();
    }

    void slideOnPresentContacts() {
        ScratchVector<Candidate> planes;
        for (const Patch& patch : memory_.patches) {
            const ContactPoint& deepest = memory_.points[patch.begin];
            if (deepest.distance > kTouching * radius_) continue;
            const Vec3 normal = pair_.towardsA(patch.normal);
            if (isLargeMotion_) {
                planes.push_back(wholeAt(normal, std::max(Real{0}, deepest.distance),
                                         pair_.roundIsA ? deepest.faceB : deepest.faceA));
                stops_.push_back({pair_.roundIsA ? deepest.localOnB : deepest.localOnA,
                                  pair_.mesh.pose.rotation.transpose() * normal});
            }
            offset(normal, std::max(Real{0}, -deepest.distance));
            stop(normal);
        }
        for (const Candidate& plane : planes) append(plane);
    }

    /// Removes from the rest of the motion the component against a plane; returns its length in metres.
    Real stop(const Vec3& normal) {
        const Real taken = std::max(Real{0}, -round_.translation.dot(normal));
        round_.translation += taken * normal;
        taken_ += taken;
        return taken;
    }

    /// Continues with the remaining motion after a contact.
    void slide(Real time, const Vec3& normal, bool isAdded) {
        round_ = part(round_, time, 1);
        mesh_ = part(mesh_, time, 1);
        const Real taken = stop(normal);
        if (isAdded) planes_.back().taken = taken;
        offset(normal, 0);
    }

    /// Friction at an obstacle, and the solver's residual, may move the body farther than its swept motion:
    /// adds contacts with surfaces near the end.
    void boundEnd() {
        const Real turningDisplacement =
            pair_.input.step.timeStep * pair_.round.motion.angularVelocity.norm() * radius_;
        const Real push = kResidue * taken_ + std::min(taken_, kSpinToSpeed * turningDisplacement);
        if (!(push > 0)) return;
        const PlacedRound end = path().at(1);
        SpeculativeMargin margin = margin_;
        margin.distance = push;
        thread_local std::vector<Index> faces;  // reused, so that no memory is allocated
        thread_local std::vector<Touch> touches;
        touches.clear();
        narrowPhase_.findFaces(*pair_.mesh.model, grown(end.box(), margin.farthestGap()), faces);
        findTouches(end, {pair_.mesh.model->mesh(), *pair_.mesh.surface, faces}, margin, touches);
        for (const Touch& touch : touches) {
            if (touch.gap > pair_.input.step.restGap) add({1, touch});
        }
    }

    /// In a corner, friction at one plane pushes the body into another one, so it is stopped slightly early.
    Candidate stoppedEarly(const SweptPlane& plane) const {
        Candidate candidate = plane.candidate;
        const Real lead = std::min(kResidue * (taken_ - plane.taken),
                                   std::max(Real{0}, candidate.gap - pair_.input.step.restGap));
        candidate.gap -= lead;
        candidate.onB += lead * candidate.normal;
        return candidate;
    }

    void offset(const Vec3& normal, Real by) {
        const Vec3 up = (by + kOffset * radius_) * normal;
        round_.poseAt0.translation += up;
        round_.centre += up;
    }

    bool add(const SweptTouch& met) {
        if (isLargeMotion_) {
            stops_.push_back({met.touch.onMesh, met.touch.normal});
            planes_.push_back({stoppedWhole(met)});
            return true;
        }
        const bool isKnown =
            std::ranges::find(memory_.points, met.touch.key, &ContactPoint::key) != memory_.points.end();
        if (!isKnown) planes_.push_back({asSeenNow(met)});
        return !isKnown;
    }

    void append(const Candidate& candidate) {
        memory_.patches.push_back(
            {pair_.towardsA(candidate.normal), static_cast<Index>(memory_.points.size()), 1});
        memory_.points.push_back(pair_.pointOf(candidate));
    }

    static Candidate planeAt(const Vec3& onRound, const Vec3& normal, Real gap, Index face) {
        return {.onA = onRound,
                .onB = onRound - gap * normal,
                .normal = normal,
                .gap = gap,
                .faceA = 0,
                .faceB = face,
                .key = contactKey(FeaturePair::bodies, kSweptFeature, face & kSweptFeature)};
    }

    /// Between the present positions of the points of both bodies that will touch. A sphere's spin does not
    /// move its surface.
    Candidate asSeenNow(const SweptTouch& met) const {
        const Vec3 normal = normalThen(met), onMesh = transformPoint(pair_.mesh.pose, met.touch.onMesh);
        const Pose then = poseAt(round_, met.time);
        const Vec3 touching = transformPoint(poseAt(mesh_, met.time), met.touch.onRound());
        const Vec3 local = then.rotation.inverse() * (touching - then.translation);
        const Vec3 middle = middleOf(*pair_.round.round);
        const Vec3 onRound =
            isSphere_
                ? Vec3(transformPoint(pair_.round.pose, middle) + touching - transformPoint(then, middle))
                : transformPoint(pair_.round.pose, local);
        const Real gap = normal.dot(onRound - onMesh);
        return planeAt(onRound, normal, gap, met.touch.face);
    }

    /// At the body's centre, which may move on to its position at that time: so that the contact does not
    /// rotate the body about the obstacle, and through it.
    Candidate stoppedWhole(const SweptTouch& met) const {
        const Vec3 normal = normalThen(met), centreThen = round_.centre + met.time * round_.translation;
        const Real length = normal.dot(pair_.round.motion.centre - centreThen);
        return wholeAt(normal, length, met.touch.face);
    }

    /// With a plane towards which the centre may move by `length` (metres).
    Candidate wholeAt(const Vec3& normal, Real length, Index face) const {
        const Vec3& centre = pair_.round.motion.centre;
        const Real gap = length + pair_.input.step.restGap;
        return planeAt(centre, normal, gap, face);
    }

    const NarrowPhase& narrowPhase_;
    const RoundPair& pair_;
    const SpeculativeMargin& margin_;
    PersistentContacts& memory_;
    RigidMotion round_, mesh_;        ///< what is left of the step; the mesh's shift is in the round body's
    ScratchVector<StopPlane> stops_;  ///< of a large motion
    ScratchVector<SweptPlane> planes_;
    Real taken_ = 0;  ///< metres: by all planes
    Real radius_;
    RoundShape centre_;
    bool isSphere_, isLargeMotion_ = false;
};

}  // namespace

void addSwept(const NarrowPhase& narrowPhase, const RoundPair& pair, const SpeculativeMargin& margin,
              PersistentContacts& memory) {
    Speculation(narrowPhase, pair, margin, memory).run();
}

void dropSwept(PersistentContacts& memory) {
    while (!memory.points.empty() && isSwept(memory.points.back().key)) {
        memory.points.pop_back();
        memory.patches.pop_back();
    }
}

}  // namespace ricochet::round_shapes
