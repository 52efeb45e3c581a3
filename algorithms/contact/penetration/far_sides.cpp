// A body that rests on a sheet, and is no thicker than what features can tell, has features within reach of
// the sheet's other side, too: they seem to have come through from there. The half of its thickness decides.

#include "algorithms/contact/penetration/far_sides.h"

#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/closest_points.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ricochet {
namespace {

class FarSides {
public:
    FarSides(PlacedFeatures& a, PlacedFeatures& b, const FacePairs& pairs, const Reach& reach,
             std::span<const Candidate> candidates)
        : sheetIsA_(a.mesh().isTwoSided()),
          sheet_(sheetIsA_ ? a : b),
          body_(sheetIsA_ ? b : a),
          reach_(reach),
          candidates_(candidates) {
        for (const FacePair& pair : pairs) {
            pairs_.emplace_back(sheetIsA_ ? pair.faceA : pair.faceB, sheetIsA_ ? pair.faceB : pair.faceA);
        }
        std::ranges::sort(pairs_);
    }

    bool isOne(const Candidate& c) { return c.gap < 0 && isThinAt(c) && hasNearerSide(c); }

private:
    Index sheetFaceOf(const Candidate& c) const { return sheetIsA_ ? c.faceA : c.faceB; }

    /// Whether the body is thinner than twice the contact's depth there.
    bool isThinAt(const Candidate& c) {
        const Index sheetFace = sheetFaceOf(c);
        const auto begin = std::ranges::lower_bound(pairs_, sheetFace, {}, &SheetPair::first);
        const auto end = std::ranges::upper_bound(pairs_, sheetFace, {}, &SheetPair::first);
        return std::any_of(begin, end, [&](const SheetPair& pair) { return endsAt(c, pair.second); });
    }

    bool endsAt(const Candidate& c, Index face) {
        const Vec3& from = sheetIsA_ ? c.onB : c.onA;
        const Vec3 into = sheetIsA_ ? Vec3(-c.normal) : c.normal;
        const PlacedFace& end = body_.faceAt(body_.enter(face));
        const Real leaves = end.normal.dot(into);
        if (leaves < kTolerances.leaves) return false;
        const Real depth = -c.gap, thickness = end.normal.dot(end.corners[0] - from) / leaves;
        if (thickness < 0 || thickness > 2 * depth) return false;
        const Vec3 there = from + thickness * into;
        const Vec3 onBody = closestPoint(end.corners, there);
        return (onBody - there).norm() <= depth && isPromised(c, onBody);
    }

    bool isPromised(const Candidate& c, const Vec3& onBody) {
        const PlacedFace& face = sheet_.faceAt(sheet_.enter(sheetFaceOf(c)));
        const Vec3 onSheet = closestPoint(face.corners, sheetIsA_ ? c.onA : c.onB);
        return sheetIsA_ ? reach_.arePromised(onSheet, onBody) : reach_.arePromised(onBody, onSheet);
    }

    /// Whether a contact on the other side is not as deep; of two equal ones, the front's stays.
    bool hasNearerSide(const Candidate& c) const {
        const bool isFront = sheetFaceOf(c) < sheet_.mesh().frontCount();
        return std::ranges::any_of(candidates_, [&](const Candidate& other) {
            return other.normal.dot(c.normal) < kTolerances.opposed &&
                   (other.gap > c.gap || (other.gap == c.gap && !isFront));
        });
    }

    using SheetPair = std::pair<Index, Index>;  ///< the sheet's face, the body's

    const bool sheetIsA_;
    PlacedFeatures& sheet_;
    PlacedFeatures& body_;
    const Reach& reach_;
    std::span<const Candidate> candidates_;
    std::vector<SheetPair> pairs_;
};

}  // namespace

void dropFarSides(PlacedFeatures& a, PlacedFeatures& b, const FacePairs& pairs, const Reach& reach,
                  std::vector<Candidate>& candidates) {
    if (a.mesh().isTwoSided() == b.mesh().isTwoSided()) return;
    if (std::ranges::none_of(candidates, [](const Candidate& c) { return c.gap < 0; })) return;
    FarSides farSides(a, b, pairs, reach, candidates);
    std::vector<Candidate> kept;
    std::ranges::copy_if(candidates, std::back_inserter(kept),
                         [&](const Candidate& c) { return !farSides.isOne(c); });
    candidates = std::move(kept);
}

}  // namespace ricochet
