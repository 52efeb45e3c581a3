#pragma once

#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/geometry/normal_owner.h"

#include <memory>
#include <optional>
#include <vector>

namespace ricochet {

// The sign convention: a normal points from B to A, and a distance is negative inside. A contact's depth is
// minus its distance: how far A must move along the normal until the surfaces no longer cross at that
// contact. For bodies that moved into each other, the depth of a deep contact is only the distance to the
// nearest surface.
struct ContactPoint {
    Vec3 onA = Vec3::Zero();     ///< world, on the surface of A's mesh (margin not included)
    Vec3 onB = Vec3::Zero();     ///< world, on the surface of B's mesh
    Vec3 normal = Vec3::Zero();  ///< unit, world, from B to A
    Real distance = 0;           ///< metres between the surfaces, less the rest gap; negative inside
    Index faceA = kNone;         ///< a face of A at the contact
    Index faceB = kNone;
    std::uint64_t key = 0;         ///< the same features give the same key in every step
    Vec3 localOnA = Vec3::Zero();  ///< in the frame of A's mesh
    Vec3 localOnB = Vec3::Zero();  ///< in the frame of B's mesh
    Index previous = kNone;        ///< index in the last step's list of the contact that it continues
    Index age = 0;                 ///< steps since it first appeared
    NormalOwner normalOwner = NormalOwner::b;
    /// Directions of two skew edges, unit, world, to which the normal stays perpendicular; else zero.
    Vec3 alongA = Vec3::Zero(), alongB = Vec3::Zero();
    /// Metres: radii of a round surface about a point of its body, at the contact. 0: the point is the
    /// body's.
    Real roundingA = 0, roundingB = 0;
    // Where it acts, if it is prepared for one velocity per step (`single_velocity`). Its normal and lever
    // arms are then those at that time, and its distance includes the part of the gap's change for which the
    // points' velocities at that time do not account.
    Real actsAfter = 0;  ///< seconds from now
    /// Metres, world: offset from the points to the line of action. Not zero if the contact begins to touch
    /// within the step: until then other points carry the load.
    Vec3 actsAside = Vec3::Zero();
};

/// Contacts that share a normal: one manifold.
struct Patch {
    Vec3 normal;
    Index begin;  ///< into PersistentContacts::points
    Index count;  ///< 1 to 4
};

struct ContactSettings {
    Index maxPatches = 16;
    /// Metres: clearance of a hole in which a body must not jam. Half of it limits the speculative distance.
    /// 0: no limit.
    Real clearance = 0;
    /// Limit of the face pairs of two bodies in a step. For fast or deep bodies that have more, the search
    /// extends less far sideways, and it skips later parts of the displacement once a fixed share of the
    /// budget is spent. Only pairs whose first corners are within the query distance count: every narrow
    /// phase finds those. kNone: no budget.
    Index pairBudget = kNone;
    bool listsFacePairs = true;  ///< searches again only after bodies have moved; does not affect the result
};

/// A mesh that also touches the other body of a pair, and with a side of the pair may form one surface, like
/// the next tile of a floor, or another part of a compound.
struct Neighbour {
    std::shared_ptr<const CollisionModel> model;
    const NarrowPhase* narrowPhase;  ///< that built the model
    Pose pose;
};

/// The greatest depth of a contact, and the bodies' relative pose at that time. Bounds later depths.
struct DepthBound {
    Real deepest = 0;         ///< metres
    Pose pose;                ///< of the smaller body in the other one's frame
    Real deepestFeature = 0;  ///< metres; contacts of penetrations do not count
};

/// The last relative pose at which the surfaces crossed no deeper than features detect, and neither body was
/// inside the other. It decides to which side the bodies separate.
struct LastSeparated {
    Pose aInB;              ///< maps A's frame to B's
    Real deepest = 0;       ///< metres: the surfaces crossed no deeper
    bool ofSolids = false;  ///< both bodies were solid then; a mesh may turn out to be closed later
};

/// Which faces of two meshes may touch or intersect, by their features; metres, except for the sine.
struct FeatureRange {
    Real above = 0;          ///< greatest height of a vertex above a face, or of an edge above an edge
    Real below = 0;          ///< greatest depth inside
    Real extension = 0;      ///< greatest distance past a concave edge, or past the end of an edge
    Real queryDistance = 0;  ///< faces that are farther apart have no contact
    Real crossing = 0;       ///< greatest distance of faces that count as intersecting
    Real sine = 0;           ///< how far a normal may lie outside a normal cone
    bool findsVertexContacts = false;
};

/// A list of face pairs that stays complete while the bodies move: it was made for a range widened by a
/// slack. Verlet. Computer "Experiments" on Classical Fluids. 1967.
struct VerletList {
    FeatureRange range;  ///< widened
    Pose pose;           ///< of the smaller body in the other one's frame
    Index found = 0;     ///< number of face pairs of which these were selected
};

/// The state of a pair of bodies that persists from step to step.
struct PersistentContacts {
    std::vector<ContactPoint> points;  ///< of the last step, patch by patch
    std::vector<Patch> patches;
    /// Of the smaller body in the other one's frame when `points` were chosen from all candidates.
    std::optional<Pose> chosenAt;
    /// Face pairs that the narrow phase returned in the last step, in its order; with several queries a pair
    /// may be repeated.
    FacePairs facePairs;
    std::optional<VerletList> list;              ///< `facePairs` are its pairs
    bool isFromList = false;                     ///< the list was made in an earlier step
    std::size_t firstFacePairs = 0;              ///< number of those that the first query found; each once
    bool isOverBudget = false;                   ///< in the last step: then its contacts are coarser
    Index intersectingPairs = 0;                 ///< number of `facePairs` that intersect
    Real speculativeDistance = 0;                ///< metres: search distance of the last step
    std::optional<DepthBound> depth;             ///< of the last step; none: no step yet
    std::optional<LastSeparated> lastSeparated;  ///< none: never separated so far
    /// Metres between the surfaces if one body is wholly inside the other; otherwise none.
    std::optional<Real> insideBy;
    /// Whether the bodies started inside one another and have not separated since; none until their first
    /// step.
    std::optional<bool> areEntangled;
    /// Number of points and patches, the last ones, that are predicted: impacts later in the step.
    Index sweptPoints = 0, sweptPatches = 0;

    /// Predicted contacts of the last step are not real ones: no contact continues them.
    void dropSwept() {
        points.resize(points.size() - sweptPoints);
        patches.resize(patches.size() - sweptPatches);
        sweptPoints = sweptPatches = 0;
    }
    void clearFacePairs() {
        facePairs.clear();
        list.reset();
        chosenAt.reset();
        firstFacePairs = 0;
        intersectingPairs = 0;
    }
};

}  // namespace ricochet
