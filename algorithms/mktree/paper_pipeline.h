// Franquesa-Niubó, Brunet. Collision Prediction Using MKtrees. WSCG 2004, section 3: all four steps. The
// third and fourth test each face of the body with each triangle (Kim, Rossignac. Collision Prediction for
// Polyhedra under Screw Motions. 2003).
#pragma once

#include "algorithms/mktree/predict.h"

namespace ricochet::mktree {

struct PaperSettings {
    Real end = 1;                ///< of the motion
    bool usesPolyhedra = false;  ///< the third step, if the file has bounding polyhedra
    bool stopsInOrderOfTime =
        false;  ///< leaves in the order of their intervals, until a contact precedes the next
};

struct PaperCounters {
    std::uint64_t candidates = 0;                 ///< leaves after the first step
    std::uint64_t leaves = 0;                     ///< with an interval after the second
    std::uint64_t intervals = 0;                  ///< of these, merged
    std::uint64_t objects = 0, objectsApart = 0;  ///< tested by the third step; and rejected by it
    std::uint64_t facePairs = 0, blocksRead = 0;
};

/// The result of `predict`, by the paper's steps: candidate leaves of the bounding sphere, their merged
/// intervals, bounding polyhedra, triangles. Initial contacts, which the paper excludes, are found as by
/// `predict`.
Result<std::optional<Prediction>> predictByPaper(const MkTree& tree, const MovingBody& body, const Pose& pose,
                                                 const ScrewMotion& screw, const PaperSettings& settings = {},
                                                 PaperCounters* counters = nullptr);

}  // namespace ricochet::mktree
