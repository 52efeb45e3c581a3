#include "algorithms/obb_tree/obb_tree.h"

#include "plugin/narrow_phases/obb_fit.h"
#include "plugin/narrow_phases/rows.h"

namespace ricochet::narrow_phases {

Backend obbTree() {
    constexpr long long kMostFaces = 1000000000;
    return backend(
        "obb-tree", "binary tree of oriented boxes, as the OBBTree paper has it; built once for a shape",
        ParameterTable<ObbTreeSettings>{
            obbFit(
                "from what the axes of a box are computed: the area of the hull (paper), the hull's or all "
                "vertices; ours: the area of the hull or, of few faces, their own, or the parent's axes",
                [](ObbTreeSettings& settings) -> obb_tree::Fit& { return settings.build.fit; }),
            choice(
                "descent",
                "which of two boxes is opened: that of the larger area or of the longer side; as-fit: with "
                "fit=ours the area, else the side",
                &ObbTreeSettings::descent,
                {{"as-fit", ObbDescent::asFit},
                 {"larger-area", ObbDescent::largerArea},
                 {"longer-side", ObbDescent::longerSide}}),
            integer("hull-from", "with fit=ours, nodes of at least this size are fitted by their convex hull",
                    "faces", 1, kMostFaces,
                    [](ObbTreeSettings& settings) -> Index& { return settings.build.hullFrom; }),
            integer("leaf-faces", "groups of at most this size are not divided", "faces", 1, kMostFaces,
                    [](ObbTreeSettings& settings) -> Index& { return settings.build.leafFaces; }),
            real("rebuild-growth", "growth of the boxes' summed area from which a deformed tree is rebuilt",
                 "", 1, 1000, &ObbTreeSettings::rebuildGrowth),
        },
        [](const ObbTreeSettings& settings, std::shared_ptr<const Executor> executor) {
            return std::make_shared<ObbTree>(settings, std::move(executor));
        });
}

}  // namespace ricochet::narrow_phases
