#pragma once

#include "algorithms/geometry/narrow_phase.h"

#include <cstddef>
#include <memory>
#include <optional>

namespace ricochet {
struct SphericalSettings;
}

namespace ricochet::baselines {

using SharedMesh = std::shared_ptr<const Mesh>;

/// The poses of both bodies in one query.
struct PosePair {
    Pose a, b;
};

/// One method to find the face pairs of two meshes, ours or another library's. Built once, queried many
/// times.
class Baseline {
public:
    virtual ~Baseline() = default;

    /// Updates prepared data to the present vertices of both meshes, unless `collide` does so.
    virtual void takeVertices() {}

    /// The part of a query that is not timed.
    virtual void prepare(const PosePair&) {}

    /// Finds all face pairs of the bodies at these poses; this part is timed.
    virtual void collide(const PosePair& poses) = 0;

    /// The number of pairs that the last `collide` found; not timed.
    virtual std::size_t pairCount() = 0;

    /// Counters so far; only for our own methods.
    virtual std::optional<Counters> counters() const { return std::nullopt; }

    /// Memory in addition to the meshes, in bytes; 0 if unknown.
    virtual std::size_t bytes() const { return 0; }
};

// Ours, with the same PairMemory from pose to pose, as for a pair of bodies.
std::unique_ptr<Baseline> makeOurs(std::unique_ptr<const NarrowPhase> narrowPhase, const SharedMesh& a,
                                   const SharedMesh& b);
/// The same, for the query whether there is any pair.
std::unique_ptr<Baseline> makeOursFirst(std::unique_ptr<const NarrowPhase> narrowPhase, const SharedMesh& a,
                                        const SharedMesh& b);

/// A binary tree of oriented boxes in float with rounded tests of triangles: ours, in the manner of RAPID.
std::unique_ptr<Baseline> makeFloatObb(const SharedMesh& a, const SharedMesh& b);

/// A binary tree of 18-DOPs, built once and aligned to the other body node by node, with our exact test of
/// triangles: the competitor in the paper of the spherical distance fields.
std::unique_ptr<Baseline> makeDopTree(const SharedMesh& a, const SharedMesh& b);

/// Spherical distance fields; counts what a mode reports, duplicates included.
std::unique_ptr<Baseline> makeSpherical(const SharedMesh& a, const SharedMesh& b,
                                        const SphericalSettings& settings);

// Other libraries. A maker returns null where its library was not installed when this was built.

/// FCL 0.7: two BVHModel<OBBRSS> in double and fcl::collide for all contacts, as its users take them.
std::unique_ptr<Baseline> makeFclObbRss(const SharedMesh& a, const SharedMesh& b);

/// The same, for the first contact only.
std::unique_ptr<Baseline> makeFclFirst(const SharedMesh& a, const SharedMesh& b);

/// FCL 0.7: two BVHModel<KDOP<double, 18>> and fcl::collide for all contacts. Each query copies both trees
/// and refits the copies to where the bodies are, which is most of its time.
std::unique_ptr<Baseline> makeFclKdop18(const SharedMesh& a, const SharedMesh& b);

/// FCL 0.7: two BVHModel<AABB> in double, which each query refits bottom-up to vertices in the world.
std::unique_ptr<Baseline> makeFclAabb(const SharedMesh& a, const SharedMesh& b);

/// Bullet's btGImpactMeshShape and btGImpactCollisionAlgorithm, in the precision that this was built with,
/// without margins; what it reports are triangles that touch or come close.
std::unique_ptr<Baseline> makeGImpact(const SharedMesh& a, const SharedMesh& b);

/// Embree 3: rtcCollide of two scenes of face boxes, and our exact test of the candidates. B's scene is
/// refitted at each pose, seen or not seen by the stopwatch.
std::unique_ptr<Baseline> makeEmbree(const SharedMesh& a, const SharedMesh& b);
std::unique_ptr<Baseline> makeEmbreeWithRefit(const SharedMesh& a, const SharedMesh& b);

/// The Open Dynamics Engine: dCollide of two meshes; what it counts are contact points.
std::unique_ptr<Baseline> makeOde(const SharedMesh& a, const SharedMesh& b);

}  // namespace ricochet::baselines
