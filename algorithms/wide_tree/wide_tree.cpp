#include "algorithms/wide_tree/wide_tree.h"

#include "algorithms/geometry/archive.h"
#include "algorithms/geometry/room.h"
#include "algorithms/wide_tree/closest_search.h"
#include "algorithms/wide_tree/coherence.h"
#include "algorithms/wide_tree/mesh_queries.h"
#include "algorithms/wide_tree/on_demand.h"
#include "algorithms/wide_tree/wide_model.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <span>

namespace ricochet {
namespace {

using wide_tree::Coherence;
using wide_tree::Front;
using wide_tree::Goal;
using wide_tree::NodePair;
using wide_tree::PairStack;
using wide_tree::Query;
using wide_tree::Tree;
using wide_tree::WideModel;
using wide_tree::Work;

/// Batches of eight node pairs after which a traversal counts as long and is shared among threads: some
/// tens of microseconds.
constexpr std::uint64_t kBatchesAlone = 40;
constexpr std::uint64_t kAllBatches = ~std::uint64_t{0};
/// The same in pairs of leaves.
constexpr std::size_t kLeavesAlone = 512;
/// Most parts of a long traversal, and the least number of pairs with which one begins: batches are full.
/// Independent of the number of threads, so that the order of the result is too.
constexpr std::size_t kMostParts = 256;
constexpr std::size_t kLeastInPart = 8;
/// Triangles of a mesh whose tree one thread builds, some tens of milliseconds: also as a task of the
/// executor.
constexpr Index kBuiltAlone = 50'000;
/// Triangles of a mesh whose tree is built whole at once, some milliseconds.
constexpr Index kBuiltWhole = 8'192;
/// The closest pair is searched within this fraction of a sufficient distance first, then at increasing
/// distances.
constexpr Real kFirstDistance = 1.0 / 256;
constexpr Real kDistanceGrowth = 4;
/// Of the farthest coordinate: more than what rounding takes from boxes and distances.
constexpr Real kBoxRounding = 1e-12;
constexpr Real kUnknown = -1;  // query distance of which no complete result is cached

/// Writes or reads the tree.
void archiveTree(Archive& archive, Tree& tree) {
    archive.value(tree.centre);
    archive.value(tree.radius);
    archive.value(tree.root);
    archive.values(tree.nodes);
    archive.values(tree.leaves);
    archive.value(tree.boxArea);
    archive.value(tree.leafWidth);
}

bool hasTree(const MeshInstance& placed) { return static_cast<const WideModel*>(placed.model)->hasTree(); }

const Tree& treeOf(const MeshInstance& placed) { return static_cast<const WideModel*>(placed.model)->tree(); }

/// Discards the data of an earlier query, except allocated memory.
void clear(Work& work) {
    work.open.clear();
    work.leaves.clear();
    work.found.clear();
    work.closest.reset();
    work.front.clear();
    work.boxTests = 0;
    work.triangleTests = 0;
}

/// Of this thread's query: one for all pairs, which stays in the processor's cache. No query runs inside
/// another: an executor runs nothing else on a thread that waits.
std::vector<Work>& workspace() {
    thread_local std::vector<Work> work(1);
    return work;
}

Work& freshWork() {
    clear(workspace()[0]);
    return workspace()[0];
}

/// Distributes the rest of work[0] to other parts; returns their number. Neighbours in the stack go to the
/// same one: they share nodes, and their faces lie side by side.
Index deal(std::vector<Work>& work) {
    const std::size_t pairs = work[0].open.size() + work[0].leaves.size();
    const std::size_t parts = std::clamp(pairs / kLeastInPart, std::size_t{1}, kMostParts);
    if (work.size() < 1 + parts) work.resize(1 + parts);
    for (std::size_t part = 1; part <= parts; ++part) clear(work[part]);
    const auto dealOut = [&](PairStack Work::*stack) {
        PairStack& from = work[0].*stack;
        const NodePair* next = from.begin();
        for (std::size_t part = 1; part <= parts; ++part) {
            const NodePair* const end = from.begin() + part * from.size() / parts;
            PairStack& to = work[part].*stack;
            to.makeRoomFor(static_cast<std::size_t>(end - next));
            for (; next != end; ++next) to.push(*next);
        }
        from.clear();
    };
    dealOut(&Work::open);
    dealOut(&Work::leaves);
    return static_cast<Index>(parts);
}

/// Traverses from the pairs in work[0]; returns the number of parts used. Parts that follow after more than
/// the query's maximum are left out.
Index traverseInParts(const Query& query, const Executor& executor, std::vector<Work>& work) {
    const bool beginsLong = work[0].leaves.size() > kLeavesAlone;
    if (!beginsLong) traverse(query, kBatchesAlone, work[0]);
    if (!beginsLong && work[0].open.isEmpty()) return 1;
    const Index parts = deal(work);
    std::atomic<std::size_t> found = work[0].found.size();
    executor.run(parts, [&](Index part) {
        if (found > query.maximum) return;
        traverse(query, kAllBatches, work[1 + part]);
        found += work[1 + part].found.size();
    });
    return 1 + parts;
}

void count(const Work& work, Counters& counters) {
    counters.boxTests += work.boxTests;
    counters.triangleTests += work.triangleTests;
}

void begin(const std::vector<NodePair>& front, Work& work) {
    work.leaves.makeRoomFor(front.size());
    for (const NodePair& pair : front) work.leaves.push(pair);
}

/// A new front, if it can last for some steps: the pairs of nearby leaves, at more than the query distance.
/// Returns the number of box tests.
std::uint64_t makeFront(Query query, const Executor& executor, Coherence& coherence) {
    Front& front = coherence.front;
    front.leaves.clear();
    front.listedDistance = -1;
    query.margin = marginFor(coherence, query.pose, query.treeA, query.treeB);
    if (query.margin == 0) return 0;

    Counters counters;
    wide_tree::begin(query, freshWork());
    const Index used = traverseInParts(query, executor, workspace());
    for (Index i = 0; i < used; ++i) {
        const Work& work = workspace()[i];
        front.leaves.insert(front.leaves.end(), work.front.begin(), work.front.end());
        count(work, counters);
    }
    freeSpareRoom(front.leaves);
    front.pose = query.pose;
    front.listedDistance = query.pose.queryDistance + query.margin;
    return counters.boxTests;
}

/// The pairs that the parts found, or, of whole parts, more than `maximum` of them.
void gather(std::span<const Work> parts, std::size_t maximum, FacePairs& out) {
    std::size_t count = 0;
    for (const Work& part : parts) count += part.found.size();
    out.clear();
    makeRoom(out, count);
    for (const Work& part : parts) {
        if (out.size() > maximum) return;
        out.insert(out.end(), part.found.begin(), part.found.end());
    }
}

/// All pairs, to `coherence.answer`, or more than the query's maximum of them: from the front if there is a
/// valid one, else from the roots.
void findAll(const Query& query, const Executor& executor, Coherence& coherence, Counters& counters) {
    Front& front = coherence.front;
    const std::uint64_t testsForFront =
        front.holdsAt(query.pose, query.treeB) ? 0 : makeFront(query, executor, coherence);
    Work& first = freshWork();
    if (front.listedDistance >= 0) {
        begin(front.leaves, first);
    } else {
        wide_tree::begin(query, first);
    }
    const std::uint64_t testsBefore = counters.boxTests;
    const Index used = traverseInParts(query, executor, workspace());
    gather(std::span(workspace()).first(used), query.maximum, coherence.answer);
    freeSpareRoom(coherence.answer);
    // Which parts were left out depends on threads, so those of a query that ended early are not counted.
    const bool isComplete = coherence.answer.size() <= query.maximum;
    for (Index i = 0; i < (isComplete ? used : Index{1}); ++i) count(workspace()[i], counters);
    if (front.listedDistance < 0 && isComplete) coherence.testsOfDescent = counters.boxTests - testsBefore;
    if (testsForFront > 0) coherence.reviewFront(testsForFront);
    counters.boxTests += testsForFront;
}

Query queryFor(const MeshInstance& a, const MeshInstance& b, Real queryDistance, Goal goal) {
    const Tree& treeA = treeOf(a);
    const Tree& treeB = treeOf(b);
    return {treeA, treeB, a, b, relativePose(a.pose, treeA.sphere(), b.pose, treeB.sphere(), queryDistance),
            goal};
}

/// The mesh's box as it is placed, in the world.
Aabb placedBox(const MeshInstance& placed) {
    const Aabb& box = placed.mesh().box();
    Aabb world;
    for (int corner = 0; corner < 8; ++corner) {
        const auto along = [&](int k) { return (corner >> k & 1 ? box.max : box.min)[k]; };
        world.include(transformPoint(placed.pose, {along(0), along(1), along(2)}));
    }
    return world;
}

/// Whether no face pairs can be near, while a tree would have to be begun for the query.
bool needNoTrees(const MeshInstance& a, const MeshInstance& b, Real queryDistance) {
    if (hasTree(a) && hasTree(b)) return false;
    const Aabb boxA = placedBox(a), boxB = placedBox(b);
    const Real size = std::max({boxA.min.cwiseAbs().maxCoeff(), boxA.max.cwiseAbs().maxCoeff(),
                                boxB.min.cwiseAbs().maxCoeff(), boxB.max.cwiseAbs().maxCoeff()});
    return !overlaps(grown(boxA, queryDistance + kBoxRounding * size), boxB);
}

/// For a small maximum. Leaves what is cached as it is, and makes no front, which would cost more.
bool findFew(std::size_t maximum, const MeshInstance& a, const MeshInstance& b, Real queryDistance,
             const Coherence& coherence, Counters& counters, FacePairs& out) {
    out.clear();
    Query query = queryFor(a, b, queryDistance, Goal::close);
    query.maximum = maximum;
    Work& work = freshWork();
    if (coherence.isAbout(a, b) && coherence.front.holdsAt(query.pose, query.treeB)) {
        begin(coherence.front.leaves, work);
    } else {
        wide_tree::begin(query, work);
    }
    traverse(query, kAllBatches, work);
    count(work, counters);
    if (work.found.size() > maximum) return false;
    out = work.found;
    counters.facePairs += out.size();
    return true;
}

}  // namespace

std::shared_ptr<const CollisionModel> WideTree::build(std::shared_ptr<const Mesh> mesh) const {
    const Executor& executor = mesh->faceCount() > kBuiltAlone ? *executor_ : serialExecutor();
    Tree tree = wide_tree::buildTree(*mesh, settings_.build, executor);
    const Real area = tree.boxArea;
    return std::make_shared<WideModel>(std::move(mesh), std::move(tree), area);
}

std::shared_ptr<const CollisionModel> WideTree::buildOnDemand(std::shared_ptr<const Mesh> mesh) const {
    if (mesh->frontCount() <= kBuiltWhole) return build(std::move(mesh));
    OnDemand<Tree> tree([mesh, build = settings_.build, executor = executor_] {
        return wide_tree::buildTreeOnDemand(mesh, build, *executor);
    });
    return std::make_shared<WideModel>(std::move(mesh), std::move(tree), 0);
}

void WideTree::complete(const CollisionModel& model) const {
    const Tree& tree = static_cast<const WideModel&>(model).tree();
    if (tree.pending) tree.pending->buildRest();
}

Index WideTree::buildNear(const CollisionModel& model, const Aabb& box, Index triangles) const {
    const auto& wide = static_cast<const WideModel&>(model);
    if (wide.hasTree()) return wide.tree().pending ? wide_tree::buildNear(wide.tree(), box, triangles) : 0;
    wide.tree();
    return wide.mesh().frontCount();
}

std::shared_ptr<const CollisionModel> WideTree::rebuild(const CollisionModel& model) const {
    const auto& old = static_cast<const WideModel&>(model);
    if (old.isOnDemand()) return buildOnDemand(old.sharedMesh());
    Tree tree = wide_tree::refitted(old.tree(), old.mesh());
    if (!(tree.boxArea <= settings_.rebuildGrowth * old.builtArea())) return build(old.sharedMesh());
    return std::make_shared<WideModel>(old.sharedMesh(), std::move(tree), old.builtArea());
}

void WideTree::save(const CollisionModel& model, Archive& archive) const {
    const auto& saved = static_cast<const WideModel&>(model);
    const bool isOnDemand = saved.isOnDemand();
    Tree tree = isOnDemand ? wide_tree::buildTree(saved.mesh(), settings_.build) : saved.tree();
    Real builtArea = isOnDemand ? tree.boxArea : saved.builtArea();
    archiveTree(archive, tree);
    archive.value(builtArea);
}

std::shared_ptr<const CollisionModel> WideTree::load(std::shared_ptr<const Mesh> mesh,
                                                     Archive& archive) const {
    Tree tree;
    Real builtArea = 0;
    archiveTree(archive, tree);
    archive.value(builtArea);
    return std::make_shared<WideModel>(std::move(mesh), std::move(tree), builtArea);
}

void WideTree::findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance,
                             PairMemory& memory, FacePairs& out) const {
    findFacePairsUpTo(std::numeric_limits<std::size_t>::max(), a, b, queryDistance, memory, out);
}

// Pairs of a query that ended early are not cached: they are not complete. The front is.
bool WideTree::findFacePairsUpTo(std::size_t maximum, const MeshInstance& a, const MeshInstance& b,
                                 Real queryDistance, PairMemory& memory, FacePairs& out) const {
    Coherence& coherence = cacheIn<Coherence>(memory);
    ++memory.counters.calls;
    if (needNoTrees(a, b, queryDistance)) {
        out.clear();
        return true;
    }
    if (Query::mayEndSoon(maximum) && queryDistance > 0) {
        return findFew(maximum, a, b, queryDistance, coherence, memory.counters, out);
    }
    if (!coherence.isAnswered(a, b, queryDistance)) {
        Query query = queryFor(a, b, queryDistance, queryDistance == 0 ? Goal::intersecting : Goal::close);
        query.maximum = maximum;
        if (!coherence.isAbout(a, b)) coherence.begin(a, b);
        findAll(query, *executor_, coherence, memory.counters);
        const bool isComplete = coherence.answer.size() <= maximum;
        coherence.remember(a.pose, b.pose, query.pose, isComplete ? queryDistance : kUnknown);
    }
    out.clear();
    if (coherence.answer.size() > maximum) return false;
    makeRoom(out, coherence.answer.size());
    out = coherence.answer;
    memory.counters.facePairs += out.size();
    return true;
}

std::optional<FacePair> WideTree::findFirstPair(const MeshInstance& a, const MeshInstance& b,
                                                PairMemory& memory) const {
    ++memory.counters.calls;
    if (needNoTrees(a, b, 0)) return std::nullopt;
    const Query query = queryFor(a, b, 0, Goal::firstIntersecting);
    Work& work = freshWork();
    wide_tree::begin(query, work);
    traverse(query, kAllBatches, work);
    count(work, memory.counters);
    if (work.found.empty()) return std::nullopt;
    ++memory.counters.facePairs;
    return work.found.front();
}

// Searches at increasing distances, up to that of a promising pair, so that few distances are computed if
// that guess was bad.
std::optional<ClosestFaces> WideTree::findClosestPair(const MeshInstance& a, const MeshInstance& b, Real upTo,
                                                      PairMemory& memory) const {
    Query query = queryFor(a, b, upTo, Goal::closest);
    Work& work = freshWork();
    ++memory.counters.calls;
    keepNearer(query, likelyClosest(query), work.closest);
    const auto best = [&work] { return std::sqrt(work.closest->points.distanceSquared); };
    const Real enough = std::min(upTo, best());
    for (Real queryDistance = kFirstDistance * enough;;
         queryDistance = std::min(kDistanceGrowth * queryDistance, enough)) {
        query.pose.queryDistance = query.pose.inFrameOfA(queryDistance);
        wide_tree::begin(query, work);
        traverse(query, kAllBatches, work);
        if (best() <= queryDistance || queryDistance >= enough) break;
    }
    count(work, memory.counters);
    if (best() > upTo) return std::nullopt;
    ++memory.counters.facePairs;
    return work.closest;
}

void WideTree::findFaces(const CollisionModel& model, const Aabb& box, std::vector<Index>& out) const {
    const Tree& tree = static_cast<const WideModel&>(model).tree();
    if (!fitsFloats(tree)) return NarrowPhase::findFaces(model, box, out);
    wide_tree::findFaces(tree, model.mesh(), box, out);
}

void WideTree::castRay(const MeshInstance& placed, const Ray& ray, std::vector<Index>& out) const {
    const Tree& tree = treeOf(placed);
    if (!fitsFloats(tree)) return NarrowPhase::castRay(placed, ray, out);
    wide_tree::castRay(tree, placed, ray, out);
}

std::optional<ClosestFace> WideTree::closestFace(const MeshInstance& placed, const PointQuery& query) const {
    const Tree& tree = treeOf(placed);
    if (!fitsFloats(tree)) return NarrowPhase::closestFace(placed, query);
    return wide_tree::closestFace(tree, placed, query);
}

}  // namespace ricochet
