#pragma once

#include "algorithms/contact/pair_input.h"

namespace ricochet {

/// A mesh and an infinite solid below a plane.
struct HalfSpaceInput {
    const Mesh* mesh;
    const ContactSurface* surface;
    Pose meshPose;
    BodyMotion meshMotion;
    Vec3 normal;  ///< unit, world, out of the solid
    Real offset;  ///< metres: the plane is where normal · x == offset
    Pose planePose;
    BodyMotion planeMotion;
    Real timeStep = 0;  ///< seconds; 0 for a query outside a simulation
    Real restGap = 0;   ///< metres between mesh and plane at which the body rests
    /// Metres: contacts are reported at least up to this distance beyond the rest gap.
    Real minimumQueryDistance = 0;
    bool isCompliant = false;  ///< contacts are springs: the mesh may rest deep in the half-space
};

/// Contacts at the vertices below the plane or close above it, reduced to one patch; in `memory` the mesh is
/// A and the half-space is B. Needs no narrow phase: all contacts share the plane's normal.
void findHalfSpaceContacts(const HalfSpaceInput& input, const ContactSettings& settings,
                           PersistentContacts& memory);

}  // namespace ricochet
