#include "algorithms/wide_tree/wide_tree.h"

#include "algorithms/wide_tree/coherence.h"
#include "algorithms/wide_tree/refit.h"
#include "algorithms/wide_tree/wide_model.h"

namespace ricochet {
namespace {

using wide_tree::Coherence;
using wide_tree::Query;
using wide_tree::Tree;
using wide_tree::WideModel;
using wide_tree::Work;

/// Batches of eight node pairs after which a traversal counts as long and is shared among threads: some
/// tenths of a millisecond.
constexpr std::uint64_t kBatchesAlone = 300;
/// Parts of a long traversal; not a matter of how many threads there are, so that the order of the answer is
/// the same for all.
constexpr Index kParts = 64;

const Tree& treeOf(const Placed& placed) { return static_cast<const WideModel*>(placed.model)->tree(); }

Coherence& coherenceOf(PairMemory& memory) {
    auto* known = dynamic_cast<Coherence*>(memory.coherence.get());
    if (known) return *known;
    auto fresh = std::make_unique<Coherence>();
    Coherence& coherence = *fresh;
    memory.coherence = std::move(fresh);
    return coherence;
}

void clear(Work& work) {
    work.open.clear();
    work.leaves.clear();
    work.found.clear();
    work.boxTests = 0;
    work.triangleTests = 0;
}

/// Deals what is left in work[0] to the other parts, neighbours in the stack to different ones.
void deal(std::vector<Work>& work) {
    work.resize(kParts + 1);
    for (Index part = 1; part <= kParts; ++part) clear(work[part]);
    const auto dealOut = [&work](wide_tree::PairStack& from, wide_tree::PairStack Work::*to) {
        Index part = 0;
        for (const wide_tree::NodePair& pair : from) {
            wide_tree::PairStack& stack = work[1 + part++ % kParts].*to;
            stack.makeRoomFor(1);
            stack.push(pair);
        }
        from.clear();
    };
    dealOut(work[0].open, &Work::open);
    dealOut(work[0].leaves, &Work::leaves);
}

void collect(const Work& work, Counters& counters, FacePairs& out) {
    out.insert(out.end(), work.found.begin(), work.found.end());
    counters.boxTests += work.boxTests;
    counters.triangleTests += work.triangleTests;
}

void run(const Query& query, const Executor& executor, std::vector<Work>& work, Counters& counters,
         FacePairs& out) {
    if (work.empty()) work.resize(1);
    clear(work[0]);
    wide_tree::begin(query, work[0]);
    wide_tree::traverse(query, kBatchesAlone, work[0]);
    const bool isLong = !work[0].open.isEmpty();
    if (isLong) {
        deal(work);
        executor.run(kParts,
                     [&](Index part) { wide_tree::traverse(query, ~std::uint64_t{0}, work[1 + part]); });
    }
    const Index used = isLong ? 1 + kParts : 1;
    for (Index i = 0; i < used; ++i) collect(work[i], counters, out);
}

}  // namespace

std::shared_ptr<const Model> WideTree::build(std::shared_ptr<const Mesh> mesh) const {
    Tree tree = wide_tree::buildTree(*mesh, settings_.build);
    const Real area = tree.boxArea;
    return std::make_shared<WideModel>(std::move(mesh), std::move(tree), area);
}

std::shared_ptr<const Model> WideTree::rebuild(const Model& model) const {
    const auto& old = static_cast<const WideModel&>(model);
    Tree tree = wide_tree::refitted(old.tree(), old.mesh());
    if (!(tree.boxArea <= settings_.rebuildGrowth * old.builtArea())) return build(old.sharedMesh());
    return std::make_shared<WideModel>(old.sharedMesh(), std::move(tree), old.builtArea());
}

void WideTree::findFacePairs(const Placed& a, const Placed& b, Real within, PairMemory& memory,
                             FacePairs& out) const {
    out.clear();
    Coherence& coherence = coherenceOf(memory);
    ++memory.counters.calls;
    if (!coherence.isAnswered(a, b, within)) {
        const RelativePose pose = relativePose(a.pose, treeOf(a).ball(), b.pose, treeOf(b).ball(), within);
        const Query query = {treeOf(a), treeOf(b), a, b, pose, within == 0};
        coherence.answer.clear();
        run(query, *executor_, coherence.work, memory.counters, coherence.answer);
        coherence.a = wide_tree::AskedBody(a);
        coherence.b = wide_tree::AskedBody(b);
        coherence.within = within;
    }
    out = coherence.answer;
    memory.counters.facePairs += out.size();
}

}  // namespace ricochet
