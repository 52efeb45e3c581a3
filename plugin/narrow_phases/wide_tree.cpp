#include "algorithms/wide_tree/wide_tree.h"

#include "plugin/narrow_phases/rows.h"

namespace ricochet::narrow_phases {

Backend wideTree() {
    return backend(
        "wide-tree",
        "eight-wide tree of oriented boxes, built once for a shape: the fastest for rigid meshes",
        ParameterTable<WideTreeSettings>{
            integer("own-frame-up-to", "smaller nodes, and all leaves, may have their own frame", "faces", 0,
                    1000000000,
                    [](WideTreeSettings& settings) -> Index& { return settings.build.ownFrameUpTo; }),
            flag("mesh-frame", "search for a good frame of the whole mesh",
                 [](WideTreeSettings& settings) -> bool& { return settings.build.searchesMeshFrame; }),
            real("rebuild-growth", "growth of the boxes' summed area from which a deformed tree is rebuilt",
                 "", 1, 1000, &WideTreeSettings::rebuildGrowth),
        },
        [](const WideTreeSettings& settings, std::shared_ptr<const Executor> executor) {
            return std::make_shared<WideTree>(settings, std::move(executor));
        });
}

}  // namespace ricochet::narrow_phases
