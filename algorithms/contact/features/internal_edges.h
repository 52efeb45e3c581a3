#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/features/index_slots.h"
#include "algorithms/contact/features/placed_features.h"
#include "algorithms/contact/speculative_margin.h"

#include <optional>
#include <span>
#include <vector>

namespace ricochet {

/// Where several surfaces form one, like the tiles of a floor, or several parts of one surface, the edges and
/// sides at their seams are internal: nothing can touch them, but each pair of bodies by itself takes them
/// for those of a step. The direction of such a contact leads over a face of a neighbour on which its point
/// lies, and the surface itself does not rise there above that face.
class InternalEdges {
public:
    /// The surface is A's or B's. `other`: the middle of the other body, in the world; it decides on which
    /// side of open neighbours that body is. Sines: directions of contacts may lie `coneTolerance` outside
    /// the cones of edges, and those closer than `leastSine` to a face's normal touch that face, too.
    /// References must outlive it.
    InternalEdges(const NarrowPhase& narrowPhase, const PairInput& input, bool ofA, const Vec3& other,
                  Real coneTolerance, Real leastSine);

    /// Without them no contact needs to be looked at.
    bool canExist() const { return hasOwnSeams() || !neighbours_.empty(); }

    /// The normal of the face over which a contact at an internal edge leads, and of several faces the normal
    /// nearest to the contact's direction; none for a real contact. `point`: of the surface, in its `face`;
    /// `out`: unit, to the other body, and whether it is the normal of one of the surface's faces. World.
    std::optional<Vec3> normalAcross(const Vec3& point, const Vec3& out, bool isNormal, Index face) {
        return findNormal({point, out, isNormal, face, /*isAnyEnough*/ false});
    }
    /// Whether there is such a normal: the first one found ends the search.
    bool isInternal(const Vec3& point, const Vec3& out, bool isNormal, Index face) {
        return findNormal({point, out, isNormal, face, /*isAnyEnough*/ true}).has_value();
    }

private:
    struct Query {
        const Vec3 &point, &out;
        bool isNormal;
        Index face;
        bool isAnyEnough;
    };
    /// A surface that may continue at a seam. Its faces are transformed to the world once, at first use.
    class Continuation {
    public:
        Continuation(const NarrowPhase& narrowPhase, const MeshInstance& placed)
            : narrowPhase_(&narrowPhase), placed_(placed) {}

        const Mesh& mesh() const { return placed_.mesh(); }
        /// At least the faces that have a point within `distance` metres of `point` (world), in `memory`
        /// or the surface's own.
        std::span<const Index> facesAround(const Vec3& point, Real distance, std::vector<Index>& memory);
        /// The reference is valid until the next call.
        const PlacedFace& face(Index face);

    private:
        const NarrowPhase* narrowPhase_;
        MeshInstance placed_;
        ScratchVector<Index> all_;  ///< found by the first search with a box around the whole surface
        IndexSlots slots_;
        ScratchVector<PlacedFace> faces_;
    };

    /// Between parts of the surface that share edges: then these have more than two faces.
    bool hasOwnSeams() const { return topology_ && topology_->nonManifoldEdges > 0; }
    bool isAtOwnSeam(Index face) const;
    std::optional<Vec3> findNormal(const Query& query);
    /// Replaces `nearest` by a normal that is nearer.
    void addNormals(const Query& query, Continuation& surface, Real leastSine, std::optional<Vec3>& nearest);
    bool risesAbove(const Vec3& foot, const Vec3& up, Real flush);

    const std::span<const Neighbour> neighbours_;
    const MeshTopology* const topology_;  ///< null: its own parts form no seams
    const Vec3 other_;
    const Real coneTolerance_, leastSine_;
    const Real flush_, depth_;  ///< metres
    ScratchVector<Continuation> beside_;
    Continuation own_;
};

/// Drops the contacts at internal edges of both surfaces.
void dropInternalEdges(const NarrowPhase& narrowPhase, const PairInput& input,
                       const SpeculativeMargin& margin, std::vector<Candidate>& candidates);

}  // namespace ricochet
