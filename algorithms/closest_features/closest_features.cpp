#include "algorithms/closest_features/closest_features.h"

#include "algorithms/closest_features/exhaustive_features.h"
#include "algorithms/closest_features/fine_distance.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <optional>

namespace ricochet {
namespace {

constexpr Real kFineBelow = 1e-3;  // of the extent: below it doubles lose more than three digits
constexpr int kMostRewalks = 3;
constexpr std::size_t kMostEdgePairs =
    1000000;  // tested in some 30 ms; beyond, an answer may stay uncertified

/// A pair of features as an answer, in A's frame.
struct Answer {
    PolytopeFeatures features;
    Witnesses witnesses;
    Real distance;
    SupportPair support;
    bool isCertified;
};

class Query {
public:
    Query(const PlacedPair& pair, FeatureMemory& memory, FeatureMethod method)
        : pair_(pair), memory_(memory), method_(method), enough_(kCertifiedDistance * pair.extent()) {}

    ClosestFeatures run() {
        ++memory_.counters.queries;
        if (const auto same = stillInside()) return *same;
        if (method_ == FeatureMethod::simplex) {
            if (const auto found = bySimplex()) return *found;
        } else if (const auto same = stillApart()) {
            return apart(*same);
        }
        return walkOrPenetrate();
    }

    std::optional<ClosestFeatures> separation() {
        ++memory_.counters.queries;
        if (const auto same = stillApart()) return apart(*same);
        const Walk walk = walkFrom(firstFeatures());
        if (walk.end != WalkEnd::inside) {
            const Answer answer = certified(walk.features);
            if (answer.isCertified && answer.distance > enough_) return apart(answer);
        }
        memory_.features = walk.features;
        memory_.hasFeatures = true;
        return std::nullopt;
    }

private:
    /// By the polytope of the last step, unchanged or expanded if necessary.
    std::optional<ClosestFeatures> stillInside() {
        if (!memory_.wasInside || memory_.polytope.isEmpty()) return std::nullopt;
        if (const auto tracked = memory_.polytope.track(pair_)) {
            ++memory_.counters.reused;
            return inside(*tracked);
        }
        return penetrate(memory_.axis);
    }

    /// The last step's features: if the support confirms the distance of their points, these are the closest
    /// ones, whatever their Voronoi cells.
    std::optional<Answer> stillApart() {
        if (!memory_.hasFeatures || memory_.wasInside) return std::nullopt;
        if (!footIsInFace(0) || !footIsInFace(1)) return std::nullopt;
        Answer answer = measured(memory_.features);
        check(answer, answer.witnesses.normal);
        if (!answer.isCertified || !(answer.distance > enough_)) return std::nullopt;
        ++memory_.counters.reused;
        return answer;
    }

    /// None if rounding makes the simplex inconclusive; its features are then the start of a walk.
    std::optional<ClosestFeatures> bySimplex() {
        const Vec3 line = betweenCentres();
        const auto features = memory_.simplex.approach(
            pair_, memory_.simplex.isEmpty() ? supportAlong(pair_, line, 0, 0) : SupportPair{});
        if (!features) return penetrate(memory_.axis.squaredNorm() > 0 ? memory_.axis : line);
        memory_.features = *features;
        memory_.hasFeatures = true;
        memory_.wasInside = false;
        if (const auto answer = stillApart()) return apart(*answer);
        return std::nullopt;
    }

    /// Whether a side's feature, if it is a face, has the other's vertex above it.
    bool footIsInFace(Index side) const {
        const Feature feature = memory_.features[side], other = memory_.features[1 - side];
        if (feature.kind != PolytopePart::face) return true;
        if (other.kind != PolytopePart::vertex) return false;
        const Vec3 vertex = pair_.toOther(1 - side, pair_.shape(1 - side).vertices[other.index]);
        const Polytope& polytope = pair_.shape(side);
        return heightAbove(polytope.faces[feature.index], vertex) > 0 &&
               std::ranges::all_of(polytope.sidePlanesOf(feature.index),
                                   [&](const Polytope::SidePlane& plane) {
                                       return plane.inwards.dot(vertex - plane.base) >= 0;
                                   });
    }

    Walk walkFrom(const PolytopeFeatures& from) {
        const Walk walk = walkFeatures(pair_, from);
        memory_.counters.steps += static_cast<std::uint64_t>(walk.steps);
        memory_.counters.cycles += walk.end == WalkEnd::cycle;
        return walk;
    }

    bool isSmallEnoughForAll() const {
        return pair_.shape(0).edges.size() * pair_.shape(1).edges.size() <= kMostEdgePairs;
    }

    PolytopeFeatures firstFeatures() const {
        if (memory_.hasFeatures) return memory_.features;
        const SupportPair s = supportAlong(pair_, betweenCentres(), 0, 0);
        return featureVertices(s);
    }

    static PolytopeFeatures featureVertices(const SupportPair& s) {
        return {Feature{PolytopePart::vertex, s.a}, Feature{PolytopePart::vertex, s.b}};
    }

    Vec3 betweenCentres() const {
        const Vec3 line = pair_.fromB(pair_.shape(1).centre) - pair_.shape(0).centre;
        const Real length = line.norm();
        return length > 0 ? Vec3(line / length) : Vec3::UnitZ();
    }

    ClosestFeatures walkOrPenetrate() {
        PolytopeFeatures from = firstFeatures();
        std::optional<Answer> best;  // of those that are not certified
        for (int i = 0; i < kMostRewalks; ++i) {
            const Walk walk = walkFrom(from);
            memory_.counters.rewalks += i > 0;
            const Answer answer = certified(walk.features);
            if (walk.end != WalkEnd::inside && answer.isCertified && answer.distance > enough_) {
                return apart(answer);
            }
            if (walk.end != WalkEnd::inside && answer.distance > 0 &&
                (!best || answer.support.gap > best->support.gap)) {
                best = answer;
            }
            const Vec3 normal = answer.witnesses.normal;
            if (const auto inside = penetrate(normal.squaredNorm() > 0 ? normal : betweenCentres())) {
                return *inside;
            }
            from = memory_.features;
        }
        if (best && !isSmallEnoughForAll()) return apart(*best);
        ++memory_.counters.exhaustive;
        return apart(certified(exhaustiveFeatures(pair_)));
    }

    /// The answer by features, and whether the support agrees.
    Answer certified(const PolytopeFeatures& features) const {
        Answer answer = measured(features);
        if (!haveWitnesses(features)) return answer;
        const Vec3 between = answer.witnesses.onB - answer.witnesses.onA;
        check(answer, answer.witnesses.normal);
        // for nearly parallel edges the cross product is noise, the line of the closest points is not
        if (!answer.isCertified && answer.distance > 0) check(answer, between / answer.distance);
        // for close features this line has few digits
        if (!answer.isCertified && isSmall(answer)) check(answer, fineNormal(pair_, features));
        return answer;
    }

    Answer measured(const PolytopeFeatures& features) const {
        Answer answer{features, {Vec3::Zero(), Vec3::Zero(), Vec3::Zero()}, 0, {0, 0, 0}, false};
        if (!haveWitnesses(features)) return answer;
        answer.witnesses = findWitnesses(pair_, features);
        answer.distance = (answer.witnesses.onB - answer.witnesses.onA).norm();
        return answer;
    }

    void check(Answer& answer, const Vec3& normal) const {
        if (!(normal.squaredNorm() > 0)) return;
        const Index a = vertexOf(pair_.shape(0), answer.features[0]);
        const Index b = vertexOf(pair_.shape(1), answer.features[1]);
        answer.support = supportAlong(pair_, normal, a, b);
        answer.isCertified = answer.distance - answer.support.gap <= enough_;
        if (answer.isCertified) answer.witnesses.normal = normal;
    }

    /// Whether doubles lose digits that a finer evaluation has.
    bool isSmall(const Answer& answer) const {
        return answer.distance < kFineBelow * pair_.extent() && !hasThinFace(answer.features);
    }

    bool hasThinFace(const PolytopeFeatures& features) const {
        const auto isThin = [&](Index side) {
            return features[side].kind == PolytopePart::face &&
                   pair_.shape(side).faces[features[side].index].isThin;
        };
        return isThin(0) || isThin(1);
    }

    ClosestFeatures apart(const Answer& answer) {
        memory_.features = answer.features;
        memory_.hasFeatures = true;
        memory_.wasInside = false;
        memory_.axis = answer.witnesses.normal;
        memory_.counters.uncertified += !answer.isCertified;
        const Real distance = isSmall(answer) ? fineDistance(pair_, answer.features) : answer.distance;
        return {distance,
                pair_.toWorld(answer.witnesses.onA),
                pair_.toWorld(answer.witnesses.onB),
                -pair_.turnToWorld(answer.witnesses.normal),
                answer.features,
                answer.isCertified};
    }

    /// Depth and direction; none if the two turn out to be apart: then the memory's features are the start of
    /// a walk.
    std::optional<ClosestFeatures> penetrate(const Vec3& normal) {
        auto found = memory_.polytope.expand(pair_, -normal);
        // rounding occasionally stops the cached polytope; a new one has other faces
        if (isOpen(found)) found = memory_.polytope.expand(pair_, -normal.unitOrthogonal());
        if (isOpen(found) && (!found || isSmallEnoughForAll())) {
            ++memory_.counters.exhaustive;
            found = exhaustiveAxes(pair_);
        }
        memory_.features = featureVertices(found->support);
        memory_.hasFeatures = true;
        if (found->depth < -enough_) {
            memory_.polytope.clear();
            memory_.wasInside = false;
            return std::nullopt;
        }
        return inside(*found);
    }

    ClosestFeatures inside(const HullPenetration& found) {
        memory_.features = featureVertices(found.support);
        memory_.hasFeatures = true;
        memory_.axis = found.normal;
        ++memory_.counters.penetrations;
        memory_.counters.uncertified += !found.isCertified;
        memory_.wasInside = true;
        return {-found.depth,
                pair_.toWorld(found.onA),
                pair_.toWorld(found.onB),
                -pair_.turnToWorld(found.normal),
                memory_.features,
                found.isCertified};
    }

    bool isOpen(const std::optional<HullPenetration>& found) const {
        return !found || (!found->isCertified && found->depth >= -enough_);
    }

    const PlacedPair& pair_;
    FeatureMemory& memory_;
    FeatureMethod method_;
    Real enough_;  ///< metres: what is certified agrees to within this
};

}  // namespace

ClosestFeatures findClosestFeatures(const PlacedPair& pair, FeatureMemory& memory, FeatureMethod method) {
    return Query(pair, memory, method).run();
}

ClosestFeatures findClosestFeatures(const Polytope& a, const Pose& poseA, const Polytope& b,
                                    const Pose& poseB, FeatureMemory& memory, FeatureMethod method) {
    return findClosestFeatures(PlacedPair(a, poseA, b, poseB), memory, method);
}

Real gapAlongLastAxis(const PlacedPair& pair, FeatureMemory& memory) {
    if (!memory.hasFeatures || !(memory.axis.squaredNorm() > 0)) return 0;
    const SupportPair s = supportAlong(pair, memory.axis, vertexOf(pair.shape(0), memory.features[0]),
                                       vertexOf(pair.shape(1), memory.features[1]));
    return s.gap - kCertifiedDistance * pair.extent();
}

std::optional<ClosestFeatures> findSeparation(const Polytope& a, const Pose& poseA, const Polytope& b,
                                              const Pose& poseB, FeatureMemory& memory) {
    const PlacedPair pair(a, poseA, b, poseB);
    return Query(pair, memory, FeatureMethod::automatic).separation();
}

}  // namespace ricochet
