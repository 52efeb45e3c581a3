#pragma once

#include "algorithms/geometry/narrow_phase.h"
#include "tests/bench/case.h"

#include <cstddef>
#include <memory>
#include <optional>

namespace ricochet::bench {

/// One way to find the face pairs of two meshes, ours or another library's. Built once, asked many times.
class Peer {
public:
    virtual ~Peer() = default;

    /// Brings what was prepared up to the present vertices of both meshes, where that is not a part of
    /// `collide`.
    virtual void takeVertices() {}

    /// What a query needs but what the stopwatch shall not see.
    virtual void prepare(const PosePair&) {}

    /// All face pairs of the bodies at these poses: what the stopwatch sees.
    virtual void collide(const PosePair& poses) = 0;

    /// How many the last `collide` found; not for the stopwatch.
    virtual std::size_t pairCount() = 0;

    /// What ours have counted so far; of others nothing is known.
    virtual std::optional<Counters> counters() const { return std::nullopt; }

    /// Memory beside the meshes, in bytes; 0 where the library does not tell.
    virtual std::size_t bytes() const { return 0; }
};

/// What a backend's pairs are.
enum class Answer {
    exact,           ///< the pairs that intersect: all backends of this kind count the same
    first,           ///< one pair where there is any
    rounded,         ///< the same by rounded arithmetic: one in a thousand may differ
    roundedToFloat,  ///< one in a hundred
    other,           ///< something else: printed, not compared
};

struct PeerKind {
    const char* name;
    Answer answer;
    std::unique_ptr<Peer> (*make)(const SharedMesh& a, const SharedMesh& b);
};

/// All of them; the first is the one that the others are compared with.
const std::vector<PeerKind>& peerKinds();

/// Why a backend is left out of a case; null where it is not.
const char* reasonToSkip(const std::string& peer, const std::string& caseName);

// Ours, with the same PairMemory from pose to pose, as a pair of bodies has it.
std::unique_ptr<Peer> makeOurs(std::unique_ptr<const NarrowPhase> narrowPhase, const SharedMesh& a,
                               const SharedMesh& b);
std::unique_ptr<Peer> makeWideTree(const SharedMesh& a, const SharedMesh& b);
std::unique_ptr<Peer> makeWideTreeFirst(const SharedMesh& a, const SharedMesh& b);
std::unique_ptr<Peer> makeObbTree(const SharedMesh& a, const SharedMesh& b);
std::unique_ptr<Peer> makeFaceOctree(const SharedMesh& a, const SharedMesh& b);

/// FCL 0.7: two BVHModel<OBBRSS> in double and fcl::collide for all contacts, as its users take them.
std::unique_ptr<Peer> makeFclObbRss(const SharedMesh& a, const SharedMesh& b);

/// FCL 0.7: two BVHModel<AABB> in double, which each query refits bottom-up to vertices in the world.
std::unique_ptr<Peer> makeFclAabb(const SharedMesh& a, const SharedMesh& b);

/// Bullet's btGImpactMeshShape and btGImpactCollisionAlgorithm, in float, without margins; what it reports
/// are triangles that touch or come close.
std::unique_ptr<Peer> makeGImpact(const SharedMesh& a, const SharedMesh& b);

/// Embree 3: rtcCollide of two scenes of face boxes, and our exact test of the candidates. B's scene is
/// refitted at each pose, seen or not seen by the stopwatch.
std::unique_ptr<Peer> makeEmbree(const SharedMesh& a, const SharedMesh& b);
std::unique_ptr<Peer> makeEmbreeWithRefit(const SharedMesh& a, const SharedMesh& b);

/// A binary tree of oriented boxes in float with rounded tests of triangles: ours, in the manner of RAPID.
std::unique_ptr<Peer> makeFloatObb(const SharedMesh& a, const SharedMesh& b);

/// The Open Dynamics Engine: dCollide of two meshes; what it counts are contact points.
std::unique_ptr<Peer> makeOde(const SharedMesh& a, const SharedMesh& b);

}  // namespace ricochet::bench
