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
    : neighbours_(ofA ? input.step.besideA : input.step.besideB),
      topology_(input.step.removesInternalEdges ? &*(ofA ? input.a : input.b).surface->topology : nullptr),
      other_(other),
      coneTolerance_(coneTolerance),
      leastSine_(leastSine),
      flush_(flushHeight(ofA ? input.b : input.a, input.smallerRadius())),
      depth_(kTolerances.shallow * kTolerances.linearSlop * input.smallerRadius() +
             relativeFall(input.a.motion, input.b.motion, input.step.timeStep)),
      own_(narrowPhase, (ofA ? input.a : input.b).instance()) {
    beside_.reserve(neighbours_.size());
    for (const Neighbour& each : neighbours_)
        beside_.emplace_back(*each.narrowPhase, MeshInstance{each.model.get(), each.pose});
}

std::optional<Vec3> InternalEdges::findNormal(const Query& query) {
    std::optional<Vec3> nearest;
    for (Continuation& neighbour : beside_) {
        addNormals(query, neighbour, leastSine_, nearest);
        if (nearest && query.isAnyEnough) return nearest;
    }
    // The direction of a contact may lead over faces of its own edge by the tolerance of its cone.
    const Real leastSine = std::max(leastSine_, kOwnEdge * coneTolerance_);
    if (isAtOwnSeam(query.face)) addNormals(query, own_, leastSine, nearest);
    return nearest;
}

bool InternalEdges::isAtOwnSeam(Index face) const {
    return hasOwnSeams() && std::ranges::any_of(topology_->edgesOf(face), [&](Index edge) {
               return edge != kNone && !topology_->edge(edge).isManifold;
           });
}

std::span<const Index> InternalEdges::Continuation::facesAround(const Vec3& point, Real distance,
                                                                std::vector<Index>& memory) {
    const Aabb box = boxAround(placed_, point, distance), &whole = mesh().box();
    if (!overlaps(box, whole)) return {};
    const bool isWhole = box.contains(whole.min) && box.contains(whole.max);
    if (isWhole && !all_.empty()) return all_;
    narrowPhase_->findFaces(*placed_.model, box, memory);
    if (isWhole) all_.assign(memory.begin(), memory.end());
    return memory;
}

const PlacedFace& InternalEdges::Continuation::face(Index face) {
    const Index slot = slots_.insert(face);
    if (slot == faces_.size()) {
        const Triangle corners = placed_.triangle(face);
        const Vec3 normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
        faces_.push_back({face, corners, normal});
    }
    return faces_[slot];
}

void InternalEdges::addNormals(const Query& query, Continuation& surface, Real leastSine,
                               std::optional<Vec3>& nearest) {
    const auto& [point, out, isNormal, ofFace, isAnyEnough] = query;
    const Mesh& mesh = surface.mesh();
    const Real rounding = kTolerances.filterRounding * point.cwiseAbs().maxCoeff();
    const Real flush = flush_ + rounding, lead = kTolerances.bridged * flush;
    thread_local std::vector<Index> memory;
    for (const Index face : surface.facesAround(point, lead + depth_, memory)) {
        if (mesh.isBack(face)) continue;
        const PlacedFace& placed = surface.face(face);
        if (!placed.hasArea()) continue;
        const Triangle& corners = placed.corners;
        const bool isFlipped = mesh.isTwoSided() && placed.normal.dot(other_ - corners[0]) < 0;
        const Vec3 up = isFlipped ? Vec3(-placed.normal) : placed.normal;
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
        if (risesAbove(foot, up, flush)) continue;
        nearest = up;
        if (isAnyEnough) return;
    }
}

/// A surface that is flush, or falls away, is as far from a point above it as that is high. `steep` is the
/// cosine at which a face that rises from the foot is just far enough.
bool InternalEdges::risesAbove(const Vec3& foot, const Vec3& up, Real flush) {
    const Vec3 above = foot + kTolerances.bridged * flush * up;
    const Real nearest = kTolerances.steep * kTolerances.bridged * flush;
    thread_local std::vector<Index> memory;
    return std::ranges::any_of(own_.facesAround(above, nearest, memory), [&](Index face) {
        return (closestPoint(own_.face(face).corners, above) - above).norm() <= nearest;
    });
}

void dropInternalEdges(const NarrowPhase& narrowPhase, const PairInput& input,
                       const SpeculativeMargin& margin, std::vector<Candidate>& candidates) {
    if (candidates.empty()) return;
    const Real tolerance = margin.coneTolerance;
    InternalEdges ofA(narrowPhase, input, true, input.b.middle(), tolerance, tolerance),
        ofB(narrowPhase, input, false, input.a.middle(), tolerance, tolerance);
    if (!ofA.canExist() && !ofB.canExist()) return;
    std::erase_if(candidates, [&](const Candidate& c) {
        const FeaturePair kind = featurePair(c.key);
        return ofA.isInternal(c.onA, -c.normal, kind == FeaturePair::faceVertex, c.faceA) ||
               ofB.isInternal(c.onB, c.normal, kind == FeaturePair::vertexFace, c.faceB);
    });
}

}  // namespace ricochet
