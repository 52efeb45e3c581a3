#pragma once

#include "algorithms/geometry/mesh.h"

#include <span>

namespace ricochet {

/// Those of the solid of density 1 that a mesh bounds; if the volume is 0, of point masses that sum to 1.
struct SolidProperties {
    Real volume = 0;                    ///< cubic metres
    Vec3 centre = Vec3::Zero();         ///< centre of mass, in the mesh's frame
    Matrix3 inertia = Matrix3::Zero();  ///< about the centre, in the mesh's axes
    Matrix3 principalAxes =
        Matrix3::Identity();               ///< columns, right-handed; columns of a rotation mesh <- principal
    Vec3 principalMoments = Vec3::Zero();  ///< about the centre, ascending
    bool isHull = false;                   ///< the mesh is open, so these are its convex hull's
};

/// By volume integrals over the faces. A mesh whose cracks each have a vector area of zero counts as closed;
/// an inside-out mesh gives the same solid. For an open mesh its convex hull is used; for one without volume,
/// its vertices as equal point masses.
SolidProperties massProperties(const Mesh& mesh);

/// From these values of a solid of density 1; computes its principal axes.
SolidProperties solidWith(Real volume, const Vec3& centre, const Matrix3& inertia);

struct PlacedSolid {
    SolidProperties solid;
    Pose pose;  ///< of its frame in the body's
};

/// Joins solids with volume to one body of density 1; overlaps count twice.
SolidProperties joined(std::span<const PlacedSolid> solids);

}  // namespace ricochet
