#pragma once

#include "algorithms/closest_features/closest_features.h"
#include "algorithms/closest_features/flat_sides.h"
#include "algorithms/closest_features/polytope.h"
#include "algorithms/contact/contact_method.h"

namespace ricochet {

/// What ConvexContact prepares of a convex body.
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

/// Contacts of two convex bodies by their closest features. These give the distance and one contact. Where
/// the plane of a flat side separates the bodies as well as the closest features do, all of the other body's
/// opposite side that lies over it touches: it is clipped to the prism over the first (paper 001, 4.1.3, has
/// all pairs of overlapping features), and four of the corners remain.
/// Motion: conservative advancement along the closest features' normal.
class ConvexContact final : public ContactMethod {
public:
    explicit ConvexContact(FeatureMethod method = FeatureMethod::automatic) : method_(method) {}

    Result<std::shared_ptr<const ConvexModel>> buildConvex(std::span<const Vec3> points) const override;

    bool areStillApart(const ContactTask& task, const PairMemory& pairMemory) const override;

    /// `convex` of both bodies must come from buildConvex; the narrow phase is not asked.
    void findContacts(const NarrowPhase& narrowPhase, const ContactTask& task,
                      const ContactSettings& settings, PairMemory& pairMemory,
                      ContactMemory& memory) const override;

    std::optional<SweptContact> firstContact(const NarrowPhase& narrowPhase, const SweptTask& task,
                                             const SweptSettings& settings,
                                             PairMemory& memory) const override;

private:
    FeatureMethod method_;
};

}  // namespace ricochet
