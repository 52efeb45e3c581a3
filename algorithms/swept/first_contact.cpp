#include "algorithms/swept/first_contact.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/swept/rigid_contact.h"
#include "algorithms/swept/swept_face.h"
#include "algorithms/swept/swept_face_pairs.h"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

Real radiusOf(const Model& model) { return 0.5 * model.mesh().box().size().norm(); }

/// Parts of a motion in which bodies come no farther than the smaller one's radius.
Index partsOf(const SweptMesh& a, const SweptMesh& b) {
    constexpr Real kMostParts = 256;
    const Real way = 2 * reachFromMiddle(*a.model, a.motion, *b.model, b.motion);
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

/// One part of the motions: keeps the earliest contact of all that are asked.
class PartSearch {
public:
    PartSearch(const SweptMesh& a, const SweptMesh& b, const TimeSpan& span,
               const FirstContactSettings& settings)
        : a_(a),
          b_(b),
          motionA_(part(a.motion, span.begin, span.end)),
          motionB_(part(b.motion, span.begin, span.end)),
          span_(span),
          settings_{settings.gap, settings.resolution / span.length()} {}

    const RigidMotion& motionA() const { return motionA_; }
    const RigidMotion& motionB() const { return motionB_; }
    const std::optional<FirstContact>& earliest() const { return earliest_; }

    void ask(const FacePairs& pairs) {
        for (const FacePair& pair : pairs) ask(pair);
    }

private:
    void ask(const FacePair& pair) {
        const SweptFace a = sweep(motionA_, a_.model->mesh().triangle(pair.faceA));
        const SweptFace b = sweep(motionB_, b_.model->mesh().triangle(pair.faceB));
        if (!mayMeet(a, b, settings_.gap)) return;
        for (int k = 0; k < 3; ++k) {
            if (a_.owners->ownsVertex(pair.faceA, k)) askVertex(pair, a.paths[index(k)], b, false);
            if (b_.owners->ownsVertex(pair.faceB, k)) askVertex(pair, b.paths[index(k)], a, true);
            if (a_.owners->ownsEdge(pair.faceA, k)) askEdges(pair, a, k, b);
        }
    }

    static std::size_t index(int corner) { return static_cast<std::size_t>(corner % 3); }

    /// `isOfB`: the vertex is B's, and the face A's.
    void askVertex(const FacePair& faces, const PointPath& vertex, const SweptFace& face, bool isOfB) {
        RigidPair pair{FeatureKind::vertexFace,
                       &motionA_,
                       &motionB_,
                       {vertex, face.paths[0], face.paths[1], face.paths[2]}};
        if (isOfB) std::swap(pair.motionA, pair.motionB);
        ask(faces, pair, isOfB);
    }

    void askEdges(const FacePair& faces, const SweptFace& a, int k, const SweptFace& b) {
        for (int l = 0; l < 3; ++l) {
            if (!b_.owners->ownsEdge(faces.faceB, l)) continue;
            ask(faces,
                {FeatureKind::edgeEdge,
                 &motionA_,
                 &motionB_,
                 {a.paths[index(k)], a.paths[index(k + 1)], b.paths[index(l)], b.paths[index(l + 1)]}},
                false);
        }
    }

    void ask(const FacePair& faces, const RigidPair& pair, bool isSwapped) {
        const std::optional<Real> time = firstTouch(pair, {0, end_}, settings_);
        if (!time || (earliest_ && *time >= end_)) return;
        end_ = *time;
        ClosestPoints closest = closestAt(pair, *time);
        if (isSwapped) std::swap(closest.onA, closest.onB);
        earliest_ = {span_.at(*time), faces, closest.onA, closest.onB,
                     (closest.onA - closest.onB).normalized()};
    }

    const SweptMesh& a_;
    const SweptMesh& b_;
    RigidMotion motionA_, motionB_;
    TimeSpan span_;
    RigidContactSettings settings_;
    Real end_ = 1;  ///< of this part: later than the earliest contact nothing matters
    std::optional<FirstContact> earliest_;
};

/// Features tell of approaching, not of faces that are through one another from the start.
std::optional<FirstContact> crossingAtStart(const NarrowPhase& narrowPhase, const SweptMesh& a,
                                            const SweptMesh& b, PairMemory& memory, FacePairs& pairs) {
    const Placed placedA{a.model, a.motion.poseAt0}, placedB{b.model, b.motion.poseAt0};
    narrowPhase.findFacePairs(placedA, placedB, 0, memory, pairs);
    if (pairs.empty()) return std::nullopt;
    const FacePair first = *std::min_element(pairs.begin(), pairs.end());
    const ClosestPoints met = closestPoints(placedA.triangle(first.faceA), placedB.triangle(first.faceB));
    return FirstContact{0, first, met.onA, met.onB};
}

}  // namespace

std::optional<FirstContact> firstContact(const NarrowPhase& narrowPhase, const SweptMesh& a,
                                         const SweptMesh& b, const FirstContactSettings& settings,
                                         PairMemory& memory) {
    FacePairs pairs;
    if (const auto crossing = crossingAtStart(narrowPhase, a, b, memory, pairs)) return crossing;
    const Index parts = partsOf(a, b);
    for (Index i = 0; i < parts; ++i) {
        const TimeSpan span = {settings.end * i / parts, settings.end * (i + 1) / parts};
        PartSearch search(a, b, span, settings);
        findSweptFacePairs(narrowPhase, *a.model, search.motionA(), *b.model, search.motionB(), settings.gap,
                           memory, pairs);
        search.ask(pairs);
        if (search.earliest()) return search.earliest();
    }
    return std::nullopt;
}

}  // namespace ricochet
