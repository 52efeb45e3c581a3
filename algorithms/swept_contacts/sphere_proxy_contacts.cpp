#include "algorithms/swept_contacts/sphere_proxy_contacts.h"

#include "algorithms/contact/features/internal_edges.h"
#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/closest_points.h"
#include "algorithms/round_shapes/round_sweep.h"
#include "algorithms/swept/first_contact.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace ricochet {
namespace {

using round_shapes::firstTouch;
using round_shapes::RoundPath;
using round_shapes::StopPlane;

constexpr Real kSinking = 0.2;    // of the smaller radius: nearly the look-ahead at present poses
constexpr Real kTouching = 1e-3;  // of the smaller radius: contacts this near are planes from the start
constexpr Real kOffset = 1e-3;    // of the smaller radius: gap below a sliding body
constexpr Real kOpposite = -0.9;  // cosine: the two sides of a wall
constexpr Index kMostPlanes = 4;
constexpr Index kMostBoundingPlanes = 8;
constexpr Real kPush = 4;  // of the proxy's own motion: how far others may push it

class SphereProxy {
public:
    SphereProxy(const RelativeMotion& motion, const PairInput& input)
        : isA_(input.a.surface->radius <= input.b.surface->radius),
          radius_(isA_ ? radiusAboutCentre(motion.a, *input.a.surface)
                       : radiusAboutCentre(motion.b, *input.b.surface)),
          centre_((isA_ ? motion.a : motion.b).centre) {}

    Real radius() const { return radius_; }
    const Vec3& centre() const { return centre_; }
    bool isA() const { return isA_; }
    const BodyInput& other(const PairInput& input) const { return isA_ ? input.b : input.a; }

    /// Metres between a sphere about `centre` and the plane through the other body's point of a contact:
    /// negative inside.
    Real gap(const Vec3& normal, const Vec3& centre, const Vec3& onOther) const {
        return (isA_ ? 1 : -1) * normal.dot(centre - onOther) - radius_;
    }

    /// Whether the proxy's centre is on the outer side of a present contact; false for a thin wall's back
    /// side.
    bool isBefore(const ContactPoint& contact) const {
        return gap(contact.normal, centre_, isA_ ? contact.onB : contact.onA) > -radius_;
    }

    /// At the proxy's centre, so that it does not rotate the body.
    ContactPoint contactWith(const SweptContact& met, const RelativeMotion& motion,
                             const PairInput& input) const {
        return contactAt(met.normal, onOther(met, motion, input), met.faces, 0, input);
    }

    /// Stops bodies that intersect at the start of the motion: the plane of the other body's intersected
    /// face, on the side of the sphere's centre. No normal: the face has no area.
    SweptContact atCutFace(SweptContact met, const RelativeMotion& motion, const PairInput& input) const {
        const RigidMotion& otherMotion = isA_ ? motion.b : motion.a;
        const MeshInstance then{other(input).model, otherMotion.poseAt0};
        const Triangle face = then.triangle(isA_ ? met.faces.faceB : met.faces.faceA);
        const Vec3 normal = (face[1] - face[0]).cross(face[2] - face[0]).normalized();
        const Real height = normal.dot((isA_ ? motion.a : motion.b).centre - face[0]);
        met.normal = (height < 0) == isA_ ? Vec3(-normal) : normal;
        return met;
    }

    /// The plane of a contact, in the other body's frame.
    StopPlane planeOf(const SweptContact& met, const RelativeMotion& motion) const {
        const Pose then = poseAt(isA_ ? motion.b : motion.a, met.time);
        const Matrix3 toOther = then.rotation.inverse();
        return {toOther * ((isA_ ? met.onB : met.onA) - then.translation),
                (toOther * (isA_ ? met.normal : Vec3(-met.normal))).normalized()};
    }

    /// A time before which the sphere meets nothing of the other body but what is behind `stops`; none: it
    /// never does, nor does the body inside it.
    std::optional<Real> freeTime(const NarrowPhase& narrowPhase, const RelativeMotion& motion,
                                 const PairInput& input, const SweptSettings& settings,
                                 std::span<const StopPlane> stops) const {
        const RigidMotion &own = isA_ ? motion.a : motion.b, &otherMotion = isA_ ? motion.b : motion.a;
        const RoundShape sphere = RoundShape::sphere(radius_);
        RigidMotion straight = standing({Matrix3::Identity(), own.centre});
        straight.centre = own.centre;
        straight.translation = own.translation;
        const auto touch = firstTouch(narrowPhase, *other(input).model,
                                      RoundPath(sphere, straight, otherMotion), settings, stops);
        return touch ? std::optional(touch->time) : std::nullopt;
    }

    /// Stops the proxy where a search ended: a plane across its motion. No normal: it only rotates.
    SweptContact acrossMotion(SweptContact met, const RelativeMotion& motion) const {
        met.normal = (motion.b.translation - motion.a.translation).normalized();
        const RigidMotion& own = isA_ ? motion.a : motion.b;
        const Vec3 centre = own.centre + met.time * own.translation;
        met.onA = met.onB = centre - (isA_ ? 1 : -1) * radius_ * met.normal;
        return met;
    }

    /// At an internal edge of the other body the proxy meets the surface across it.
    void passInternalEdge(const NarrowPhase& narrowPhase, const RelativeMotion& motion,
                          const PairInput& input, SweptContact& met) const {
        InternalEdges edges(narrowPhase, input, !isA_, centre_, kTolerances.coneSine, kTolerances.coneSine);
        if (!edges.canExist()) return;
        const auto ofFace = isA_ ? TouchingFeatures::vertexFace : TouchingFeatures::faceVertex;
        const Real side = isA_ ? 1 : -1;
        const auto normal =
            edges.normalAcross(onOther(met, motion, input), side * met.normal, met.features == ofFace,
                               isA_ ? met.faces.faceB : met.faces.faceA);
        if (normal) met.normal = side * *normal;
    }

    /// With a plane through the other body's `onOther`, towards which the proxy may move by `displacement`
    /// (metres) in any case. A proxy that is there already may sink in at a rate that contacts at present
    /// poses can stop.
    ContactPoint contactAt(const Vec3& normal, const Vec3& onOther, const FacePair& faces, Real displacement,
                           const PairInput& input) const {
        const Real distance = std::max({gap(normal, centre_, onOther), kSinking * radius_, displacement});
        ContactPoint contact;
        contact.normal = normal;
        contact.onA = isA_ ? centre_ : Vec3(centre_ + distance * normal);
        contact.onB = contact.onA - distance * normal;
        contact.distance = distance - input.step.restGap;
        contact.faceA = faces.faceA;
        contact.faceB = faces.faceB;
        contact.normalOwner = isA_ ? NormalOwner::b : NormalOwner::a;  // the proxy is round
        return contact;
    }

    /// What is left of the motion after a contact: the proxy slides along the plane.
    RelativeMotion slide(const RelativeMotion& motion, const SweptContact& met) const {
        RelativeMotion rest = {part(motion.a, met.time, 1), part(motion.b, met.time, 1)};
        const Real now = gap(met.normal, (isA_ ? rest.a : rest.b).centre, isA_ ? met.onB : met.onA);
        const Real offset = std::max(Real(0), -now) + kOffset * radius_;
        rest.a.translation -= std::min(Real(0), rest.a.translation.dot(met.normal)) * met.normal;
        rest.a.centre += offset * met.normal;
        rest.a.poseAt0.translation += offset * met.normal;
        return rest;
    }

private:
    /// The other body's point of a contact, where it is now.
    Vec3 onOther(const SweptContact& met, const RelativeMotion& motion, const PairInput& input) const {
        return isA_ ? atPresent(met.onB, motion.b, met.time, input.b.pose)
                    : atPresent(met.onA, motion.a, met.time, input.a.pose);
    }

    bool isA_;
    Real radius_;
    Vec3 centre_;
};

void addPatch(const ContactPoint& contact, PersistentContacts& memory) {
    memory.patches.push_back({contact.normal, static_cast<Index>(memory.points.size()), 1});
    memory.points.push_back(contact);
}

/// Prevents a body cut by a thin wall from being pulled through it by contacts with the wall's back side.
void dropBackSides(const SphereProxy& proxy, PersistentContacts& memory) {
    std::vector<Vec3> nearNormals;
    const auto isNear = [&](const Patch& patch) { return proxy.isBefore(memory.points[patch.begin]); };
    for (const Patch& patch : memory.patches) {
        if (isNear(patch)) nearNormals.push_back(patch.normal);
    }
    std::erase_if(memory.patches, [&](const Patch& patch) {
        return !isNear(patch) && std::ranges::any_of(nearNormals, [&](const Vec3& normal) {
            return normal.dot(patch.normal) < kOpposite;
        });
    });
}

/// The point of a face closest to the proxy's centre.
struct NearPoint {
    Real distance;  ///< metres
    Vec3 point;
    Index face;
};

/// The points of the faces that come within `queryDistance` of a point, ordered by distance.
std::vector<NearPoint> nearPoints(const NarrowPhase& narrowPhase, const MeshInstance& mesh, const Vec3& point,
                                  Real queryDistance) {
    std::vector<Index> faces;
    narrowPhase.findFaces(*mesh.model, boxAround(mesh, point, queryDistance), faces);
    std::vector<NearPoint> near;
    for (const Index face : faces) {
        const Vec3 onFace = closestPoint(mesh.triangle(face), point);
        const Real distance = (onFace - point).norm();
        if (0 < distance && distance <= queryDistance) near.push_back({distance, onFace, face});
    }
    std::ranges::sort(near, {}, [](const NearPoint& n) { return std::pair(n.distance, n.face); });
    return near;
}

/// A plane that the proxy may not cross, in the other body's frame.
struct Plane {
    Vec3 normal, point;
    Real heightOf(const Vec3& place) const { return normal.dot(place - point); }
};

/// Another body may push the proxy while contacts are solved, and its motion is not checked again. So
/// surfaces near it get bounding planes, the nearest first, towards each of which the proxy may move as far
/// as it does by itself. Surfaces beyond a plane need none, and there is none across the proxy's own path.
void addBoundingPlanes(const NarrowPhase& narrowPhase, const PairInput& input, const SphereProxy& proxy,
                       const Vec3& end, Real queryDistance, PersistentContacts& memory) {
    const Real side = proxy.isA() ? 1 : -1;
    std::vector<Plane> planes;
    for (const Patch& patch : memory.patches) {
        const ContactPoint& contact = memory.points[patch.begin];
        planes.push_back({side * contact.normal, proxy.isA() ? contact.onB : contact.onA});
    }
    Index count = 0;
    for (const NearPoint& near :
         nearPoints(narrowPhase, proxy.other(input).instance(), proxy.centre(), queryDistance)) {
        const auto isBeyond = [&](const Plane& plane) {
            return plane.heightOf(near.point) < kTouching * proxy.radius();
        };
        if (std::ranges::any_of(planes, isBeyond)) continue;
        const Plane plane{(proxy.centre() - near.point) / near.distance, near.point};
        planes.push_back(plane);
        const Real left = plane.heightOf(end);
        if (left < 0) continue;
        const FacePair faces = proxy.isA() ? FacePair{0, near.face} : FacePair{near.face, 0};
        addPatch(proxy.contactAt(side * plane.normal, near.point, faces, near.distance - left, input),
                 memory);
        if (++count == kMostBoundingPlanes) return;
    }
}

bool isStanding(const BodyMotion& motion) {
    return motion.linearVelocity.isZero(0) && motion.angularVelocity.isZero(0) && motion.gravity.isZero(0);
}

}  // namespace

void addProxyContacts(const NarrowPhase& narrowPhase, const PairInput& input, RelativeMotion motion,
                      PairMemory& pairMemory, PersistentContacts& memory) {
    const SphereProxy proxy(motion, input);
    const Real queryDistance = proxy.radius() + kPush * displacementOf(motion, input);
    const Vec3 begin = motion.a.centre;
    dropBackSides(proxy, memory);
    std::vector<StopPlane> stops;
    const auto stopAt = [&](const SweptContact& met) {
        stops.push_back(proxy.planeOf(met, motion));
        addPatch(proxy.contactWith(met, motion, input), memory);
        motion = proxy.slide(motion, met);
    };
    // Existing contacts also get a plane: contacts beside the centre would let a spinning body roll over.
    const std::vector<Patch> present = memory.patches;
    for (const Patch& patch : present) {
        const ContactPoint& deepest = memory.points[patch.begin];
        if (deepest.distance > kTouching * proxy.radius() || !proxy.isBefore(deepest)) continue;
        stopAt({0, {deepest.faceA, deepest.faceB}, deepest.onA, deepest.onB, deepest.normal});
    }
    SweptBudget budget;  // of the searches for all planes
    SweptSettings sweep;
    sweep.gap = input.step.restGap;
    sweep.resolution = kSweepResolution;
    sweep.budget = &budget;
    const auto freeTime = [&] { return proxy.freeTime(narrowPhase, motion, input, sweep, stops); };
    for (Index plane = 0; plane < kMostPlanes; ++plane) {
        // What slides along a plane mostly meets nothing else.
        if (!stops.empty() && !freeTime()) break;
        auto met = firstContact(narrowPhase, {input.a.model, &input.a.surface->topology, motion.a},
                                {input.b.model, &input.b.surface->topology, motion.b}, sweep, pairMemory);
        const bool isCoarse = met && met->isCoarse;
        if (isCoarse) {
            const std::optional<Real> free = freeTime();
            if (!free) break;
            met->time = std::max(met->time, *free);
            met = proxy.acrossMotion(*met, motion);
        } else if (met && met->normal.isZero(0)) {
            met = proxy.atCutFace(*met, motion, input);
        }
        if (!met || met->normal.isZero(0)) break;
        if (!isCoarse) proxy.passInternalEdge(narrowPhase, motion, input, *met);
        stopAt(*met);
        if (isCoarse) break;
    }
    if (!isStanding(proxy.isA() ? input.b.motion : input.a.motion)) return;
    const Vec3 displacement = motion.a.centre + motion.a.translation - begin;  // of A, as seen from B
    addBoundingPlanes(narrowPhase, input, proxy,
                      proxy.centre() + (proxy.isA() ? displacement : Vec3(-displacement)), queryDistance,
                      memory);
}

}  // namespace ricochet
