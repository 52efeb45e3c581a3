#include "algorithms/swept/first_contact.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/swept/rigid_contact.h"
#include "algorithms/swept/swept_face.h"
#include "algorithms/swept/swept_face_pairs.h"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

/// The time up to `end` in which the balls about both meshes, which go straight, come within `gap` of each
/// other.
std::optional<TimeSpan> approach(const SweptMesh& a, const SweptMesh& b, const SweptSettings& settings) {
    constexpr Real kRoundUp = 1 + 1e-9;
    const Real reach = kRoundUp * (radiusAboutCentre(a.motion, a.model->mesh().box()) +
                                   radiusAboutCentre(b.motion, b.model->mesh().box()) + settings.gap);
    const Vec3 between = a.motion.centre - b.motion.centre, way = a.motion.shift - b.motion.shift;
    // |between + t way| = reach
    const Real squareOfWay = way.squaredNorm(), half = between.dot(way);
    const Real beyond = between.squaredNorm() - reach * reach;
    if (squareOfWay == 0) return beyond > 0 ? std::nullopt : std::optional(TimeSpan{0, settings.end});
    const Real discriminant = half * half - squareOfWay * beyond;
    if (discriminant < 0) return std::nullopt;
    const Real root = std::sqrt(discriminant);
    const TimeSpan span = {std::max(Real(0), (-half - root) / squareOfWay),
                           std::min(settings.end, (-half + root) / squareOfWay)};
    return span.begin <= span.end ? std::optional(span) : std::nullopt;
}

Real radiusOf(const Model& model) { return 0.5 * model.mesh().box().size().norm(); }

/// Parts of a stretch of time in which bodies come no farther than the smaller one's radius.
Index partsOf(const SweptMesh& a, const SweptMesh& b, const TimeSpan& span) {
    constexpr Real kMostParts = 256;
    const Real way = 2 * reachFromMiddle(*a.model, a.motion, *b.model, b.motion) * span.length();
    const Real radius = std::min(radiusOf(*a.model), radiusOf(*b.model));
    if (!(way > radius)) return 1;
    return static_cast<Index>(std::min(kMostParts, std::ceil(way / radius)));
}

ClosestPoints closestAt(const RigidPair& pair, Real time) {
    const Moment a = momentOf(*pair.motionA, time), b = momentOf(*pair.motionB, time);
    const auto& c = pair.corners;
    if (pair.kind == FeatureKind::edgeEdge)
        return closestPoints(c[0].at(a), c[1].at(a), c[2].at(b), c[3].at(b));
    const Vec3 vertex = c[0].at(a), onFace = closestPoint({c[1].at(b), c[2].at(b), c[3].at(b)}, vertex);
    return {vertex, onFace, (vertex - onFace).squaredNorm()};
}

bool ownsVertex(const SweptMesh& body, Index face, std::size_t corner) {
    const MeshTopology& topology = *body.topology;
    return topology.vertexOwner[topology.weld[body.model->mesh().faces()[face][corner]]] == face;
}

bool ownsEdge(const SweptMesh& body, Index face, std::size_t corner) {
    const Index edge = body.topology->faceEdges[face][corner];
    return edge != kNone && body.topology->edgeOwner[edge] == face;
}

/// What becomes of the contacts that are found.
enum class Wanted { earliest, all };

/// One part of the motions.
class PartSearch {
public:
    PartSearch(const SweptMesh& a, const SweptMesh& b, const TimeSpan& span, const SweptSettings& settings,
               Wanted wanted)
        : a_(a),
          b_(b),
          motionA_(part(a.motion, span.begin, span.end)),
          motionB_(part(b.motion, span.begin, span.end)),
          span_(span),
          settings_{settings.gap, settings.resolution / span.length()},
          wanted_(wanted),
          common_(motionB_.shift),
          facesA_(a.model->mesh(), motionA_),
          facesB_(b.model->mesh(), motionB_) {
        // What both have in common brings them no nearer: seen from B's centre, sweeps are shorter.
        motionA_.shift -= common_;
        motionB_.shift.setZero();
    }
    PartSearch(const PartSearch&) = delete;

    /// Where only the earliest contact is wanted, it is the last.
    std::vector<SweptContact> find(const NarrowPhase& narrowPhase, PairMemory& memory, FacePairs& pairs) {
        findSweptFacePairs(narrowPhase, *a_.model, motionA_, *b_.model, motionB_, settings_.gap, memory,
                           pairs);
        for (const FacePair& pair : pairs) ask(pair);
        return std::move(found_);
    }

private:
    void ask(const FacePair& pair) {
        const SweptFace& a = facesA_[pair.faceA];
        const SweptFace& b = facesB_[pair.faceB];
        if (!mayMeet(a, b, settings_.gap)) return;
        for (std::size_t k = 0; k < 3; ++k) {
            if (ownsVertex(a_, pair.faceA, k)) askVertex(pair, a.paths[k], b, false);
            if (ownsVertex(b_, pair.faceB, k)) askVertex(pair, b.paths[k], a, true);
            if (ownsEdge(a_, pair.faceA, k)) askEdges(pair, a, k, b);
        }
    }

    /// `isOfB`: the vertex is B's, and the face A's.
    void askVertex(const FacePair& faces, const PointPath& vertex, const SweptFace& face, bool isOfB) {
        RigidPair pair{FeatureKind::vertexFace,
                       &motionA_,
                       &motionB_,
                       {vertex, face.paths[0], face.paths[1], face.paths[2]}};
        if (isOfB) std::swap(pair.motionA, pair.motionB);
        ask(faces, pair, isOfB);
    }

    void askEdges(const FacePair& faces, const SweptFace& a, std::size_t k, const SweptFace& b) {
        for (std::size_t l = 0; l < 3; ++l) {
            if (!ownsEdge(b_, faces.faceB, l)) continue;
            ask(faces,
                {FeatureKind::edgeEdge,
                 &motionA_,
                 &motionB_,
                 {a.paths[k], a.paths[(k + 1) % 3], b.paths[l], b.paths[(l + 1) % 3]}},
                false);
        }
    }

    void ask(const FacePair& faces, const RigidPair& pair, bool isSwapped) {
        const std::optional<Real> time = firstTouch(pair, {0, end_}, settings_);
        if (!time || (wanted_ == Wanted::earliest && !found_.empty() && *time >= end_)) return;
        if (wanted_ == Wanted::earliest) end_ = *time;
        ClosestPoints closest = closestAt(pair, *time);
        if (isSwapped) std::swap(closest.onA, closest.onB);
        const auto features = isSwapped                              ? TouchingFeatures::faceVertex
                              : pair.kind == FeatureKind::vertexFace ? TouchingFeatures::vertexFace
                                                                     : TouchingFeatures::edgeEdge;
        const Vec3 way = *time * common_;
        found_.push_back({span_.at(*time), faces, closest.onA + way, closest.onB + way,
                          (closest.onA - closest.onB).normalized(), features});
    }

    const SweptMesh& a_;
    const SweptMesh& b_;
    RigidMotion motionA_, motionB_;
    TimeSpan span_;
    RigidContactSettings settings_;
    Wanted wanted_;
    Vec3 common_;  ///< metres: how far B goes
    FaceSweeper facesA_, facesB_;
    Real end_ =
        1;  ///< of this part: where only the earliest contact is wanted, later than it nothing matters
    std::vector<SweptContact> found_;
};

/// Calls visit(contacts) for one part of the motions after the other, until it says that this is enough.
template <class Visit>
void forEachPart(const NarrowPhase& narrowPhase, const SweptMesh& a, const SweptMesh& b,
                 const SweptSettings& settings, Wanted wanted, PairMemory& memory, Visit&& isEnough) {
    FacePairs pairs;
    const std::optional<TimeSpan> near = approach(a, b, settings);
    if (!near) return;
    const Index parts = partsOf(a, b, *near);
    for (Index i = 0; i < parts; ++i) {
        const TimeSpan span = {near->at(Real(i) / parts), near->at(Real(i + 1) / parts)};
        if (isEnough(PartSearch(a, b, span, settings, wanted).find(narrowPhase, memory, pairs))) return;
    }
}

/// Features tell of approaching, not of faces that are through one another from the start.
std::optional<SweptContact> crossingAtStart(const NarrowPhase& narrowPhase, const SweptMesh& a,
                                            const SweptMesh& b, PairMemory& memory) {
    const Placed placedA{a.model, a.motion.poseAt0}, placedB{b.model, b.motion.poseAt0};
    FacePairs pairs;
    narrowPhase.findFacePairs(placedA, placedB, 0, memory, pairs);
    if (pairs.empty()) return std::nullopt;
    const FacePair first = *std::min_element(pairs.begin(), pairs.end());
    const ClosestPoints met = closestPoints(placedA.triangle(first.faceA), placedB.triangle(first.faceB));
    return SweptContact{0, first, met.onA, met.onB};
}

}  // namespace

std::optional<SweptContact> firstContact(const NarrowPhase& narrowPhase, const SweptMesh& a,
                                         const SweptMesh& b, const SweptSettings& settings,
                                         PairMemory& memory) {
    std::optional<SweptContact> first = crossingAtStart(narrowPhase, a, b, memory);
    if (first) return first;
    forEachPart(narrowPhase, a, b, settings, Wanted::earliest, memory,
                [&](const std::vector<SweptContact>& found) {
                    if (!found.empty()) first = found.back();
                    return !found.empty();
                });
    return first;
}

std::vector<SweptContact> featureContacts(const NarrowPhase& narrowPhase, const SweptMesh& a,
                                          const SweptMesh& b, const SweptSettings& settings,
                                          PairMemory& memory) {
    std::vector<SweptContact> contacts;
    forEachPart(narrowPhase, a, b, settings, Wanted::all, memory,
                [&](const std::vector<SweptContact>& found) {
                    contacts.insert(contacts.end(), found.begin(), found.end());
                    return false;
                });
    return contacts;
}

}  // namespace ricochet
