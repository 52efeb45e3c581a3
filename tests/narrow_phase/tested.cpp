#include "tests/narrow_phase/tested.h"

#include "algorithms/closest_features/hull_then_faces.h"
#include "algorithms/face_octree/face_octree.h"
#include "algorithms/obb_tree/obb_tree.h"
#include "algorithms/spherical_field/spherical_field.h"
#include "algorithms/stencil/buffer_narrow_phase.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "plugin/backends.h"
#include "tests/support/build_kind.h"

#include <array>
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

/// The detector's decision first, in small pictures; then windows in its region and around it.
std::unique_ptr<const NarrowPhase> stencilBufferWith(stencil::BufferSettings settings) {
    settings.pixels = 32;
    auto started = gl::Thread::start({4, 5});
    if (!started) return nullptr;
    const std::shared_ptr<gl::Thread> thread = std::move(*started);
    auto detector = stencil::Detector::create({}, thread);
    auto layers = stencil::DrawnLayers::create(thread);
    auto exact = StencilHybrid::create({.drawFrom = 0}, thread);
    if (!detector || !layers || !exact) return nullptr;
    const auto test = std::make_shared<stencil::DrawnSolidTest>(*detector);
    return std::make_unique<BufferNarrowPhase>(
        std::move(*exact), test,
        std::make_shared<stencil::BufferDecider>(test, std::move(*layers), settings));
}

std::unique_ptr<const NarrowPhase> makeStencilBuffer(std::shared_ptr<const Executor>) {
    return stencilBufferWith({});
}
std::unique_ptr<const NarrowPhase> makeSimplifiedStencilBuffer(std::shared_ptr<const Executor>) {
    return stencilBufferWith({.method = stencil::Method::simplified,
                              .undecided = stencil::Undecided::blending,
                              .projection = stencil::Projection::itemBuffer});
}

std::unique_ptr<const NarrowPhase> makeHullThenFaces(std::shared_ptr<const Executor> executor) {
    return std::make_unique<HullThenFaces>(
        std::make_shared<WideTree>(WideTreeSettings{}, std::move(executor)));
}

/// As a user selects it, with parameters.
auto selected(const std::string& text) {
    return [text](std::shared_ptr<const Executor> executor) {
        return selectBackend(text)->make(std::move(executor)).narrowPhase;
    };
}

/// Unlike as a back end, it drops pairs beyond the query distance.
auto faceOctree(const FaceOctreeSettings& settings) {
    return [settings](std::shared_ptr<const Executor> executor) {
        return std::make_shared<FaceOctree>(settings, std::move(executor));
    };
}

/// Answers each query from a pass over two: itself, and the same with its bodies exchanged.
class OnePassOctree final : public NarrowPhase {
public:
    OnePassOctree(FaceOctreeSettings settings, std::shared_ptr<const Executor> executor)
        : octree_(inOnePass(settings), std::move(executor)) {}

    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override {
        return octree_.build(std::move(mesh));
    }
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override {
        PairMemory other;
        octree_.prepare(
            std::array<FacePairQuery, 2>{{{a, b, queryDistance, &memory}, {b, a, queryDistance, &other}}});
        octree_.findFacePairs(a, b, queryDistance, memory, out);
    }

private:
    static FaceOctreeSettings inOnePass(FaceOctreeSettings settings) {
        settings.bodies = StepBodies::onePass;
        return settings;
    }

    FaceOctree octree_;
};

std::unique_ptr<const NarrowPhase> makeOnePass(std::shared_ptr<const Executor> executor) {
    return std::make_unique<OnePassOctree>(FaceOctreeSettings{}, std::move(executor));
}

std::unique_ptr<const NarrowPhase> makeOnePassInWorld(std::shared_ptr<const Executor> executor) {
    return std::make_unique<OnePassOctree>(
        FaceOctreeSettings{.level = 6, .world = 8, .exactInRegions = true, .exactInCells = true},
        std::move(executor));
}

std::unique_ptr<const NarrowPhase> makeOnePassWithoutBoxes(std::shared_ptr<const Executor> executor) {
    return std::make_unique<OnePassOctree>(FaceOctreeSettings{.boxes = BoxStage::skipped},
                                           std::move(executor));
}

}  // namespace

const std::vector<Tested>& allTested() {
    static const std::vector<Tested> all = [] {
        std::vector<Tested> rows = {
            {"WideTree", make<WideTree, WideTreeSettings>, 1, true},
            {"ObbTree", make<ObbTree, ObbTreeSettings>},
            {"FaceOctree", make<FaceOctree, FaceOctreeSettings>},
            {"FaceOctreeSpmd", faceOctree({.division = PairDivision::spmd})},
            {"FaceOctreeProducerConsumer", faceOctree({.division = PairDivision::producerConsumer})},
            {"FaceOctreeOnePass", makeOnePass},
            {"SphericalField", makeSphericalField},
            {"Stencil", makeStencilHybrid, 3},
            {"StencilBuffer", makeStencilBuffer, 3},
            {"HullThenFaces", makeHullThenFaces},
        };
        if (kIsSlowBuild) return rows;  // the others share their code with one of these, or are slow
        // What these do otherwise, they do at every pose: they run a quarter of most random trials.
        const std::vector<Tested> variants = {
            {"ObbTreeWithHulls", selected("obb-tree?hull-from=8"), 4},
            {"ObbTreeOfThePaper", selected("obb-tree?fit=paper"), 4},
            {"ObbTreeOfVertices", selected("obb-tree?fit=vertices&leaf-faces=6"), 4},
            {"WideTreeInOneFrame", selected("wide-tree?own-frame-up-to=0&mesh-frame=off"), 4, true},
            {"FaceOctreePaper",
             faceOctree({.level = 6, .world = 8, .exactInRegions = true, .exactInCells = true}), 4},
            {"FaceOctreeWithoutBoxes", faceOctree({.boxes = BoxStage::skipped}), 4},
            {"FaceOctreeOnePassInWorld", makeOnePassInWorld, 4},
            {"FaceOctreeOnePassWithoutBoxes", makeOnePassWithoutBoxes, 4},
            {"SphericalByLayers", selected("spherical?determination=layer&order=queue"), 5},
            {"StencilBufferSimplified", makeSimplifiedStencilBuffer, 5},
            {"HullThenObbTree", selected("hull-then-faces?faces=obb-tree&fit=paper&red-features=on"), 4},
        };
        rows.insert(rows.end(), variants.begin(), variants.end());
        // A hundred times slower than the others, or several hundred.
        const std::string original = "octree-detector?octrees=solid&regions=off&progressive=off&faces=off";
        const std::vector<Tested> octrees = {
            {"OctreeUpdate", selected("octree-detector"), 10},
            {"OctreeUpdateSorted", selected("octree-detector?motion=sorted"), 10},
            {"OctreeDetectorOriginal", selected(original), 40},
            {"OctreeDetectorOriginalSorted", selected(original + "&motion=sorted"), 40},
        };
        rows.insert(rows.end(), octrees.begin(), octrees.end());
        return rows;
    }();
    return all;
}

}  // namespace ricochet::test
