#pragma once

#include "algorithms/contact/features/feature_contacts.h"
#include "algorithms/contact/intersection/inner_vertices.h"

#include <limits>
#include <optional>

namespace ricochet {

/// Loops that bound the same patch, as the two round a ring that lies in a floor: one penetration.
struct Penetration {
    IntersectionLoop loop;
    std::vector<Index> piecesA, piecesB;  ///< of what is inside the other body; ascending

    Real grossArea = 0;      ///< sum of the loops' own
    bool isFarSide = false;  ///< of a body that stands out on both sides of the other
    bool isThrough = false;  ///< the near side of one

    /// Whether a rod goes in by one of the loops and out by the other.
    bool isOppositeTo(const Penetration& other) const;
    bool hasArea() const;
};

/// In the order of the loops; one without a length is none.
std::vector<Penetration> penetrationsAt(std::vector<IntersectionLoop> loops, InnerVertices& innerA,
                                        InnerVertices& innerB);

/// What one body has of a penetration. Refers to what lives for one step.
struct PatchSide {
    const InnerVertices* inner;
    std::span<const Index> loopFaces;
    std::vector<Index> pieces;
    std::vector<Vec3> points;  ///< the vertices inside the other body, in the world

    const PlacedFeatures& body() const { return inner->body(); }
};
PatchSide sideAt(const InnerVertices& inner, std::span<const Index> loopFaces, std::vector<Index> pieces);

bool shareOne(const std::vector<Index>& a, const std::vector<Index>& b);  ///< both ascending

/// Extent of the shared part along a direction.
struct Extent {
    Real lowestOfA = std::numeric_limits<Real>::infinity();
    Real highestOfB = -std::numeric_limits<Real>::infinity();
    Real depth() const { return highestOfB - lowestOfA; }
};

Extent extentAlong(const Vec3& n, const IntersectionLoop& loop, std::span<const Vec3> patchA,
                   std::span<const Vec3> patchB);

/// Round the loop and both patches, a slop farther; where the loop ends so much farther as features tell.
Aabb regionOf(const IntersectionLoop& loop, std::span<const Vec3> patchA, std::span<const Vec3> patchB,
              const SpeculativeMargin& margin);

/// What single features already tell in a region.
struct ShallowContacts {
    bool hold = false;     ///< there is a contact, be the surfaces apart
    bool explain = false;  ///< one pushes the bodies apart
};
ShallowContacts shallowContactsIn(const Aabb& region, std::span<const Candidate> candidates);

/// How far the deepest of the points lies from the other body's surface, by the part of it that is near the
/// loop. Along no direction: it tells where the loop's own is noise.
Real depthOf(std::span<const Vec3> points, const PatchSide& other);

/// What contact.h calls a depth: how far A goes along `n` until the surfaces no longer cross in this patch.
Real depthAlong(const Vec3& n, const PatchSide& a, const PatchSide& b, const Extent& extent);

/// How far from one another's surface the points inside are, in metres; of what has none, its depth. Of a
/// large patch the lowest point and some others stand for all. None where shallow contacts explain it, or
/// hold what lies in the surface: a smooth body has no vertex that is a feature, and only this holds it.
std::optional<Real> unexplainedDepth(const Vec3& n, const PatchSide& a, const PatchSide& b,
                                     const Extent& extent, const ShallowContacts& shallow,
                                     const SpeculativeMargin& margin);

/// Adds a contact at the loop. Where it is deep the shallow ones there that point another way go.
void addDeepContact(const IntersectionLoop& loop, const Vec3& n, const Extent& extent, Real depth,
                    const Aabb& region, const SpeculativeMargin& margin, std::vector<Candidate>& candidates);

}  // namespace ricochet
