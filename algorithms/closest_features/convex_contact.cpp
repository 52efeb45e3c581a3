#include "algorithms/closest_features/convex_contact.h"

#include "algorithms/closest_features/clipping.h"
#include "algorithms/closest_features/closest_features.h"
#include "algorithms/closest_features/convex_sweep.h"
#include "algorithms/contact/candidate.h"
#include "algorithms/contact/manifold/contact_matching.h"
#include "algorithms/contact/manifold/manifold_reduction.h"
#include "algorithms/contact/speculative_margin.h"
#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/bounded.h"

#include <algorithm>
#include <limits>

namespace ricochet {
namespace {

constexpr Real kClipTolerance = 0.01;  // slops: rounding does not decide whether a corner lies over a side
constexpr Real kSameReference = 0.25;  // slops: the last step's side stays unless another is that much better
constexpr Index kPointsOfManifold = 4;
constexpr Real kSweptResolution = 0x1p-14;  // of the step

/// What is cached for a pair of convex bodies.
struct ConvexMemory final : CacheOf<ConvexMemory> {
    const ConvexPolytope* shapes[2] = {nullptr, nullptr};
    FeatureMemory features;
    Index reference = 0;   ///< whose side the contacts of the last step lay on
    Index turn = 0;        ///< number of the contact that is first in the list, different in each step
    Real distance = 0;     ///< metres: certified lower bound at the last query; 0: none
    Pose bInA;             ///< at that query
    bool isSwept = false;  ///< the contacts of the last step were predicted: impacts within that step

    std::unique_ptr<NarrowPhaseCache> copy() const override { return std::make_unique<ConvexMemory>(*this); }
    /// `atLeast` (metres): proved lower bound of the distance; not positive: none.
    void keep(const PairInput& input, Real atLeast) {
        distance = std::max(atLeast, Real{0});
        if (distance > 0) bInA = inFrameOfA(input);
    }

    /// Whether B has moved too little, relative to A, to come nearer than `gap` (metres).
    bool isFartherThan(Real gap, const PairInput& input) const {
        if (distance <= gap) return false;
        const Pose now = inFrameOfA(input);
        const Polytope& b = shapes[1]->polytope();
        const Matrix3 rotated = now.rotation - bInA.rotation;
        const Vec3 moved = now.translation - bInA.translation + rotated * b.centre;
        return moved.norm() + rotated.norm() * b.radius < distance - gap;
    }

private:
    static Pose inFrameOfA(const PairInput& input) {
        const Matrix3 inverse = input.a.pose.rotation.transpose();
        return {inverse * input.b.pose.rotation,
                inverse * (input.b.pose.translation - input.a.pose.translation)};
    }
};

/// Null if nothing is cached for these two.
const ConvexMemory* knownMemory(const NarrowPhaseCache* known, const ConvexPolytope& a,
                                const ConvexPolytope& b) {
    const auto* const ours = asKind<ConvexMemory>(known);
    return ours && ours->shapes[0] == &a && ours->shapes[1] == &b ? ours : nullptr;
}

ConvexMemory& heldMemory(PairMemory& memory, const ConvexPolytope& a, const ConvexPolytope& b) {
    if (!knownMemory(memory.cache.get(), a, b)) {
        auto fresh = std::make_unique<ConvexMemory>();
        fresh->shapes[0] = &a;
        fresh->shapes[1] = &b;
        memory.cache = std::move(fresh);
    }
    return static_cast<ConvexMemory&>(*memory.cache);
}

const ConvexPolytope& polytopeOf(const BodyInput& body) {
    return static_cast<const ConvexPolytope&>(*body.convex);
}

/// Workspace of one call; reused by the calls of a thread, so that no memory is allocated.
struct Work {
    std::vector<Vec3> prism;
    std::vector<ClipCorner> polygon, spare;
    std::vector<Candidate> candidates;
    std::vector<ContactPoint> points;
};

Work& freshWork() {
    thread_local Work work;
    work.candidates.clear();
    work.points.clear();
    return work;
}

/// A flat side of one body, in its frame, and how far the other one is from its plane.
struct Reference {
    Index owner;      ///< 0: A, 1: B
    Index side;       ///< of FlatSides
    Real separation;  ///< metres
    Index nearest;    ///< vertex of the other body
};

class ContactSearch {
public:
    ContactSearch(FeatureMethod method, const PairInput& input, const ContactSettings& settings,
                  const PlacedPair& pair, ConvexMemory& ours, PersistentContacts& memory)
        : method_(method),
          input_(input),
          settings_(settings),
          shapes_{ours.shapes[0], ours.shapes[1]},
          pair_(pair),
          ours_(ours),
          memory_(memory),
          margin_(marginNow()),
          work_(freshWork()) {}

    void run() {
        if (!isBeyondMarginByAxis()) {
            const ClosestFeatures found = findClosestFeatures(pair_, ours_.features, method_);
            ours_.keep(input_, found.isCertified ? found.distance : 0);
            if (found.distance <= margin_.farthestGap()) addCandidates(found);
        }
        keepPoints();
    }

private:
    /// Contacts do not need the distance of bodies beyond the margin. Not the default: a larger known
    /// distance saves later tests.
    bool isBeyondMarginByAxis() {
        if (method_ != FeatureMethod::axis) return false;
        const Real gap = gapAlongLastAxis(pair_, ours_.features);
        if (!(gap > margin_.farthestGap())) return false;
        ours_.keep(input_, gap);
        return true;
    }

    SpeculativeMargin marginNow() const {
        const Real depth = deepestSpring(memory_, input_.step);
        return marginWithoutSearches(input_, settings_, {.lastDepth = depth, .followedDepth = depth});
    }

    void addCandidates(const ClosestFeatures& found) {
        const Vec3 fromAToB = -(input_.a.pose.rotation.transpose() * found.normal);
        if (const auto reference = chooseReference(found, fromAToB)) clipTo(*reference);
        const auto deepest = std::ranges::min_element(work_.candidates, {}, &Candidate::gap);
        if (deepest != work_.candidates.end() && deepest->gap <= found.distance + margin_.linearSlop) return;
        // features without a flat side between them, or rounding put the closest point beside the side
        const std::uint64_t a = found.features[0].index, b = found.features[1].index;
        const auto kinds = 3 * static_cast<std::uint64_t>(found.features[0].kind) +
                           static_cast<std::uint64_t>(found.features[1].kind);
        work_.candidates.push_back({.onA = found.onA,
                                    .onB = found.onB,
                                    .normal = found.normal,
                                    .gap = found.distance,
                                    .faceA = 0,
                                    .faceB = 0,
                                    .key = std::uint64_t{1} << 63 | kinds << 58 | a << 29 | b});
    }

    /// The flat side whose plane separates the bodies best, if it does so as well as the closest features.
    std::optional<Reference> chooseReference(const ClosestFeatures& found, const Vec3& fromAToB) {
        std::optional<Reference> best;
        Real maximum = found.distance - margin_.linearSlop;
        for (Index owner = 0; owner < 2; ++owner) {
            const Vec3 outwards = owner == 0 ? fromAToB : Vec3(-pair_.turnToOther(0, fromAToB));
            const Index side = sideAlong(owner, found.features[owner], outwards);
            if (side == kNone || sidesOf(owner).sides[side].count < 3) continue;
            const Reference reference = measured(owner, side, found.features[1 - owner]);
            const Real bonus = owner == ours_.reference ? kSameReference * margin_.linearSlop : 0;
            if (reference.separation + bonus < maximum) continue;
            maximum = reference.separation + bonus;
            best = reference;
        }
        if (best) ours_.reference = best->owner;
        return best;
    }

    Index sideAlong(Index owner, Feature feature, const Vec3& outwards) const {
        if (feature.kind == PolytopePart::face) return sidesOf(owner).sideOfFace[feature.index];
        const Polytope& polytope = pair_.shape(owner);
        const Index vertex = farthestVertex(polytope, outwards, vertexOf(polytope, feature));
        return alignedSide(polytope, sidesOf(owner), vertex, outwards);
    }

    Reference measured(Index owner, Index side, Feature otherFeature) const {
        const FlatSides::Side& plane = sidesOf(owner).sides[side];
        const Polytope& other = pair_.shape(1 - owner);
        const Index nearest =
            farthestVertex(other, -pair_.turnToOther(owner, plane.normal), vertexOf(other, otherFeature));
        const Vec3 point = pair_.toOther(1 - owner, other.vertices[nearest]);
        return {owner, side, plane.normal.dot(point - plane.base), nearest};
    }

    void clipTo(const Reference& reference) {
        const Index owner = reference.owner, other = 1 - owner;
        const FlatSides::Side& plane = sidesOf(owner).sides[reference.side];
        work_.prism.clear();
        for (const Index corner : sidesOf(owner).cornersOf(reference.side)) {
            work_.prism.push_back(pair_.shape(owner).vertices[corner]);
        }
        const Vec3 towardsOwner = -pair_.turnToOther(owner, plane.normal);
        const Index incident =
            alignedSide(pair_.shape(other), sidesOf(other), reference.nearest, towardsOwner);
        collectIncident(other, incident, reference.nearest);
        clipToPrism(work_.prism, plane.normal, kClipTolerance * margin_.linearSlop, work_.polygon,
                    work_.spare);

        const Vec3 normal = poseOf(owner).rotation * (owner == 0 ? Vec3(-plane.normal) : plane.normal);
        const Vec3 unit = normal.normalized();
        for (const ClipCorner& corner : work_.polygon) {
            const Real height = plane.normal.dot(corner.point - plane.base);
            if (height > margin_.farthestGap()) continue;
            const Vec3 onOther = transformPoint(poseOf(owner), corner.point);
            const Vec3 onOwner = onOther - height * (owner == 0 ? Vec3(-unit) : unit);
            work_.candidates.push_back({.onA = owner == 0 ? onOwner : onOther,
                                        .onB = owner == 0 ? onOther : onOwner,
                                        .normal = unit,
                                        .gap = height,
                                        .faceA = 0,
                                        .faceB = 0,
                                        .key = keyOf(reference, incident, corner)});
        }
    }

    /// The incident side, in the other body's frame; a segment or a point if the body is one.
    void collectIncident(Index of, Index side, Index nearest) {
        work_.polygon.clear();
        const Polytope& polytope = pair_.shape(of);
        const auto add = [&](Index vertex, std::size_t k, std::size_t count) {
            work_.polygon.push_back({pair_.toOther(of, polytope.vertices[vertex]),
                                     static_cast<std::uint8_t>((k + count - 1) % count),
                                     static_cast<std::uint8_t>(k)});
        };
        if (side != kNone) {
            const std::span<const Index> corners = sidesOf(of).cornersOf(side);
            for (std::size_t k = 0; k < corners.size(); ++k) add(corners[k], k, corners.size());
        } else if (polytope.dimension == 1) {
            for (Index k = 0; k < 2; ++k) add(k, k, 2);
        } else {
            add(nearest, 0, 1);
        }
    }

    static constexpr std::uint64_t kSideBits = 24, kCornerBits = 7;

    /// The owner, 24 bits each of the two sides, 7 bits each of the sides of polygons that meet.
    static std::uint64_t keyOf(const Reference& reference, Index incident, const ClipCorner& corner) {
        const auto low = [](std::uint64_t value, std::uint64_t bits) {
            return value & ((std::uint64_t{1} << bits) - 1);
        };
        // a side of the polygon is below 32, one of the prism has bit 7: it moves to bit 6
        const auto name = [](std::uint8_t side) {
            return side >= kFirstPrismSide ? 64u + (side - kFirstPrismSide) : side;
        };
        std::uint64_t key = static_cast<std::uint64_t>(reference.owner);
        key = key << kSideBits | low(reference.side, kSideBits);
        key = key << kSideBits | low(incident, kSideBits);
        key = key << kCornerBits | low(name(corner.before), kCornerBits);
        return key << kCornerBits | low(name(corner.after), kCornerBits);
    }

    void keepPoints() {
        std::vector<Candidate>& candidates = work_.candidates;
        std::vector<ContactPoint>& points = work_.points;
        memory_.patches.clear();
        if (!candidates.empty() && candidates.size() <= kPointsOfManifold && shareNormal()) {
            std::ranges::sort(candidates, {}, [](const Candidate& c) { return std::pair(c.gap, c.key); });
            for (const Candidate& c : candidates) points.push_back(pointOf(c));
            memory_.patches.push_back({points[0].normal, 0, static_cast<Index>(points.size())});
        } else {
            choosePoints();
        }
        takeTurns();
        if (!points.empty() && !memory_.points.empty()) {
            matchToLastStep(memory_.points, input_.smallerRadius(), points);
        }
        memory_.points.swap(points);
        memory_.clearFacePairs();
        memory_.speculativeDistance = margin_.distance;
    }

    /// A sequential solver favours the last contact. If this were always the same corner, a stack would lean
    /// to it.
    void takeTurns() {
        ++ours_.turn;
        for (const Patch& patch : memory_.patches) {
            const auto begin = work_.points.begin() + patch.begin;
            std::rotate(begin, begin + ours_.turn % patch.count, begin + patch.count);
        }
    }

    bool shareNormal() const {
        return std::ranges::all_of(
            work_.candidates, [&](const Candidate& c) { return c.normal == work_.candidates[0].normal; });
    }

    void choosePoints() {
        const std::vector<Candidate>& candidates = work_.candidates;
        for (const ChosenPatch& patch :
             choosePatches(candidates, memory_.points, margin_, settings_.maxPatches)) {
            memory_.patches.push_back({patch.normal, static_cast<Index>(work_.points.size()), patch.size()});
            for (const Index i : patch) work_.points.push_back(pointOf(candidates[i]));
        }
    }

    ContactPoint pointOf(const Candidate& c) const {
        ContactPoint point = contactPoint(c, input_);
        point.normalOwner = c.key >> (2 * kSideBits + 2 * kCornerBits) == 0 ? NormalOwner::a : NormalOwner::b;
        return point;
    }

    const Pose& poseOf(Index owner) const { return owner == 0 ? input_.a.pose : input_.b.pose; }
    const FlatSides& sidesOf(Index owner) const { return shapes_[owner]->sides(); }

    const FeatureMethod method_;
    const PairInput& input_;
    const ContactSettings& settings_;
    const ConvexPolytope* const shapes_[2];
    const PlacedPair& pair_;
    ConvexMemory& ours_;
    PersistentContacts& memory_;
    const SpeculativeMargin margin_;
    Work& work_;
};

/// Metres: displacement of the farthest point of a body by the rotation.
Real turningDisplacement(const BodyInput& body, Real timeStep) {
    const Real fromCentre = (body.motion.centre - body.pose.translation).norm();
    return timeStep * body.motion.angularVelocity.norm() * (fromCentre + body.convex->radius());
}

/// Metres: upper bound of the displacement of one body's points relative to the other body within the step.
Real displacementOf(const PairInput& input) {
    const BodyMotion &a = input.a.motion, &b = input.b.motion;
    const Vec3 speed = a.linearVelocity - b.linearVelocity + input.step.timeStep * (a.gravity - b.gravity);
    return input.step.timeStep * speed.norm() + turningDisplacement(input.a, input.step.timeStep) +
           turningDisplacement(input.b, input.step.timeStep);
}

/// The contacts of bodies at their poses of impact within the step, expressed at the present poses, so that
/// the solver stops them there.
class SweptSearch {
public:
    SweptSearch(FeatureMethod method, const PairInput& input, const ContactSettings& settings,
                ConvexMemory& ours, PersistentContacts& memory)
        : method_(method),
          input_(input),
          settings_(settings),
          ours_(ours),
          memory_(memory),
          motionA_(freeMotion(input.a.pose, input.a.motion, input.step.timeStep)),
          motionB_(freeMotion(input.b.pose, input.b.motion, input.step.timeStep)) {}

    /// Used if there are no contacts at present poses, and the bodies move farther than their query distance.
    void run() {
        const Real displacement = displacementOf(input_);
        if (!memory_.points.empty() || displacement <= memory_.speculativeDistance) return;
        memory_.speculativeDistance = displacement;
        const auto met = firstMet();
        if (!met || met->time == 0) return;
        PairInput then = input_;
        moveTo(then.a, motionA_, met->time);
        moveTo(then.b, motionB_, met->time);
        then.step.timeStep = (1 - met->time) * input_.step.timeStep;
        const PlacedPair pair(ours_.shapes[0]->polytope(), then.a.pose, ours_.shapes[1]->polytope(),
                              then.b.pose);
        ConvexMemory fresh;
        std::ranges::copy(ours_.shapes, fresh.shapes);
        PersistentContacts contacts;
        ContactSearch(method_, then, settings_, pair, fresh, contacts).run();
        for (const Patch& patch : contacts.patches) append(patch, contacts.points, met->time);
        ours_.isSwept = true;
    }

private:
    std::optional<SweptContact> firstMet() const {
        const SweptSettings sweep{.gap = input_.step.restGap, .resolution = kSweptResolution};
        FeatureMemory features;  // the pair's own are those of another moment
        return ricochet::firstContact(MovingPolytope{&ours_.shapes[0]->polytope(), motionA_},
                                      MovingPolytope{&ours_.shapes[1]->polytope(), motionB_}, sweep,
                                      features);
    }

    static void moveTo(BodyInput& body, const RigidMotion& motion, Real time) {
        body.pose = poseAt(motion, time);
        body.motion.centre += time * motion.translation;
    }

    void append(const Patch& patch, const std::vector<ContactPoint>& points, Real time) {
        memory_.patches.push_back({patch.normal, static_cast<Index>(memory_.points.size()), patch.count});
        for (Index i = patch.begin; i < patch.begin + patch.count; ++i) {
            ContactPoint point = points[i];
            point.onA = atPresent(point.onA, motionA_, time);
            point.onB = atPresent(point.onB, motionB_, time);
            point.distance = point.normal.dot(point.onA - point.onB) - input_.step.restGap;
            memory_.points.push_back(point);
        }
    }

    static Vec3 atPresent(const Vec3& point, const RigidMotion& motion, Real time) {
        const Pose then = poseAt(motion, time);
        return transformPoint(motion.poseAt0, then.rotation.inverse() * (point - then.translation));
    }

    const FeatureMethod method_;
    const PairInput& input_;
    const ContactSettings& settings_;
    ConvexMemory& ours_;
    PersistentContacts& memory_;
    const RigidMotion motionA_, motionB_;
};

/// Predicted contacts of the last step are not real ones: no contact continues them.
void dropSwept(ConvexMemory& ours, PersistentContacts& memory) {
    if (!ours.isSwept) return;
    ours.isSwept = false;
    memory.points.clear();
    memory.patches.clear();
}

}  // namespace

ConvexPolytope::ConvexPolytope(Polytope polytope)
    : polytope_(std::move(polytope)), sides_(flatSides(polytope_)), radius_(0) {
    for (const Vec3& vertex : polytope_.vertices) radius_ = std::max(radius_, vertex.norm());
}

Result<std::shared_ptr<const ConvexModel>> ConvexContact::buildConvex(std::span<const Vec3> points) const {
    if (std::ranges::any_of(points, [](const Vec3& p) { return p.allFinite() && !areBounded(p); })) {
        return tl::unexpected(std::string("it is too large"));
    }
    return buildPolytope(points).map([](Polytope&& polytope) -> std::shared_ptr<const ConvexModel> {
        return std::make_shared<const ConvexPolytope>(std::move(polytope));
    });
}

bool ConvexContact::areStillApart(const PairInput& input, const PairMemory& pairMemory) const {
    const ConvexPolytope &a = polytopeOf(input.a), &b = polytopeOf(input.b);
    const ConvexMemory* const ours = knownMemory(pairMemory.cache.get(), a, b);
    if (!ours) return false;
    const Real speculation = kTolerances.speculation * input.smallerRadius();
    const Real ahead = input.step.looksAhead ? std::max(speculation, displacementOf(input)) : speculation;
    return ours->isFartherThan(input.step.restGap + ahead + input.step.minimumQueryDistance, input);
}

void ConvexContact::findContacts(const NarrowPhase&, const PairInput& input, const ContactSettings& settings,
                                 PairMemory& pairMemory, PersistentContacts& memory) const {
    ++pairMemory.counters.calls;
    ++pairMemory.counters.boxTests;
    const ConvexPolytope &a = polytopeOf(input.a), &b = polytopeOf(input.b);
    const PlacedPair pair(a.polytope(), input.a.pose, b.polytope(), input.b.pose);
    ConvexMemory& ours = heldMemory(pairMemory, a, b);
    dropSwept(ours, memory);
    ContactSearch(method_, input, settings, pair, ours, memory).run();
    if (input.step.looksAhead && input.step.timeStep > 0)
        SweptSearch(method_, input, settings, ours, memory).run();
}

std::optional<SweptContact> ConvexContact::firstContact(const NarrowPhase&, const SweptInput& input,
                                                        const SweptSettings& settings,
                                                        PairMemory& memory) const {
    ++memory.counters.calls;
    const ConvexPolytope &a = polytopeOf(input.a), &b = polytopeOf(input.b);
    FeatureMemory features;  // the pair's own are those of another moment
    return ricochet::firstContact(MovingPolytope{&a.polytope(), input.motionA},
                                  MovingPolytope{&b.polytope(), input.motionB}, settings, features);
}

}  // namespace ricochet
