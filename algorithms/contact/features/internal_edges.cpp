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

/// Metres up to which surfaces count as one. A body without an inside fits into every gap.
Real flushHeight(const BodyInput& other, Real radius) {
    const bool isThin = other.surface && !other.surface->isSolid;
    return isThin ? 0 : kTolerances.flush * kTolerances.linearSlop * radius;
}

}  // namespace

InternalEdges::InternalEdges(const NarrowPhase& narrowPhase, const PairInput& input, bool ofA,
                             const Vec3& other, Real coneTolerance, Real leastSine)
    : narrowPhase_(narrowPhase),
      placed_((ofA ? input.a : input.b).instance()),
      neighbours_(ofA ? input.step.besideA : input.step.besideB),
      topology_(input.step.removesInternalEdges ? &*(ofA ? input.a : input.b).surface->topology : nullptr),
      other_(other),
      coneTolerance_(coneTolerance),
      leastSine_(leastSine),
      flush_(flushHeight(ofA ? input.b : input.a, input.smallerRadius())),
      depth_(kTolerances.shallow * kTolerances.linearSlop * input.smallerRadius() +
             relativeFall(input.a.motion, input.b.motion, input.step.timeStep)) {}

std::optional<Vec3> InternalEdges::normalAcross(const Vec3& point, const Vec3& out, bool isNormal,
                                                Index face) const {
    std::optional<Vec3> nearest;
    for (const Neighbour& each : neighbours_) {
        const MeshInstance neighbour{each.model.get(), each.pose};
        addNormals(point, out, isNormal, *each.narrowPhase, neighbour, leastSine_, nearest);
    }
    // The direction of a contact may lead over faces of its own edge by the tolerance of its cone.
    const Real leastSine = std::max(leastSine_, kOwnEdge * coneTolerance_);
    if (isAtOwnSeam(face)) addNormals(point, out, isNormal, narrowPhase_, placed_, leastSine, nearest);
    return nearest;
}

bool InternalEdges::isAtOwnSeam(Index face) const {
    return hasOwnSeams() && std::ranges::any_of(topology_->edgesOf(face), [&](Index edge) {
               return edge != kNone && !topology_->edge(edge).isManifold;
           });
}

void InternalEdges::addNormals(const Vec3& point, const Vec3& out, bool isNormal,
                               const NarrowPhase& narrowPhase, const MeshInstance& neighbour, Real leastSine,
                               std::optional<Vec3>& nearest) const {
    const Mesh& mesh = neighbour.mesh();
    const Real rounding = kTolerances.filterRounding * point.cwiseAbs().maxCoeff();
    const Real flush = flush_ + rounding, lead = kTolerances.bridged * flush;
    const Aabb box = boxAround(neighbour, point, lead + depth_);
    if (!overlaps(box, mesh.box())) return;
    thread_local std::vector<Index> faces;
    narrowPhase.findFaces(*neighbour.model, box, faces);
    for (const Index face : faces) {
        if (mesh.isBack(face)) continue;
        const Triangle corners = neighbour.triangle(face);
        Vec3 up = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
        if (up.isZero(0)) continue;
        if (mesh.isTwoSided() && up.dot(other_ - corners[0]) < 0) up = -up;
        const Real height = up.dot(point - corners[0]);
        if (height > flush || height < -depth_) continue;
        const Real cosine = up.dot(out);
        if (isNormal && cosine > kTolerances.steep) continue;
        if (nearest && cosine <= nearest->dot(out)) continue;
        const Vec3 along = out - cosine * up;
        const Real sine = along.norm();
        if (sine < leastSine) continue;
        const Vec3 foot = point - height * up, ahead = foot + lead / sine * along;
        if ((closestPoint(corners, ahead) - ahead).norm() > flush) continue;
        if (!risesAbove(foot, up, flush)) nearest = up;
    }
}

/// A surface that is flush, or falls away, is as far from a point above it as that is high. `steep` is the
/// cosine at which a face that rises from the foot is just far enough.
bool InternalEdges::risesAbove(const Vec3& foot, const Vec3& up, Real flush) const {
    const Vec3 above = foot + kTolerances.bridged * flush * up;
    const Real nearest = kTolerances.steep * kTolerances.bridged * flush;
    return narrowPhase_.closestFace(placed_, {above, nearest}).has_value();
}

void dropInternalEdges(const NarrowPhase& narrowPhase, const PairInput& input,
                       const SpeculativeMargin& margin, std::vector<Candidate>& candidates) {
    if (candidates.empty()) return;
    const Real tolerance = margin.coneTolerance;
    const InternalEdges ofA(narrowPhase, input, true, input.b.middle(), tolerance, tolerance),
        ofB(narrowPhase, input, false, input.a.middle(), tolerance, tolerance);
    if (!ofA.canExist() && !ofB.canExist()) return;
    std::erase_if(candidates, [&](const Candidate& c) {
        const FeaturePair kind = featurePair(c.key);
        return ofA.normalAcross(c.onA, -c.normal, kind == FeaturePair::faceVertex, c.faceA) ||
               ofB.normalAcross(c.onB, c.normal, kind == FeaturePair::vertexFace, c.faceB);
    });
}

}  // namespace ricochet
