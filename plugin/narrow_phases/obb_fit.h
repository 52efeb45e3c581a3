#pragma once

#include "algorithms/obb_tree/build_settings.h"
#include "plugin/narrow_phases/rows.h"

namespace ricochet::narrow_phases {

/// The row of the parameter `fit`, for every back end with a tree of oriented boxes.
template <class Access>
auto obbFit(std::string about, Access access) {
    using obb_tree::Fit;
    return choice("fit", std::move(about), access,
                  {{"ours", Fit::ours},
                   {"paper", Fit::paper},
                   {"hull-vertices", Fit::hullVertices},
                   {"vertices", Fit::vertices}});
}

}  // namespace ricochet::narrow_phases
