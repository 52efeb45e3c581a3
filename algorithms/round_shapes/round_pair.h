#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/contact_method.h"
#include "algorithms/contact/features/internal_edges.h"
#include "algorithms/contact/speculative_margin.h"
#include "algorithms/round_shapes/mesh_view.h"

namespace ricochet::round_shapes {

/// Which body of a pair is round, and the conversion of contacts in the mesh's frame to those of A and B.
struct RoundPair {
    explicit RoundPair(const PairInput& input);

    /// `last`: the contacts of the last step.
    SpeculativeMargin margin(const ContactSettings& settings, const PersistentContacts& last) const;
    /// In the world, always with the round body as A, so that the choice does not depend on the order.
    Candidate candidateOf(const Touch& touch) const;
    ContactPoint pointOf(const Candidate& candidate) const;
    /// The internal edges of the mesh.
    InternalEdges internalEdges(const NarrowPhase& narrowPhase, Real coneTolerance) const;
    /// A normal from the mesh to the round body as one from B to A.
    Vec3 towardsA(const Vec3& normal) const { return roundIsA ? normal : Vec3(-normal); }

    const PairInput& input;
    const bool roundIsA;
    const BodyInput& round;
    const BodyInput& mesh;
};

}  // namespace ricochet::round_shapes
