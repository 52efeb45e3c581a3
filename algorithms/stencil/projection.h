#pragma once

#include "algorithms/geometry/aabb.h"
#include "algorithms/stencil/layer_source.h"
#include "algorithms/stencil/pieces.h"

#include <optional>

namespace ricochet::stencil {

/// The region in which two meshes may be near one another, in the frame of each (section 7 of the paper).
struct IntersectionBoxes {
    struct MeshInstance {
        Aabb box;  ///< in the frame of `pose`
        Pose pose;
    };
    std::array<MeshInstance, 2> of;  ///< in A's frame, in B's

    bool isEmpty() const { return of[0].box.isEmpty() || of[1].box.isEmpty(); }
};

/// Contains every point of one mesh that is within `queryDistance` (metres) of the other.
IntersectionBoxes intersectionBoxes(const PlacedMesh& a, const PlacedMesh& b, Real queryDistance);

/// The paper's first guess of a direction: the mean of the normals of both boxes' largest walls. Unit, world.
Vec3 firstGuess(const IntersectionBoxes& boxes);

/// Candidates for the direction of a contact's normal: the first guess, the line of centres, the boxes' axes.
std::vector<Vec3> candidateDirections(const IntersectionBoxes& boxes, const PlacedMesh& a,
                                      const PlacedMesh& b);

/// Right-handed rows with `direction` (unit) as the last one, in which depth grows.
Matrix3 axesAlong(const Vec3& direction);

/// The common part of both boxes' bounds along axes (rows).
Aabb boundsAlong(const IntersectionBoxes& boxes, const Matrix3& axes);

/// The view of the boxes along axes, restricted to their common part; its depth range contains both meshes.
View viewOf(const IntersectionBoxes& boxes, const PlacedMesh& a, const PlacedMesh& b, const Matrix3& axes,
            int pixels);

/// The rectangle of the pixels that contain pieces, plus one pixel on each side, as a view of its own. No
/// narrower than rasterising in float allows.
View zoomedTo(const std::vector<Piece>& pieces, const View& view, const PlacedMesh& a, const PlacedMesh& b,
              int pixels);

/// The direction of least overlap, as in a separating axis test: all candidates are drawn at once, with
/// `pixels` per side each. If none has an overlap, the direction in which the meshes are nearest.
Result<Vec3> leastOverlap(const LayerSource& source, const PlacedMesh& a, const PlacedMesh& b,
                          const IntersectionBoxes& boxes, std::span<const Vec3> candidates,
                          Real queryDistance, int pixels);

/// The refinement by the item buffer: the mean of the normals of all faces in pieces, weighted by their
/// visible area; unit, world, from B to A. None if they cancel.
std::optional<Vec3> meanNormal(const std::vector<Piece>& pieces, const View& view, const PlacedMesh& a,
                               const PlacedMesh& b);

/// Unit normal of a face in the world; zero if the face has no area.
Vec3 faceNormal(const PlacedMesh& placed, Index face);

}  // namespace ricochet::stencil
