#include "tests/narrow_phase/tested.h"

#include "algorithms/closest_features/hull_then_faces.h"
#include "algorithms/face_octree/face_octree.h"
#include "algorithms/obb_tree/obb_tree.h"
#include "algorithms/octree_motion/octree_update.h"
#include "algorithms/spherical_field/spherical_field.h"
#include "algorithms/stencil/hybrid.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "plugin/backends.h"
#include "tests/support/build_kind.h"

#include <iostream>

namespace ricochet::test {
namespace {

template <class Kind, class Settings>
std::unique_ptr<const NarrowPhase> make(std::shared_ptr<const Executor> executor) {
    return std::make_unique<Kind>(Settings{}, std::move(executor));
}

/// Works on the calling thread.
std::unique_ptr<const NarrowPhase> makeSphericalField(std::shared_ptr<const Executor>) {
    return std::make_unique<SphericalField>();
}

/// Also draws pairs with so few face pairs that testing each of them would be faster.
std::unique_ptr<const NarrowPhase> makeStencilHybrid(std::shared_ptr<const Executor>) {
    auto made = StencilHybrid::create({.drawFrom = 0});
    if (made) return std::move(*made);
    std::cerr << made.error() << "\n";
    return nullptr;
}

std::unique_ptr<const NarrowPhase> makeHullThenFaces(std::shared_ptr<const Executor> executor) {
    return std::make_unique<HullThenFaces>(
        std::make_shared<WideTree>(WideTreeSettings{}, std::move(executor)));
}

/// Works on the calling thread.
std::unique_ptr<const NarrowPhase> makeOctreeUpdate(std::shared_ptr<const Executor>) {
    return std::make_unique<octree_motion::OctreeUpdate>();
}

/// As a user selects it, with parameters.
auto selected(const std::string& text) {
    return [text](std::shared_ptr<const Executor> executor) {
        return selectBackend(text)->make(std::move(executor)).narrowPhase;
    };
}

template <PairDivision kDivision>
std::unique_ptr<const NarrowPhase> makeDividedOctree(std::shared_ptr<const Executor> executor) {
    return std::make_unique<FaceOctree>(FaceOctreeSettings{.division = kDivision}, std::move(executor));
}

}  // namespace

const std::vector<Tested>& allTested() {
    static const std::vector<Tested> all = [] {
        std::vector<Tested> rows = {
            {"WideTree", make<WideTree, WideTreeSettings>},
            {"ObbTree", make<ObbTree, ObbTreeSettings>},
            {"ObbTreeWithHulls", selected("obb-tree?hull-from=8")},
            {"WideTreeInOneFrame", selected("wide-tree?own-frame-up-to=0&mesh-frame=off")},
            {"FaceOctree", make<FaceOctree, FaceOctreeSettings>},
            {"FaceOctreeSpmd", makeDividedOctree<PairDivision::spmd>},
            {"FaceOctreeProducerConsumer", makeDividedOctree<PairDivision::producerConsumer>},
            {"SphericalField", makeSphericalField},
            {"Stencil", makeStencilHybrid},
            {"HullThenFaces", makeHullThenFaces},
        };
        // A hundred times slower than the others: it runs a fifth of most random trials, and in slow builds
        // only the tests of its own folder.
        if (!kIsSlowBuild) rows.push_back({"OctreeUpdate", makeOctreeUpdate, 5});
        return rows;
    }();
    return all;
}

}  // namespace ricochet::test
