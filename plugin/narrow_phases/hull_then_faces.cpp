#include "algorithms/closest_features/hull_then_faces.h"

#include "algorithms/wide_tree/wide_tree.h"
#include "plugin/narrow_phases/rows.h"

namespace ricochet::narrow_phases {

Backend hullThenFaces() {
    return backend("hull-then-faces",
                   "convex hulls by closest features, and the wide tree where they are near",
                   ParameterTable<HullThenFacesSettings>{},
                   [](const HullThenFacesSettings& settings, std::shared_ptr<const Executor> executor) {
                       return std::make_shared<HullThenFaces>(
                           std::make_shared<WideTree>(WideTreeSettings{}, std::move(executor)), settings);
                   });
}

}  // namespace ricochet::narrow_phases
