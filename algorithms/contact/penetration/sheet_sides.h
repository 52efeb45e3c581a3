#pragma once

#include "algorithms/contact/features/feature_contacts.h"
#include "algorithms/contact/intersection/intersection_loops.h"

#include <optional>
#include <span>
#include <vector>

namespace ricochet {

/// Where a solid and an open surface cross, on which side of the surface the solid belongs: nothing about the
/// surface itself tells, unless it is a terrain. Refers to what lives for one step.
class SheetSides {
public:
    /// `last`: the contacts of the last step. `candidates`: those of single features in this one. Exactly one
    /// of the bodies is solid.
    SheetSides(const ContactInput& input, const PlacedFeatures& a, const PlacedFeatures& b,
               std::span<const ContactPoint> last, std::span<const Candidate> candidates,
               const SpeculativeMargin& margin, const Passage& passage);

    bool sheetIsA() const { return sheetIsA_; }

    /// The way out of A, unit; none where nothing tells it. The loop is of the surface's fronts.
    std::optional<Vec3> wayOut(const IntersectionLoop& loop) const;

private:
    const PlacedFeatures& sheet() const { return sheetIsA_ ? a_ : b_; }
    const PlacedFeatures& solid() const { return sheetIsA_ ? b_ : a_; }

    bool isSmallerA() const { return input_.surfaceA->radius <= input_.surfaceB->radius; }
    bool isSmallerTheSheet() const { return isSmallerA() == sheetIsA_; }
    const PlacedFeatures& smaller() const { return isSmallerA() ? a_ : b_; }

    std::optional<Vec3> axisOf(const IntersectionLoop& loop) const;
    Vec3 wayUp(const IntersectionLoop& loop) const;
    Vec3 wayOffFaces(const IntersectionLoop& loop) const;
    std::optional<Vec3> heldBefore(const IntersectionLoop& loop) const;
    Vec3 heldNow(const IntersectionLoop& loop) const;
    Vec3 towardsSafeCentre(const IntersectionLoop& loop) const;
    Vec3 wayToMore(const IntersectionLoop& loop, const Vec3& axis) const;

    const ContactInput& input_;
    const PlacedFeatures& a_;
    const PlacedFeatures& b_;
    std::span<const ContactPoint> last_;
    std::vector<Candidate> touching_;
    const Real shallowDepth_;
    const Passage& passage_;
    const bool sheetIsA_;
};

/// Whether a surface is open in a way that deep contacts know how to treat: met from both sides, or a
/// terrain.
inline bool isSheet(const Mesh& mesh, const ContactSurface& surface) {
    return mesh.isTwoSided() || surface.up.has_value();
}

}  // namespace ricochet
