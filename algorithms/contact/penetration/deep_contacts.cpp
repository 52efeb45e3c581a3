// The area vector of an intersection loop gives the way out: dV/dt = area · velocity for a translation, so
// -area is the direction in which the shared volume shrinks fastest. Here it only takes over where the
// features near the loop do not explain the penetration: in flush contact a loop may well point the wrong
// way.

#include "algorithms/contact/penetration/deep_contacts.h"

#include "algorithms/contact/penetration/penetration.h"
#include "algorithms/contact/tolerances.h"

#include <algorithm>

namespace ricochet {
namespace {

class DeepContacts {
public:
    DeepContacts(const PlacedFeatures& a, const PlacedFeatures& b, const Intersection& intersection,
                 const SpeculativeMargin& margin, Passage& passage, std::vector<Candidate>& candidates)
        : a_(a),
          b_(b),
          innerA_(a, intersection.crossings, true),
          innerB_(b, intersection.crossings, false),
          margin_(margin),
          passage_(passage),
          candidates_(candidates) {}

    void add(std::vector<IntersectionLoop> loops) {
        std::vector<Penetration> penetrations = penetrationsAt(std::move(loops), innerA_, innerB_);
        for (std::size_t i = 0; i < penetrations.size(); ++i) {
            for (std::size_t k = 0; k < i; ++k) {
                if (penetrations[i].isOppositeTo(penetrations[k])) {
                    tellSides(penetrations[i], penetrations[k]);
                }
            }
        }
        for (const Penetration& penetration : penetrations) add(penetration);
        passage_.wayOut = wayOut_;
    }

private:
    /// Of the two loops of a rod through a plate, whose area vectors cancel.
    void tellSides(Penetration& p, Penetration& q) {
        const bool rodIsA = shareOne(p.loop.facesA, q.loop.facesA);
        const Vec3 middle = 0.5 * (p.loop.centre + q.loop.centre);
        const Vec3 axis = p.loop.area.normalized();
        const Vec3 out = wayOut(middle, rodIsA);
        const bool isByP = out.dot(axis) <= 0;
        (isByP ? p : q).isThrough = true;
        (isByP ? q : p).isFarSide = true;
        keepWay(isByP ? Vec3(-axis) : axis, rodIsA);
    }

    /// As in the last step; else towards the side on which most of the rod was, or is.
    Vec3 wayOut(const Vec3& middle, bool rodIsA) const {
        const std::optional<Vec3>& known = passage_.wayOut;
        return known ? Vec3(plate(rodIsA).pose().rotation * *known) : towardsCentre(middle, rodIsA);
    }

    void keepWay(const Vec3& out, bool rodIsA) { wayOut_ = plate(rodIsA).toLocal(out); }

    const PlacedFeatures& plate(bool rodIsA) const { return rodIsA ? b_ : a_; }

    /// A goes, or the plate goes off, so that the rod is on the side on which most of it was when the bodies
    /// were last safe, or is if they never were.
    Vec3 towardsCentre(const Vec3& middle, bool rodIsA) const {
        const Vec3 towards = centreOfRod(rodIsA) - middle;
        return rodIsA ? towards : Vec3(-towards);
    }

    Vec3 centreOfRod(bool rodIsA) const {
        const PlacedFeatures& rod = rodIsA ? a_ : b_;
        const Vec3 local = rod.mesh().box().centre();
        if (!passage_.lastSafe) return place(rod.pose(), local);
        const Pose& safe = *passage_.lastSafe;
        if (rodIsA) return place(b_.pose(), place(safe, local));
        return place(a_.pose(), safe.rotation.inverse() * (local - safe.translation));
    }

    void add(const Penetration& penetration) {
        if (penetration.isFarSide) return;
        const IntersectionLoop& loop = penetration.loop;
        const PatchSide a = sideAt(innerA_, loop.facesA, penetration.piecesA);
        const PatchSide b = sideAt(innerB_, loop.facesB, penetration.piecesB);
        const Real area = loop.area.norm();
        const Vec3 n = area > 0 ? Vec3(-loop.area / area) : Vec3::Zero();
        const Extent extent = extentAlong(n, loop, a.points, b.points);
        const Aabb region = regionOf(loop, a.points, b.points, margin_);

        const ShallowContacts shallow = shallowContactsIn(region, candidates_);
        if (penetration.isThrough && !shallow.explain) {
            return addDeepContact(loop, n, extent, margin_.leavingDepth(), region, margin_, candidates_);
        }
        const auto depth = unexplainedDepth(n, a, b, extent, shallow, margin_);
        if (!depth) return;
        if (area <= kTolerances.flatLoop * loop.perimeter / 2 * extent.depth()) {
            if (*depth > margin_.shallowDepth && penetration.hasArea()) addWayBack(penetration, region);
            return;
        }
        // Bodies that were apart before came in by motion, along walls that may be steep against n, as a tip
        // does into a crack: the way to the nearest surface leads them out, and all along n would throw them.
        const Real along = passage_.lastSafe ? 0 : depthAlong(n, a, b, extent);
        addDeepContact(loop, n, extent, along > 0 ? along : std::min(extent.depth(), *depth), region, margin_,
                       candidates_);
    }

    /// As where a rod of many faces goes through a plate: what is inside there joins its two loops.
    void addWayBack(const Penetration& penetration, const Aabb& region) {
        const IntersectionLoop& loop = penetration.loop;
        const bool rodIsA = !penetration.piecesA.empty();
        const Vec3 out = wayOut(loop.centre, rodIsA);
        if (out.norm() <= kTolerances.inSurface * margin_.linearSlop) return;
        const Vec3 n = out.normalized();
        keepWay(n, rodIsA);
        addDeepContact(loop, n, extentAlong(n, loop, {}, {}), margin_.leavingDepth(), region, margin_,
                       candidates_);
    }

    const PlacedFeatures& a_;
    const PlacedFeatures& b_;
    InnerVertices innerA_, innerB_;
    const SpeculativeMargin& margin_;
    Passage& passage_;
    std::vector<Candidate>& candidates_;
    std::optional<Vec3> wayOut_;  ///< of A, in the plate's frame: of this step
};

}  // namespace

void addDeepContacts(const PlacedFeatures& a, const PlacedFeatures& b, Intersection intersection,
                     const SpeculativeMargin& margin, Passage& passage, std::vector<Candidate>& candidates) {
    DeepContacts(a, b, intersection, margin, passage, candidates).add(std::move(intersection.loops));
}

}  // namespace ricochet
