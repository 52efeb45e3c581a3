// An open surface that cuts a solid parts the solid's surface in two, as a closed one does: what lies beyond
// it, seen from the side on which the solid belongs, is inside. Where the surface ends within the solid
// nothing bounds that part, but then the solid comes free past the border, too.

#include "algorithms/contact/penetration/sheet_contacts.h"

#include "algorithms/contact/penetration/penetration.h"

#include <algorithm>

namespace ricochet {
namespace {

constexpr Real kUnknown = std::numeric_limits<Real>::infinity();

class SheetContacts {
public:
    SheetContacts(const PlacedFeatures& a, const PlacedFeatures& b, const Intersection& intersection,
                  const SpeculativeMargin& margin, const SheetSides& sides,
                  std::vector<Candidate>& candidates)
        : a_(a),
          b_(b),
          innerA_(a, intersection.crossings, true),
          innerB_(b, intersection.crossings, false),
          beforeFaces_(sides.sheetIsA() ? b : a, intersection.crossings, !sides.sheetIsA(),
                       Inside::beforeFaces),
          margin_(margin),
          sides_(sides),
          candidates_(candidates) {}

    Real add(std::vector<IntersectionLoop> loops) {
        Real deepest = 0;
        for (Penetration& penetration : penetrationsAt(std::move(loops), innerA_, innerB_)) {
            const auto n = sides_.wayOut(penetration.loop);
            deepest = std::max(deepest, n ? add(penetration, *n) : kUnknown);
        }
        return deepest;
    }

private:
    /// Answers how deep it is.
    Real add(const Penetration& penetration, const Vec3& n) {
        const IntersectionLoop& loop = penetration.loop;
        PatchSide a = sideAt(innerA_, loop.facesA, penetration.piecesA);
        PatchSide b = sideAt(innerB_, loop.facesB, penetration.piecesB);
        if (n.dot(loop.area) > 0) takeOtherSide(sides_.sheetIsA() ? b : a);
        keepInside(a, b_, loop, n);
        keepInside(b, a_, loop, -n);
        const Extent extent = extentAlong(n, loop, a.points, b.points);
        const Aabb region = regionOf(loop, a.points, b.points, margin_);
        const ShallowContacts shallow = shallowContactsIn(region, candidates_);
        const Real most = std::min(extent.depth(), wayAside(loop, a, b));
        if (shallow.explain && most <= margin_.shallowDepth) return most;
        const auto unexplained = unexplainedDepth(n, a, b, extent, shallow, margin_);
        if (!unexplained) return std::min(most, margin_.shallowDepth);
        const Real along = depthAlong(n, a, b, extent);
        const Real depth = std::min(most, along > 0 ? along : *unexplained);
        addDeepContact(loop, n, extent, depth, region, margin_, candidates_);
        return depth;
    }

    /// A surface that ends within the solid comes free sideways, too, when its border is out of it.
    Real wayAside(const IntersectionLoop& loop, const PatchSide& a, const PatchSide& b) const {
        if (loop.isClosed()) return std::numeric_limits<Real>::infinity();
        Vec3 onBorder = Vec3::Zero();
        for (const Vec3& end : loop.ends) onBorder += end;
        std::vector<Vec3> ofSheet = sides_.sheetIsA() ? a.points : b.points;
        ofSheet.push_back(onBorder / static_cast<Real>(loop.ends.size()));
        return depthOf(ofSheet, sides_.sheetIsA() ? b : a);
    }

    /// The solid has come from behind the surface's fronts.
    void takeOtherSide(PatchSide& ofSolid) {
        ofSolid = sideAt(beforeFaces_, ofSolid.loopFaces, beforeFaces_.piecesAt(ofSolid.loopFaces));
    }

    /// A flood runs all over the body where the other one ends or has a crack. None of what lies before the
    /// whole curve is beyond an open surface, and none of what lies out of a solid's box is in it.
    void keepInside(PatchSide& patch, const PlacedFeatures& other, const IntersectionLoop& loop,
                    const Vec3& n) const {
        const bool isInSolid = &other == (sides_.sheetIsA() ? &b_ : &a_);
        const Pose& pose = other.pose();
        const Aabb box = grown(other.mesh().box(), margin_.linearSlop);
        Real top = -std::numeric_limits<Real>::infinity();
        for (const auto& [begin, end] : loop.segments) top = std::max({top, n.dot(begin), n.dot(end)});
        std::erase_if(patch.points, [&](const Vec3& point) {
            return isInSolid ? !box.contains(pose.rotation.inverse() * (point - pose.translation))
                             : n.dot(point) > top + margin_.linearSlop;
        });
    }

    const PlacedFeatures& a_;
    const PlacedFeatures& b_;
    InnerVertices innerA_, innerB_;
    InnerVertices beforeFaces_;  ///< of the solid
    const SpeculativeMargin& margin_;
    const SheetSides& sides_;
    std::vector<Candidate>& candidates_;
};

}  // namespace

Real addSheetContacts(const PlacedFeatures& a, const PlacedFeatures& b, Intersection intersection,
                      const SpeculativeMargin& margin, const SheetSides& sides,
                      std::vector<Candidate>& candidates) {
    return SheetContacts(a, b, intersection, margin, sides, candidates).add(std::move(intersection.loops));
}

}  // namespace ricochet
