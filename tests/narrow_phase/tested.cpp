#include "tests/narrow_phase/tested.h"

#include "algorithms/face_octree/face_octree.h"
#include "algorithms/obb_tree/obb_tree.h"
#include "algorithms/wide_tree/wide_tree.h"

namespace ricochet::test {
namespace {

template <class Kind, class Settings>
std::unique_ptr<const NarrowPhase> make(std::shared_ptr<const Executor> executor) {
    return std::make_unique<Kind>(Settings{}, std::move(executor));
}

}  // namespace

const std::vector<Tested>& allTested() {
    static const std::vector<Tested> all = {
        {"WideTree", make<WideTree, WideTreeSettings>},
        {"ObbTree", make<ObbTree, ObbTreeSettings>},
        {"FaceOctree", make<FaceOctree, FaceOctreeSettings>},
    };
    return all;
}

}  // namespace ricochet::test
