#include "algorithms/obb_tree/obb_tree.h"

#include "algorithms/obb_tree/refit.h"
#include "algorithms/obb_tree/traversal.h"

namespace ricochet {
namespace {

using obb_tree::ObbModel;
using obb_tree::Query;
using obb_tree::Tree;
using obb_tree::Work;

/// Pairs of nodes after which a traversal counts as long and is shared among threads: some tenths of a
/// millisecond.
constexpr std::uint64_t kPairsAlone = 4000;
/// Parts of a long traversal; independent of the number of threads, so that the order of the result is too.
constexpr Index kParts = 64;

const Tree& treeOf(const MeshInstance& placed) { return static_cast<const ObbModel*>(placed.model)->tree(); }

/// Reused arrays.
struct Workspace final : CacheOf<Workspace> {
    std::vector<Work> work = std::vector<Work>(1);
};

void clear(Work& work) {
    work.open.clear();
    work.found.clear();
    work.boxTests = 0;
    work.triangleTests = 0;
}

/// Distributes the rest of work[0] to the other parts, neighbours in the stack to different ones.
void deal(std::vector<Work>& work) {
    work.resize(kParts + 1);
    for (Index part = 1; part <= kParts; ++part) clear(work[part]);
    Index part = 0;
    for (const obb_tree::NodePair& pair : work[0].open) work[1 + part++ % kParts].open.push_back(pair);
    work[0].open.clear();
}

void collect(const Work& work, Counters& counters, FacePairs& out) {
    out.insert(out.end(), work.found.begin(), work.found.end());
    counters.boxTests += work.boxTests;
    counters.triangleTests += work.triangleTests;
}

}  // namespace

std::shared_ptr<const CollisionModel> ObbTree::build(std::shared_ptr<const Mesh> mesh) const {
    Tree tree = obb_tree::buildTree(*mesh, settings_.build);
    const Real area = tree.boxArea;
    return std::make_shared<ObbModel>(std::move(mesh), std::move(tree), area);
}

std::shared_ptr<const CollisionModel> ObbTree::rebuild(const CollisionModel& model) const {
    const auto& old = static_cast<const ObbModel&>(model);
    Tree tree = obb_tree::refitted(old.tree(), old.mesh());
    if (!(tree.boxArea <= settings_.rebuildGrowth * old.builtArea())) return build(old.sharedMesh());
    return std::make_shared<ObbModel>(old.sharedMesh(), std::move(tree), old.builtArea());
}

void ObbTree::findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance,
                            PairMemory& memory, FacePairs& out) const {
    const RelativePose pose = relativePose(a.pose, treeOf(a).sphere, b.pose, treeOf(b).sphere, queryDistance);
    const Query query = {treeOf(a), treeOf(b), a, b, pose, queryDistance, settings_.opensLongerSide()};
    std::vector<Work>& work = cacheIn<Workspace>(memory).work;
    clear(work[0]);
    obb_tree::begin(query, work[0]);
    obb_tree::traverse(query, kPairsAlone, work[0]);
    const bool isLong = !work[0].open.empty();
    if (isLong) {
        deal(work);
        executor_->run(kParts,
                       [&](Index part) { obb_tree::traverse(query, ~std::uint64_t{0}, work[1 + part]); });
    }
    out.clear();
    const Index used = isLong ? 1 + kParts : 1;
    for (Index i = 0; i < used; ++i) collect(work[i], memory.counters, out);
    ++memory.counters.calls;
    memory.counters.facePairs += out.size();
}

void ObbTree::findFaces(const CollisionModel& model, const Aabb& box, std::vector<Index>& out) const {
    obb_tree::findFaces(static_cast<const ObbModel&>(model).tree(), model.mesh(), box, out);
}

}  // namespace ricochet
