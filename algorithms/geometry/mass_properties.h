#pragma once

#include "algorithms/geometry/mesh.h"

#include <span>

namespace ricochet {

/// Of a solid of density 1 that the mesh bounds; where the volume is 0, of point masses whose sum is 1.
struct MassProperties {
    Real volume = 0;                    ///< cubic metres
    Vec3 centre = Vec3::Zero();         ///< centre of mass, in the mesh's frame
    Matrix3 inertia = Matrix3::Zero();  ///< about the centre, in the mesh's axes
    Matrix3 principalAxes =
        Matrix3::Identity();               ///< columns, right-handed; columns of a rotation mesh <- principal
    Vec3 principalMoments = Vec3::Zero();  ///< about the centre, ascending
    bool isHull = false;                   ///< the mesh is open, so these are its convex hull's
};

/// By volume integrals over the faces. A mesh whose cracks each have a vector area of zero counts as closed;
/// one that is inside out is the solid all the same. A truly open one takes its convex hull; one without any
/// volume, its vertices as equal point masses.
MassProperties massProperties(const Mesh& mesh);

/// A solid of density 1 of which these are known, its principal axes found.
MassProperties solidWith(Real volume, const Vec3& centre, const Matrix3& inertia);

struct PlacedSolid {
    MassProperties solid;
    Pose pose;  ///< of its frame in the body's
};

/// Of solids with volume that are one body of density 1; where two of them overlap both count.
MassProperties joined(std::span<const PlacedSolid> solids);

}  // namespace ricochet
