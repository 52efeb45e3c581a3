#include "algorithms/face_octree/face_octree.h"

#include "algorithms/face_octree/collision_pass.h"
#include "algorithms/face_octree/step_pass.h"
#include "algorithms/geometry/prepared_pairs.h"

#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

namespace ricochet {

/// Idle passes. Their number is the greatest number of concurrent calls so far.
class FaceOctree::WorkspacePool {
public:
    template <class Pass>
    std::unique_ptr<Pass> take() {
        const std::lock_guard lock(mutex_);
        auto& idle = std::get<Idle<Pass>>(idle_);
        if (idle.empty()) return std::make_unique<Pass>();
        std::unique_ptr<Pass> pass = std::move(idle.back());
        idle.pop_back();
        return pass;
    }
    template <class Pass>
    void giveBack(std::unique_ptr<Pass> pass) {
        const std::lock_guard lock(mutex_);
        std::get<Idle<Pass>>(idle_).push_back(std::move(pass));
    }

private:
    template <class Pass>
    using Idle = std::vector<std::unique_ptr<Pass>>;

    std::mutex mutex_;
    std::tuple<Idle<CollisionPass>, Idle<StepPass>> idle_;
};

FaceOctree::FaceOctree(FaceOctreeSettings settings, std::shared_ptr<const Executor> executor)
    : settings_(std::move(settings)),
      executor_(std::move(executor)),
      workspaces_(std::make_unique<WorkspacePool>()) {}

FaceOctree::~FaceOctree() = default;

std::shared_ptr<const CollisionModel> FaceOctree::build(std::shared_ptr<const Mesh> mesh) const {
    return std::make_shared<CollisionModel>(std::move(mesh));
}

void FaceOctree::findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance,
                               PairMemory& memory, FacePairs& out) const {
    if (PreparedPairs::take(a, b, queryDistance, memory, out)) return;
    const std::array<MeshInstance, 2> bodies = {a, b};
    std::unique_ptr<CollisionPass> pass = workspaces_->take<CollisionPass>();
    pass->run(settings_, *executor_, bodies, queryDistance);
    out.clear();
    pass->forEachPair([&](Index, Index, Index faceA, Index faceB) { out.push_back({faceA, faceB}); });
    memory.counters.calls += 1;
    memory.counters.boxTests += pass->boxTests();
    memory.counters.triangleTests += pass->triangleTests();
    memory.counters.facePairs += out.size();
    workspaces_->giveBack(std::move(pass));
}

void FaceOctree::prepare(std::span<const FacePairQuery> queries) const {
    if (!wantsQueries() || queries.size() < 2) return;
    std::unique_ptr<StepPass> pass = workspaces_->take<StepPass>();
    pass->run(settings_, *executor_, queries);
    workspaces_->giveBack(std::move(pass));
}

namespace {

void takePairs(const CollisionPass& pass, std::vector<CollidingFaces>& out) {
    out.clear();
    pass.forEachPair([&](Index bodyA, Index bodyB, Index faceA, Index faceB) {
        out.push_back({bodyA, bodyB, faceA, faceB});
    });
}

}  // namespace

void FaceOctree::findCollidingFaces(std::span<const MeshInstance> bodies,
                                    std::vector<CollidingFaces>& out) const {
    std::unique_ptr<CollisionPass> pass = workspaces_->take<CollisionPass>();
    pass->run(settings_, *executor_, bodies, 0);
    takePairs(*pass, out);
    workspaces_->giveBack(std::move(pass));
}

void FaceOctree::findSweptCollidingFaces(std::span<const MovingBody> bodies,
                                         std::vector<CollidingFaces>& out) const {
    std::unique_ptr<CollisionPass> pass = workspaces_->take<CollisionPass>();
    pass->run(settings_, *executor_, bodies);
    takePairs(*pass, out);
    workspaces_->giveBack(std::move(pass));
}

}  // namespace ricochet
