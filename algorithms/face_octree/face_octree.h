#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/geometry/face_pair_batch.h"
#include "algorithms/geometry/overlap_regions.h"

#include <span>

namespace ricochet {

/// How threads share the work. The result and its order are the same.
enum class PairDivision {
    dynamic,          ///< branches of the octree, then ranges of pairs, by free thread (4.5)
    spmd,             ///< one subdivides; pairs are divided equally beforehand (4.4.1)
    producerConsumer  ///< one subdivides, and the others test its pairs concurrently (4.4.2)
};

/// How the pairs of bodies of a step are processed, where a batch of them is known.
enum class StepBodies {
    pairs,   ///< each by itself
    onePass  ///< all in one pass: each body is placed, and its faces are listed, once (3.3.2)
};

/// Whether boxes of bodies are compared before their faces.
enum class BoxStage {
    overlapRegions,  ///< only faces that touch an overlap region enter the octree (3.3.3, 3.3.4)
    skipped          ///< all faces enter it (3.2.2)
};

struct FaceOctreeSettings {
    /// Subdivide only where, and as deep as, it saves work.
    static constexpr Index kAutomatic = kNone;

    Index level = kAutomatic;  ///< resolution: voxels are 2^-level of the root (the paper's experiments: 6)
    /// Metres, edge of the world's cube about the origin, the root of the octree; 0: the overlap regions'
    /// box.
    Real world = 0;
    BoxStage boxes = BoxStage::overlapRegions;
    bool exactInRegions = false;  ///< test faces themselves, not their boxes, against overlap regions
    bool exactInCells = false;    ///< … and against the cells of the octree, as the paper does
    bool exactDistance = true;    ///< queryDistance > 0: drop pairs that are farther apart; costs time
    PairDivision division = PairDivision::dynamic;
    StepBodies bodies = StepBodies::pairs;
};

/// Smith, Kitamura, Takemura, Kishino. A Simple and Efficient Method for Accurate Collision Detection Among
/// Deformable Polyhedral Objects in Arbitrary Motion. 1995. Ours roots the octree on the overlap regions and
/// stops where a subdivision would save nothing; see README.md.
/// Stores no vertex positions: a mesh may be deformed before every call, without a rebuild.
class FaceOctree final : public NarrowPhase, public FacePairBatch {
public:
    /// Threads affect only the duration. A caller that is itself a task of an executor must pass another one.
    explicit FaceOctree(FaceOctreeSettings settings = {},
                        std::shared_ptr<const Executor> executor = makeSerialExecutor());
    ~FaceOctree() override;

    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override;
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override;

    const FacePairBatch* batch() const override { return this; }
    bool wantsQueries() const override { return settings_.bodies == StepBodies::onePass; }
    /// All queries of a step in one pass. A call of `findFacePairs` with the same models, poses and distance
    /// takes the result; any other discards it.
    void prepare(std::span<const FacePairQuery> queries) const override;

    /// All bodies in one pass: every pair of intersecting faces of different bodies, each once. `out` is
    /// cleared first; its order is the same for the same input.
    void findCollidingFaces(std::span<const MeshInstance> bodies, std::vector<CollidingFaces>& out) const;

    /// For moving bodies: at least every pair of faces of different bodies that touch at any instant of the
    /// step, each once, without pairs whose swept spaces (their corners' hulls) are proved apart. Faces are
    /// compared by their boxes whatever the settings. `out` as above. Smith, Kitamura. Towards the
    /// Realization of Real-Time Collision Detection. 1994. Section 4.2.
    void findSweptCollidingFaces(std::span<const MovingBody> bodies, std::vector<CollidingFaces>& out) const;

private:
    class WorkspacePool;

    FaceOctreeSettings settings_;
    std::shared_ptr<const Executor> executor_;
    std::unique_ptr<WorkspacePool> workspaces_;
};

}  // namespace ricochet
