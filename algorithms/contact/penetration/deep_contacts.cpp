// A penetration is deep if the features near it have no shallow contact. In flush contact, where they have,
// its area vector may point in a wrong direction. An open surface that cuts a solid divides the solid's
// surface in two, as a closed one does: the part beyond it, seen from the side to which the solid belongs, is
// inside. If the open surface ends within the solid, nothing bounds that part, but then the solid can also
// separate past the boundary.

#include "algorithms/contact/penetration/deep_contacts.h"

#include "algorithms/contact/depth_bound.h"
#include "algorithms/contact/intersection/least_gaps.h"
#include "algorithms/contact/penetration/inner_body.h"
#include "algorithms/contact/penetration/separation_direction.h"
#include "algorithms/contact/penetration/whole_separation.h"
#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/rigid_motion.h"

#include <algorithm>
#include <limits>

namespace ricochet {
namespace {

// Fraction of the depth along the area vector: a translation of the whole body that is as short as that is
// better.
constexpr Real kShorter = 0.8;
constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

bool isOpenSurface(const Mesh& mesh, const ContactSurface& surface) {
    return mesh.isTwoSided() || surface.up.has_value();
}

class DeepContacts {
public:
    DeepContacts(const PairInput& input, const PlacedFeatures& a, const PlacedFeatures& b,
                 const Intersection& intersection, const SpeculativeMargin& margin,
                 const PersistentContacts& memory, std::vector<Candidate>& candidates)
        : a_(a),
          b_(b),
          areSolid_(input.a.surface->isSolid && input.b.surface->isSolid),
          solidIsA_(input.a.surface->isSolid),
          intersection_(intersection),
          innerA_(a, intersection.crossings, true),
          innerB_(b, intersection.crossings, false),
          margin_(margin),
          isFirst_(!memory.depth && !memory.lastSeparated),
          movesWholes_(isFirst_ && areSolid_ && !input.a.surface->whole && !input.b.surface->whole),
          direction_(input, a, b, candidates, margin.shallowDepth, memory),
          candidates_(candidates),
          leastGaps_(candidates) {}

    /// Returns an upper bound of the depth at which the surfaces cross; infinite if it is unknown.
    Real add() {
        Real deepest = 0;
        for (const Penetration& p : penetrationsAt(intersection_.loops, innerA_, innerB_, areSolid_)) {
            const std::optional<Vec3> n = direction_.of(p);
            deepest = std::max(deepest, n ? add(p, *n) : areSolid_ ? 0 : kInfinity);
        }
        return deepest;
    }

private:
    Real add(const Penetration& penetration, const Vec3& n) {
        const IntersectionLoop& loop = penetration.loop;
        PatchSide a = sideAt(innerA_, loop.facesA, penetration.piecesA);
        PatchSide b = sideAt(innerB_, loop.facesB, penetration.piecesB);
        if (!areSolid_) boundByOpenSurface(a, b, loop, n);
        const Real top = highestAlong(n, loop, b.points), bottom = -highestAlong(-n, loop, a.points);
        const Aabb region = regionOf(loop, a.points, b.points);
        const Real maximum = std::min(top - bottom, lateralDistance(loop, a, b));
        const bool isThrough = areSolid_ && penetration.isThrough();
        const Real gap = leastGaps_.in(region, isThrough ? n : Vec3(Vec3::Zero()));
        if (gap < 0 && maximum <= margin_.shallowDepth) return maximum;
        Real depth = nearestDepth(n, a, b);
        if (gap < 0 && depth <= margin_.shallowDepth) return depth;
        if (isThrough) {
            if (!penetration.isOpposed && depth <= margin_.shallowDepth) return depth;
            depth = margin_.leavingDepth();
        } else {
            const bool hasPoints = !a.points.empty() || !b.points.empty();
            // A smooth body may have no feature contacts: then a patch that lies in its surface may be all
            // that supports it.
            if (hasPoints && gap < kInfinity && depth <= kTolerances.inSurface * margin_.linearSlop)
                return depth;
            // Solids that moved into each other may have done so along walls almost parallel to n, like a
            // vertex in a crack. The distance to the nearest surface frees them; the depth along n would
            // eject them.
            const Real along = isFirst_ || !areSolid_ ? depthAlong(n, a, b, top - bottom) : 0;
            depth = along > 0 ? along : depth > 0 ? depth : margin_.shallowDepth;
            depth = std::min(depth, maximum);
            if (movesWholes_ && depth > margin_.shallowDepth) {
                if (!whole_) whole_ = shortestWholeSeparation(a_, b_);
                const WholeSeparation& whole = *whole_;
                if (whole.distance() < kShorter * depth) {
                    addContact(loop, whole.direction, (whole.bottom + whole.top) / 2, whole.distance(),
                               region);
                    return whole.distance();
                }
            }
        }
        addContact(loop, n, (bottom + top) / 2, depth, region);
        return depth;
    }

    /// Where the other body ends or has a crack, the flood fill covers the whole body. Drops points in front
    /// of the whole curve, which are not beyond the open surface, and points outside the solid's box, which
    /// are not in it.
    void boundByOpenSurface(PatchSide& a, PatchSide& b, const IntersectionLoop& loop, const Vec3& n) {
        PatchSide &ofSolid = solidIsA_ ? a : b, &ofOpen = solidIsA_ ? b : a;
        const PlacedFeatures& solid = ofSolid.body();
        if (n.dot(loop.area) > 0) {  // the solid came from behind the front faces
            beforeFronts_.emplace(solid, intersection_.crossings, solidIsA_, /*isInFront*/ true);
            ofSolid = sideAt(*beforeFronts_, ofSolid.loopFaces, beforeFronts_->piecesAt(ofSolid.loopFaces));
        }
        const Vec3 out = solidIsA_ ? n : Vec3(-n);  // of the solid
        const Real top = highestAlong(out, loop, {}) + margin_.linearSlop;
        std::erase_if(ofSolid.points, [&](const Vec3& point) { return out.dot(point) > top; });
        const Aabb box = grown(solid.mesh().box(), margin_.linearSlop);
        std::erase_if(ofOpen.points, [&](const Vec3& point) {
            return !box.contains(solid.pose().rotation.inverse() * (point - solid.pose().translation));
        });
    }

    /// The box of the loop and both patches, grown by a linear slop; for a loop with ends, by the shallow
    /// depth.
    Aabb regionOf(const IntersectionLoop& loop, std::span<const Vec3> a, std::span<const Vec3> b) const {
        Aabb region = loop.box;
        for (const Vec3& point : a) region.include(point);
        for (const Vec3& point : b) region.include(point);
        return grown(region, loop.isClosed() ? margin_.linearSlop : margin_.shallowDepth);
    }

    /// An open surface that ends within the solid can also separate sideways, until its boundary is outside.
    Real lateralDistance(const IntersectionLoop& loop, const PatchSide& a, const PatchSide& b) const {
        if (areSolid_ || loop.isClosed()) return kInfinity;
        Vec3 onBoundary = Vec3::Zero();
        for (const Vec3& end : loop.ends) onBoundary += end;
        ScratchVector<Vec3> ofOpen = solidIsA_ ? b.points : a.points;
        ofOpen.push_back(onBoundary / static_cast<Real>(loop.ends.size()));
        return depthIn(ofOpen, solidIsA_ ? a : b);
    }

    /// A deep contact replaces the touching shallow ones in the region that point in other directions.
    void addContact(const IntersectionLoop& loop, const Vec3& n, Real height, Real depth,
                    const Aabb& region) {
        if (depth > margin_.shallowDepth) {
            std::erase_if(candidates_, [&](const Candidate& c) {
                return c.gap <= 0 && region.contains(c.onA) && c.normal.dot(n) < kTolerances.sideCosine;
            });
            leastGaps_.reset();
        }
        const Vec3 between = loop.centre + (height - n.dot(loop.centre)) * n;
        candidates_.push_back(
            {.onA = between - depth / 2 * n,
             .onB = between + depth / 2 * n,
             .normal = n,
             .gap = -depth,
             .faceA = loop.facesA.front(),
             .faceB = loop.facesB.front(),
             .key = contactKey(FeaturePair::edgeEdge, kDeepFlag | loop.facesA.front(), loop.facesB.front())});
    }

    const PlacedFeatures &a_, &b_;
    const bool areSolid_, solidIsA_;
    const Intersection& intersection_;
    InnerVertices innerA_, innerB_;
    std::optional<InnerVertices> beforeFronts_;  ///< of a solid that came from behind an open surface
    const SpeculativeMargin& margin_;
    const bool isFirst_;                    ///< step of the pair, or query
    const bool movesWholes_;                ///< the meshes are whole solids, not parts
    std::optional<WholeSeparation> whole_;  ///< found once, when a loop asks for it
    const SeparationDirection direction_;
    std::vector<Candidate>& candidates_;
    LeastGaps leastGaps_;
};

/// Pairs of fronts: only the fronts of an open surface are intersected.
ScratchVector<FacePair> pairsOfFronts(const PlacedFeatures& a, const PlacedFeatures& b,
                                      std::span<const FacePair> pairs) {
    ScratchVector<FacePair> fronts;
    fronts.reserve(pairs.size());
    std::ranges::copy_if(pairs, std::back_inserter(fronts), [&](const FacePair& pair) {
        return pair.faceA < a.mesh().frontCount() && pair.faceB < b.mesh().frontCount();
    });
    return fronts;
}

/// Whether one body may have come to be inside the other, by what they have moved. In metres.
bool mayBeInside(Real deepest, const PairInput& input) {
    return deepest > kTolerances.moved * std::min(input.a.surface->radius, input.b.surface->radius);
}

}  // namespace

void addDeepContacts(const NarrowPhase& narrowPhase, const PairInput& input, const SpeculativeMargin& margin,
                     PlacedFeatures& a, PlacedFeatures& b, FeatureContacts& found,
                     PersistentContacts& memory) {
    std::optional<LastSeparated>& last = memory.lastSeparated;
    const ContactSurface &surfaceA = *input.a.surface, &surfaceB = *input.b.surface;
    const bool areSolid = surfaceA.isSolid && surfaceB.isSolid;
    const bool isSolidInOpenSurface = surfaceA.isSolid
                                          ? isOpenSurface(b.mesh(), surfaceB)
                                          : surfaceB.isSolid && isOpenSurface(a.mesh(), surfaceA);
    if (!areSolid && !isSolidInOpenSurface) return;
    // Bodies that have hardly moved since they were last separated need not be tested again.
    const bool isKnown = last && (last->ofSolids || !areSolid);
    Real deepest = isKnown ? deepestSince(*last, input) : kInfinity;
    if (found.intersecting.empty()) {
        if (mayBeInside(deepest, input)) {
            if (const auto inner = innerBodyContact(narrowPhase, input, margin, memory.insideBy)) {
                if (last) last->deepest = kInfinity;
                return found.candidates.push_back(*inner);
            }
            deepest = 0;
        }
    } else {
        if (!areSolid && deepest <= margin.shallowDepth) return;
        const Intersection intersection = findIntersection(a, b, pairsOfFronts(a, b, found.intersecting));
        deepest = DeepContacts(input, a, b, intersection, margin, memory, found.candidates).add();
        if (deepest > margin.shallowDepth) return;
    }
    last = {seenFrom(input.b.pose, input.a.pose), deepest, areSolid};
}

void noteStillApart(const PairInput& input, PersistentContacts& memory) {
    const Real deepest = deepestSince(*memory.lastSeparated, input);
    memory.lastSeparated = {seenFrom(input.b.pose, input.a.pose), mayBeInside(deepest, input) ? 0 : deepest,
                            /*ofSolids*/ true};
}

}  // namespace ricochet
