#pragma once

#include "algorithms/contact/body_motion.h"
#include "algorithms/contact/contact_types.h"
#include "algorithms/contact/surface/contact_surface.h"

#include <span>

namespace ricochet {

struct ContactInput {
    MeshInstance a, b;
    const ContactSurface* surfaceA;
    const ContactSurface* surfaceB;
    BodyMotion motionA, motionB;
    Real timeStep = 0;  ///< seconds; 0 for a query outside a simulation
    Real restGap = 0;   ///< metres between the surfaces at which bodies rest
    /// Metres: contacts are reported at least up to this distance beyond the rest gap.
    Real minimumQueryDistance = 0;
    bool isCompliant = false;  ///< contacts are springs: bodies may rest deep in one another
    std::span<const Neighbour> besideA = {}, besideB = {};
    bool removesInternalEdges = true;  ///< at seams with the above, and within one mesh
};

}  // namespace ricochet
