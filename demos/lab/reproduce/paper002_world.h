#pragma once

#include "algorithms/stencil/buffer_decision.h"
#include "demos/lab/reproduce/experiment.h"

#include <string>

namespace ricochet::lab::paper002 {

/// The scene `drop` with contacts of the stencil buffer, and its decisions beside brute force.
struct WorldAudit {
    int bodies = 0, steps = 0, lost = 0;
    int decisions = 0;      ///< of pairs of meshes with overlapping boxes
    int collisions = 0;     ///< of these by brute force
    int missed = 0;         ///< collisions by brute force that the detector denies
    int missedByTwin = 0;   ///< of these those whose overlap meets no ray of the view, by the interval test
    int foundByHybrid = 0;  ///< of these those whose face pairs the hybrid finds, all of them
    int invented = 0;       ///< collisions by the detector that brute force denies
    Real widestGap = 0;     ///< pixels: of those
    int agreed() const { return decisions - missed - invented; }
};

struct WorldRun {
    int bodies = 8, steps = 600;
    unsigned seed = 1;
    int pixels = 128;
    std::string contacts = "hybrid";  ///< or sampled
    int auditEvery = 1;               ///< steps
};

/// Fails without OpenGL.
Result<WorldAudit> auditWorld(const WorldRun& run);

}  // namespace ricochet::lab::paper002
