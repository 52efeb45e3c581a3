#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/geometry/narrow_phase.h"

#include <span>

namespace ricochet {

struct FaceOctreeSettings {
    /// Subdivide only where it saves work, and as deep as it does.
    static constexpr Index kAutomatic = kNone;

    Index level = kAutomatic;  ///< resolution: voxels are 2^-level of the root (the paper's experiments: 6)
    Aabb world = {};           ///< root of the octree, metres; where it is empty, the overlap regions' box
    bool exactInRegions = false;  ///< test faces themselves, not their boxes, against overlap regions
    bool exactInCells = false;    ///< … and against the cells of the octree, as the paper does
    bool exactDistance = true;    ///< within > 0: leave out pairs that are farther apart; costs time
};

/// Two faces of different bodies that intersect; bodyA < bodyB count as in the list that was given.
struct CollidingFaces {
    Index bodyA, bodyB;
    Index faceA, faceB;
    auto operator<=>(const CollidingFaces&) const = default;
};

/// Smith, Kitamura, Takemura, Kishino. A Simple and Efficient Method for Accurate Collision Detection Among
/// Deformable Polyhedral Objects in Arbitrary Motion. 1995. Ours roots the octree on the overlap regions and
/// stops where a subdivision would save nothing; see README.md.
/// Keeps nothing of where vertices are: a mesh may be deformed before every call, with no rebuild.
class FaceOctree final : public NarrowPhase {
public:
    /// Threads change how long it takes and nothing else. A caller that is itself a task of an executor
    /// gives another one here.
    explicit FaceOctree(FaceOctreeSettings settings = {},
                        std::shared_ptr<const Executor> executor = makeSerialExecutor());
    ~FaceOctree() override;

    std::shared_ptr<const Model> build(std::shared_ptr<const Mesh> mesh) const override;
    void findFacePairs(const Placed& a, const Placed& b, Real within, PairMemory& memory,
                       FacePairs& out) const override;

    /// All bodies in one pass: every pair of intersecting faces of two different ones, each once. `out` is
    /// cleared first; its order is the same for the same input.
    void findCollidingFaces(std::span<const Placed> bodies, std::vector<CollidingFaces>& out) const;

private:
    class WorkspacePool;

    FaceOctreeSettings settings_;
    std::shared_ptr<const Executor> executor_;
    std::unique_ptr<WorkspacePool> workspaces_;
};

}  // namespace ricochet
