#pragma once

#include "algorithms/closest_features/closest_features.h"
#include "algorithms/closest_features/flat_sides.h"
#include "algorithms/closest_features/polytope.h"
#include "algorithms/contact/contact_method.h"

namespace ricochet {

/// A convex body as prepared by ConvexContact.
class ConvexPolytope final : public ConvexModel {
public:
    explicit ConvexPolytope(Polytope polytope);
    Real radius() const override { return radius_; }
    const Polytope& polytope() const { return polytope_; }
    const FlatSides& sides() const { return sides_; }

private:
    Polytope polytope_;
    FlatSides sides_;
    Real radius_;  ///< metres
};

/// Contacts of two convex bodies by their closest features, which give the distance and one contact. If the
/// plane of a flat side separates the bodies as well as the closest features do, the opposite side of the
/// other body is clipped to the prism over it, and four of the corners remain (paper 001, 4.1.3, finds all
/// pairs of overlapping features). Motion: conservative advancement along the closest features' normal.
class ConvexContact final : public ContactMethod {
public:
    explicit ConvexContact(FeatureMethod method = FeatureMethod::automatic) : method_(method) {}

    Result<std::shared_ptr<const ConvexModel>> buildConvex(std::span<const Vec3> points) const override;

    bool areStillApart(const PairInput& input, const PairMemory& pairMemory) const override;

    /// `convex` of both bodies must come from buildConvex; the narrow phase is not used.
    void findContacts(const NarrowPhase& narrowPhase, const PairInput& input, const ContactSettings& settings,
                      PairMemory& pairMemory, PersistentContacts& memory) const override;

    std::optional<SweptContact> firstContact(const NarrowPhase& narrowPhase, const SweptInput& input,
                                             const SweptSettings& settings,
                                             PairMemory& memory) const override;

private:
    FeatureMethod method_;
};

}  // namespace ricochet
