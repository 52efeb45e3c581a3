#include "algorithms/closest_features/hull_then_faces.h"

#include "algorithms/obb_tree/obb_tree.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "plugin/narrow_phases/obb_fit.h"
#include "plugin/narrow_phases/rows.h"

namespace ricochet::narrow_phases {
namespace {

/// Settings of the hulls, and of the tree behind them.
struct HullsAndTree {
    HullThenFacesSettings hulls;
    bool hasObbTree = false;  ///< else a wide tree
    obb_tree::Fit fit = ObbTreeSettings{}.build.fit;
};

std::shared_ptr<const NarrowPhase> makeTree(const HullsAndTree& settings,
                                            std::shared_ptr<const Executor> executor) {
    if (!settings.hasObbTree) {
        return std::make_shared<WideTree>(WideTreeSettings{}, std::move(executor));
    }
    return std::make_shared<ObbTree>(ObbTreeSettings{.build = {.fit = settings.fit}}, std::move(executor));
}

}  // namespace

/// With faces=obb-tree the pipeline of Lin, Manocha, Cohen, Gottschalk, Collision Detection: Algorithms and
/// Applications, 1996: boxes by the broad phase, hulls by closest features, then the tree of oriented boxes.
Backend hullThenFaces() {
    return backend(
        "hull-then-faces", "convex hulls by closest features, and a tree of the faces where they are near",
        ParameterTable<HullsAndTree>{
            choice("faces", "the tree behind the hulls; obb-tree is the paper's pipeline",
                   &HullsAndTree::hasObbTree, {{"wide-tree", false}, {"obb-tree", true}}),
            obbFit("with faces=obb-tree, as obb-tree has it", &HullsAndTree::fit),
            flag("red-features",
                 "whether two meshes meet is first answered by faces at overlapping red features of their "
                 "hulls, which are the meshes' own",
                 [](HullsAndTree& settings) -> bool& { return settings.hulls.answersWhereRedMeetsRed; }),
            flag("last-pair", "whether two meshes meet is first answered by the last pair of faces that met",
                 [](HullsAndTree& settings) -> bool& { return settings.hulls.beginsWithLastPair; }),
        },
        [](const HullsAndTree& settings, std::shared_ptr<const Executor> executor) {
            return std::make_shared<HullThenFaces>(makeTree(settings, std::move(executor)), settings.hulls);
        });
}

}  // namespace ricochet::narrow_phases
