#include "algorithms/swept/first_contact.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "algorithms/swept/rigid_contact.h"
#include "algorithms/swept/swept_face.h"
#include "algorithms/swept/swept_face_pairs.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace ricochet {
namespace {

/// The time up to `end` in which the bounding spheres of both meshes, which move on straight lines, come
/// within `gap` of each other.
std::optional<TimeSpan> approach(const SweptMesh& a, const SweptMesh& b, const SweptSettings& settings) {
    constexpr Real kRoundUp = 1 + 1e-9;
    const Real sumOfRadii = kRoundUp * (radiusAboutCentre(a.motion, a.box()) +
                                        radiusAboutCentre(b.motion, b.box()) + settings.gap);
    const Vec3 between = a.motion.centre - b.motion.centre,
               displacement = a.motion.translation - b.motion.translation;
    // |between + t displacement| = sumOfRadii
    const Real displacementSquared = displacement.squaredNorm(), half = between.dot(displacement);
    const Real beyond = between.squaredNorm() - sumOfRadii * sumOfRadii;
    if (displacementSquared == 0) return beyond > 0 ? std::nullopt : std::optional(TimeSpan{0, settings.end});
    const Real discriminant = half * half - displacementSquared * beyond;
    if (discriminant < 0) return std::nullopt;
    const Real root = std::sqrt(discriminant);
    const TimeSpan span = {std::max(Real(0), (-half - root) / displacementSquared),
                           std::min(settings.end, (-half + root) / displacementSquared)};
    return span.begin <= span.end ? std::optional(span) : std::nullopt;
}

Real radiusOf(const SweptMesh& body) { return 0.5 * body.box().size().norm(); }

/// Parts of a time interval in which bodies move no farther than the smaller one's radius, and how often
/// these are halved where faces are near: down to a sixteenth of the radius.
struct Parts {
    Index count = 1, halvings = 0;
};

Parts partsOf(const SweptMesh& a, const SweptMesh& b, const TimeSpan& span) {
    constexpr Real kMostParts = 256, kShortestMotion = 0.0625;
    const Real radius = std::min(radiusOf(a), radiusOf(b));
    const Real radii =
        2 * middleOf(*a.model, a.motion, *b.model, b.motion, 0).queryDistance * span.length() / radius;
    Parts parts;
    if (radii > 1) parts.count = static_cast<Index>(std::min(kMostParts, std::ceil(radii)));
    for (Real displacement = radii / parts.count; displacement > kShortestMotion && parts.halvings < 4;
         displacement /= 2)
        ++parts.halvings;
    return parts;
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
    const MeshTopology& topology = **body.topology;
    return topology.vertexOwner[topology.weld[body.model->mesh().face(face)[corner]]] == face;
}

bool ownsEdge(const SweptMesh& body, Index face, std::size_t corner) {
    const Index edge = (*body.topology)->edgesOf(face)[corner];
    return edge != kNone && (*body.topology)->edge(edge).face0 == face;
}

/// Part of the whole motion: times that are this close may be equal after conversion from a part's.
constexpr Real kTimeRounding = 1e-15;

/// Takes what a search does off its budget. It counts what is the same on every processor.
class Work {
public:
    explicit Work(const SweptSettings& settings) : budget_(settings.budget) {}
    void add(std::uint64_t pairs) {
        if (budget_) budget_->left -= std::min(budget_->left, pairs);
    }
    void addInterval() { add(kInterval); }
    void addQuery(const Counters& before, const Counters& after) {
        add(after.boxTests - before.boxTests + after.triangleTests - before.triangleTests);
    }
    void addFeatures() { add(kFeatures); }
    std::uint64_t left() const { return budget_ ? budget_->left : std::numeric_limits<std::uint64_t>::max(); }
    bool isOver() const { return left() == 0; }

private:
    static constexpr std::uint64_t kInterval = 64, kFeatures = 32;  // some 6 us, and 3 us

    SweptBudget* budget_;
};

SweptContact coarseAt(Real time) {
    SweptContact contact;
    contact.time = time;
    contact.isCoarse = true;
    return contact;
}

/// One part of the motions.
class PartSearch {
public:
    PartSearch(const SweptMesh& a, const SweptMesh& b, const TimeSpan& span, const SweptSettings& settings,
               Work& work)
        : a_(a),
          b_(b),
          work_(work),
          motionA_(part(a.motion, span.begin, span.end)),
          motionB_(part(b.motion, span.begin, span.end)),
          span_(span),
          settings_{settings.gap, settings.resolution / span.length()},
          common_(motionB_.translation),
          facesA_(a.model->mesh(), motionA_),
          facesB_(b.model->mesh(), motionB_) {
        // A common motion does not change the distance: relative to B's centre, sweeps are shorter.
        motionA_.translation -= common_;
        motionB_.translation.setZero();
        middle_ = middleOf(*a.model, motionA_, *b.model, motionB_, settings.gap);
    }
    PartSearch(const PartSearch&) = delete;

    const SweepMiddle& middle() const { return middle_; }
    MovingBody movingA() const { return movingBody(*a_.model, motionA_); }
    MovingBody movingB() const { return movingBody(*b_.model, motionB_); }

    /// Those whose swept spaces are not proved apart.
    FacePairs thatMayMeet(const FacePairs& pairs) {
        FacePairs near;
        for (const FacePair& pair : pairs) {
            if (mayMeet(facesA_[pair.faceA], facesB_[pair.faceB], settings_.gap)) near.push_back(pair);
        }
        return near;
    }

    std::optional<SweptContact> firstAmong(const FacePairs& pairs) {
        for (const FacePair& pair : pairs) test(pair);
        return first_;
    }

    const std::optional<SweptContact>& first() const { return first_; }

    /// Whether pairs that touch only after a time cannot be first: times may be early by the resolution.
    bool isSettledBefore(Real time) const {
        return first_ && first_->time + 2 * settings_.resolution * span_.length() < time;
    }

    /// The same, where these are all pairs that may touch up to a time; whether they are all tested by the
    /// end of the budget.
    bool testUpTo(Real time, const FacePairs& pairs) {
        settings_.end = std::min(Real{1}, (time - span_.begin) / span_.length());
        return std::ranges::all_of(pairs, [this](const FacePair& pair) {
            test(pair);
            return !work_.isOver();
        });
    }

private:
    void test(const FacePair& pair) {
        const SweptFace& a = facesA_[pair.faceA];
        const SweptFace& b = facesB_[pair.faceB];
        if (!mayMeet(a, b, settings_.gap)) return;
        work_.addFeatures();
        for (std::size_t k = 0; k < 3; ++k) {
            if (ownsVertex(a_, pair.faceA, k)) testVertex(pair, k, a, b, TouchingFeatures::vertexFace);
            if (ownsVertex(b_, pair.faceB, k)) testVertex(pair, k, b, a, TouchingFeatures::faceVertex);
            if (ownsEdge(a_, pair.faceA, k)) testEdges(pair, a, k, b);
        }
    }

    void testVertex(const FacePair& faces, std::size_t k, const SweptFace& vertexFace, const SweptFace& face,
                    TouchingFeatures features) {
        const bool isOfA = features == TouchingFeatures::vertexFace;
        const Index corner = static_cast<Index>(k);
        test({FeatureKind::vertexFace,
              isOfA ? &motionA_ : &motionB_,
              isOfA ? &motionB_ : &motionA_,
              {vertexFace.paths[k], face.paths[0], face.paths[1], face.paths[2]}},
             {.faces = faces,
              .features = features,
              .featureA = isOfA ? 3 * faces.faceA + corner : faces.faceA,
              .featureB = isOfA ? faces.faceB : 3 * faces.faceB + corner});
    }

    void testEdges(const FacePair& faces, const SweptFace& a, std::size_t k, const SweptFace& b) {
        for (std::size_t l = 0; l < 3; ++l) {
            if (!ownsEdge(b_, faces.faceB, l)) continue;
            test({FeatureKind::edgeEdge,
                  &motionA_,
                  &motionB_,
                  {a.paths[k], a.paths[(k + 1) % 3], b.paths[l], b.paths[(l + 1) % 3]}},
                 {.faces = faces,
                  .features = TouchingFeatures::edgeEdge,
                  .featureA = 3 * faces.faceA + static_cast<Index>(k),
                  .featureB = 3 * faces.faceB + static_cast<Index>(l)});
        }
    }

    void test(const RigidPair& pair, SweptContact contact) {
        RigidContactSettings settings = settings_;
        if (first_) settings.end = std::min(settings.end, firstAt_ + kTimeRounding / span_.length());
        const std::optional<Real> time = firstTouch(pair, {0, 1}, settings);
        if (!time) return;
        contact.time = span_.at(*time);
        if (first_ && !isBefore(contact, *first_)) return;
        // A near miss within rounding counts only if every narrow phase returns its faces.
        if (!mayMeet(middle_, contact.faces)) return;
        ClosestPoints closest = closestAt(pair, *time);
        if (contact.features == TouchingFeatures::faceVertex) std::swap(closest.onA, closest.onB);
        contact.onA = closest.onA + *time * common_;
        contact.onB = closest.onB + *time * common_;
        contact.normal = (closest.onA - closest.onB).normalized();
        first_ = contact;
        firstAt_ = *time;
    }

    const SweptMesh& a_;
    const SweptMesh& b_;
    Work& work_;
    RigidMotion motionA_, motionB_;
    TimeSpan span_;
    RigidContactSettings settings_;
    Vec3 common_;  ///< metres: displacement of B
    FaceSweeper facesA_, facesB_;
    SweepMiddle middle_;
    std::optional<SweptContact> first_;
    Real firstAt_ = 1;  ///< its time, of this part
};

std::optional<SweptContact> crossingAtStart(const SweptMesh& bodyA, const SweptMesh& bodyB,
                                            const FacePairs& pairs) {
    const MeshInstance a{bodyA.model, bodyA.motion.poseAt0}, b{bodyB.model, bodyB.motion.poseAt0};
    std::optional<FacePair> first;
    for (const FacePair& pair : pairs) {
        if (first && !(pair < *first)) continue;
        if (intersects(a.triangle(pair.faceA), b.triangle(pair.faceB))) first = pair;
    }
    if (!first) return std::nullopt;
    const ClosestPoints met = closestPoints(a.triangle(first->faceA), b.triangle(first->faceB));
    return SweptContact{0, *first, met.onA, met.onB};
}

/// With a gap that is larger by what rounding may add to distances.
SweptSettings withRounding(const SweptMesh& a, const SweptMesh& b, SweptSettings settings) {
    constexpr Real kRounding = 1e-10;  // of the coordinates: 1e6 times that of a double
    settings.gap +=
        kRounding * (a.motion.centre.norm() + b.motion.centre.norm() + a.motion.translation.norm() +
                     b.motion.translation.norm() + radiusOf(a) + radiusOf(b));
    return settings;
}

/// Face pairs that are held at once. In a shortest interval with more, they are sought in parts of it.
constexpr std::size_t kMostHeld = 1024;
/// How often such an interval is halved: down to 1e-4 of the smaller radius in motion.
constexpr Index kMostDivisions = 10;

/// Halves time intervals in which faces come near one another, down to short ones, in which features are
/// tested. At the end of its budget it ends with a coarse contact at the beginning of the next interval.
class ImpactSearch {
public:
    ImpactSearch(const NarrowPhase& narrowPhase, const SweptMesh& a, const SweptMesh& b,
                 const SweptSettings& settings, PairMemory& memory)
        : narrowPhase_(narrowPhase), a_(a), b_(b), settings_(settings), memory_(memory), work_(settings) {}

    std::optional<SweptContact> firstIn(const TimeSpan& span, Index halvings) {
        if (work_.isOver()) return coarseAt(span.begin);
        work_.addInterval();
        if (halvings == 0) return firstInShortest(span);
        if (!settings_.startsNear && !areFacesNear(span)) return std::nullopt;
        const auto contact = firstIn({span.begin, span.middle()}, halvings - 1);
        return contact ? contact : firstIn({span.middle(), span.end}, halvings - 1);
    }

private:
    bool areFacesNear(const TimeSpan& span) {
        const SweepMiddle middle = PartSearch(a_, b_, span, settings_, work_).middle();
        return !findUpTo(0, middle);
    }

    /// Features detect approach, not faces that intersect at the start.
    std::optional<SweptContact> firstInShortest(const TimeSpan& span) {
        PartSearch part(a_, b_, span, settings_, work_);
        const bool isAll = findUpTo(kMostHeld, part.middle());
        if (span.begin == 0) {
            if (!isAll) findPairsAtStart();
            if (const auto crossing = crossingAtStart(a_, b_, pairs_)) return crossing;
        }
        if (isAll) return part.firstAmong(pairs_);
        held_ = kMostHeld;
        searchHalves(part, span, kMostDivisions);
        const bool isFound = part.first() && !(endsAt_ && part.first()->time > *endsAt_);
        return endsAt_ && !isFound ? coarseAt(*endsAt_) : part.first();
    }

    /// To `pairs_`.
    bool findUpTo(std::size_t maximum, const SweepMiddle& middle) {
        const Counters before = memory_.counters;
        const bool isAll = findSweptFacePairsUpTo(maximum, narrowPhase_, middle, memory_, pairs_);
        work_.addQuery(before, memory_.counters);
        return isAll;
    }

    void findPairsAtStart() {
        const Counters before = memory_.counters;
        narrowPhase_.findFacePairs({a_.model, a_.motion.poseAt0}, {b_.model, b_.motion.poseAt0}, 0, memory_,
                                   pairs_);
        work_.addQuery(before, memory_.counters);
    }

    /// Halves an interval only to hold fewer pairs at a time: their features are tested in the whole `part`,
    /// so that the contact is the same.
    void searchHalves(PartSearch& part, const TimeSpan& span, Index divisions) {
        search(part, {span.begin, span.middle()}, divisions - 1);
        search(part, {span.middle(), span.end}, divisions - 1);
    }

    void search(PartSearch& part, const TimeSpan& span, Index divisions) {
        if (endsAt_ || part.isSettledBefore(span.begin)) return;
        if (work_.isOver()) return end(span);
        PartSearch shorter(a_, b_, span, wider_, work_);
        const std::size_t most = divisions > 0 ? held_ : std::max<std::size_t>(held_, work_.left());
        work_.add(held_);
        if (!findUpTo(most, shorter.middle())) {
            return divisions > 0 ? searchHalves(part, span, divisions) : end(span);
        }
        holdAtLeast(pairs_.size());
        if (!part.testUpTo(span.end, shorter.thatMayMeet(pairs_))) end(span);
    }

    void end(const TimeSpan& span) { endsAt_ = span.begin; }

    /// Where a shortest interval has more pairs, longer ones need not be halved for as many: the pairs may be
    /// the same all the time.
    void holdAtLeast(std::size_t pairs) {
        if (pairs <= held_) return;
        held_ = std::bit_ceil(pairs);
        work_.add(held_);
    }

    const NarrowPhase& narrowPhase_;
    const SweptMesh& a_;
    const SweptMesh& b_;
    const SweptSettings& settings_;
    PairMemory& memory_;
    Work work_;
    const SweptSettings wider_ = withRounding(a_, b_, settings_);
    std::size_t held_ = kMostHeld;
    std::optional<Real> endsAt_;  ///< where the search of a shortest interval ended with its budget
    FacePairs pairs_;
};

/// The same intervals, but the faces come from what they sweep in the longest of them, and are the fewer the
/// shorter the interval is.
class SweptSpaceSearch {
public:
    SweptSpaceSearch(const SweptNarrowPhase& sweptNarrowPhase, const SweptMesh& a, const SweptMesh& b,
                     const SweptSettings& settings)
        : sweptNarrowPhase_(sweptNarrowPhase), a_(a), b_(b), settings_(settings), work_(settings) {}

    std::optional<SweptContact> firstIn(const TimeSpan& span, Index halvings) {
        if (work_.isOver()) return coarseAt(span.begin);
        const PartSearch part(a_, b_, span, settings_, work_);
        FacePairs pairs;
        sweptNarrowPhase_.findSweptFacePairs(part.movingA(), part.movingB(), settings_.gap, pairs);
        return firstAmong(pairs, span, halvings);
    }

private:
    std::optional<SweptContact> firstAmong(const FacePairs& pairs, const TimeSpan& span, Index halvings) {
        if (pairs.empty()) return std::nullopt;
        if (work_.isOver()) return coarseAt(span.begin);
        work_.addInterval();
        if (halvings == 0) return firstInShortest(pairs, span);
        for (const TimeSpan& half :
             {TimeSpan{span.begin, span.middle()}, TimeSpan{span.middle(), span.end}}) {
            const FacePairs near = PartSearch(a_, b_, half, settings_, work_).thatMayMeet(pairs);
            work_.add(pairs.size());
            if (const auto contact = firstAmong(near, half, halvings - 1)) return contact;
        }
        return std::nullopt;
    }

    std::optional<SweptContact> firstInShortest(const FacePairs& pairs, const TimeSpan& span) {
        if (span.begin == 0) {
            if (const auto crossing = crossingAtStart(a_, b_, pairs)) return crossing;
        }
        return PartSearch(a_, b_, span, settings_, work_).firstAmong(pairs);
    }

    const SweptNarrowPhase& sweptNarrowPhase_;
    const SweptMesh& a_;
    const SweptMesh& b_;
    const SweptSettings& settings_;
    Work work_;
};

/// Searches all parts of the motions in which the bodies come near each other.
template <class Search>
std::optional<SweptContact> firstInParts(const SweptMesh& a, const SweptMesh& b,
                                         const SweptSettings& settings, Search&& search) {
    const std::optional<TimeSpan> near = approach(a, b, settings);
    if (!near) return std::nullopt;
    const Parts parts = partsOf(a, b, *near);
    for (Index i = 0; i < parts.count; ++i) {
        const TimeSpan span = {near->at(Real(i) / parts.count), near->at(Real(i + 1) / parts.count)};
        if (const auto contact = search.firstIn(span, parts.halvings)) return contact;
    }
    return std::nullopt;
}

}  // namespace

std::optional<SweptContact> firstContact(const NarrowPhase& narrowPhase, const SweptMesh& a,
                                         const SweptMesh& b, const SweptSettings& settings,
                                         PairMemory& memory) {
    const auto contact = firstInParts(a, b, settings, ImpactSearch(narrowPhase, a, b, settings, memory));
    memory.counters.coarseSweeps += contact && contact->isCoarse;
    return contact;
}

std::optional<SweptContact> firstContact(const SweptNarrowPhase& sweptNarrowPhase, const SweptMesh& a,
                                         const SweptMesh& b, const SweptSettings& settings) {
    return firstInParts(a, b, settings, SweptSpaceSearch(sweptNarrowPhase, a, b, settings));
}

}  // namespace ricochet
