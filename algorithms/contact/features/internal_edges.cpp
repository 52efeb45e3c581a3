// Bullet's internal-edge utility and Jolt's internal edge removal compare a contact's normal with the faces
// beside its edge. Here these may be faces of other bodies: what matters is whether they continue the
// surface, not whose they are.

#include "algorithms/contact/features/internal_edges.h"

#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/closest_points.h"

#include <algorithm>

namespace ricochet {
namespace {

constexpr Real kOwnEdge = 2;  // cone tolerances: of two faces at an obtuse angle

}  // namespace

InternalEdges::InternalEdges(const NarrowPhase& narrowPhase, const Side& side, const Pair& pair)
    : narrowPhase_(narrowPhase),
      side_(side),
      pair_(pair),
      flush_(pair.isOtherThin ? 0 : kTolerances.flush * kTolerances.linearSlop * pair.radius),
      depth_(kTolerances.shallow * kTolerances.linearSlop * pair.radius + pair.fall) {}

std::optional<Vec3> InternalEdges::normalAcross(const SurfacePoint& contact) const {
    std::optional<Vec3> nearest;
    for (const Neighbour& each : side_.neighbours) {
        const MeshInstance neighbour{each.model.get(), each.pose};
        addNormals(contact, *each.narrowPhase, neighbour, pair_.leastSine, nearest);
    }
    // The direction of a contact may lead over faces of its own edge by the tolerance of its cone.
    const Real leastSine = std::max(pair_.leastSine, kOwnEdge * pair_.coneTolerance);
    if (isAtOwnSeam(contact.face)) addNormals(contact, narrowPhase_, side_.placed, leastSine, nearest);
    return nearest;
}

bool InternalEdges::isAtOwnSeam(Index face) const {
    return hasOwnSeams() && std::ranges::any_of(side_.topology->edgesOf(face), [&](Index edge) {
               return edge != kNone && !side_.topology->edge(edge).isManifold;
           });
}

void InternalEdges::addNormals(const SurfacePoint& contact, const NarrowPhase& narrowPhase,
                               const MeshInstance& neighbour, Real leastSine,
                               std::optional<Vec3>& nearest) const {
    const Mesh& mesh = neighbour.mesh();
    const Real rounding = kTolerances.filterRounding * contact.point.cwiseAbs().maxCoeff();
    const Real flush = flush_ + rounding, lead = kTolerances.bridged * flush;
    const Aabb box = boxAround(neighbour, contact.point, lead + depth_);
    if (!overlaps(box, mesh.box())) return;
    thread_local std::vector<Index> faces;
    narrowPhase.findFaces(*neighbour.model, box, faces);
    for (const Index face : faces) {
        if (mesh.isBack(face)) continue;
        const Triangle corners = neighbour.triangle(face);
        Vec3 up = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
        if (up.isZero(0)) continue;
        if (mesh.isTwoSided() && up.dot(pair_.other - corners[0]) < 0) up = -up;
        const Real height = up.dot(contact.point - corners[0]);
        if (height > flush || height < -depth_) continue;
        const Real cosine = up.dot(contact.out);
        if (contact.isOnFace && cosine > kTolerances.steep) continue;
        if (nearest && cosine <= nearest->dot(contact.out)) continue;
        const Vec3 along = contact.out - cosine * up;
        const Real sine = along.norm();
        if (sine < leastSine) continue;
        const Vec3 foot = contact.point - height * up, ahead = foot + lead / sine * along;
        if ((closestPoint(corners, ahead) - ahead).norm() > flush) continue;
        if (!risesAbove(foot, up, flush)) nearest = up;
    }
}

/// A surface that is flush, or falls away, is as far from a point above it as that is high. `steep` is the
/// cosine at which a face that rises from the foot is just far enough.
bool InternalEdges::risesAbove(const Vec3& foot, const Vec3& up, Real flush) const {
    const Vec3 above = foot + kTolerances.bridged * flush * up;
    const Real nearest = kTolerances.steep * kTolerances.bridged * flush;
    return narrowPhase_.closestFace(side_.placed, {above, nearest}).has_value();
}

void dropInternalEdges(const NarrowPhase& narrowPhase, const ContactInput& input,
                       const SpeculativeMargin& margin, std::vector<Candidate>& candidates) {
    const auto sideOf = [&](const MeshInstance& placed, const ContactSurface& surface,
                            std::span<const Neighbour> beside) {
        return InternalEdges::Side{placed, beside, input.removesInternalEdges ? &surface.topology : nullptr};
    };
    const auto middleOf = [](const MeshInstance& placed, const ContactSurface& surface) {
        return transformPoint(placed.pose, surface.centre);
    };
    InternalEdges::Pair pair{middleOf(input.b, *input.surfaceB),
                             !input.surfaceB->isSolid,
                             std::min(input.surfaceA->radius, input.surfaceB->radius),
                             relativeFall(input.motionA, input.motionB, input.timeStep),
                             margin.coneTolerance,
                             margin.coneTolerance};
    const InternalEdges ofA(narrowPhase, sideOf(input.a, *input.surfaceA, input.besideA), pair);
    pair.other = middleOf(input.a, *input.surfaceA);
    pair.isOtherThin = !input.surfaceA->isSolid;
    const InternalEdges ofB(narrowPhase, sideOf(input.b, *input.surfaceB, input.besideB), pair);
    if (!ofA.canExist() && !ofB.canExist()) return;
    std::erase_if(candidates, [&](const Candidate& c) {
        const FeaturePair kind = kindOf(c.key);
        return ofA.normalAcross({c.onA, -c.normal, kind == FeaturePair::faceVertex, c.faceA}) ||
               ofB.normalAcross({c.onB, c.normal, kind == FeaturePair::vertexFace, c.faceB});
    });
}

}  // namespace ricochet
