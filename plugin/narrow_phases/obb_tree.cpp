#include "algorithms/obb_tree/obb_tree.h"

#include "plugin/narrow_phases/rows.h"

namespace ricochet::narrow_phases {

Backend obbTree() {
    return backend(
        "obb-tree", "binary tree of oriented boxes, as the OBBTree paper has it; built once for a shape",
        ParameterTable<ObbTreeSettings>{
            integer("hull-from", "nodes of at least this size are fitted by their convex hull", "faces", 1,
                    1000000000, [](ObbTreeSettings& settings) -> Index& { return settings.build.hullFrom; }),
            real("rebuild-growth", "growth of the boxes' summed area from which a deformed tree is rebuilt",
                 "", 1, 1000, &ObbTreeSettings::rebuildGrowth),
        },
        [](const ObbTreeSettings& settings, std::shared_ptr<const Executor> executor) {
            return std::make_shared<ObbTree>(settings, std::move(executor));
        });
}

}  // namespace ricochet::narrow_phases
