#pragma once

#include "demos/lab/reproduce/experiment.h"

#include <string>
#include <vector>

namespace ricochet::lab {

/// Experiments of one paper, in the order of the table.
struct SelectedExperiments {
    std::string paper;
    std::vector<Experiment> experiments;
};

/// The selected experiments by paper. "all" selects everything; the name of a paper selects all of its
/// experiments, or those that are named after it. An unknown name is answered with the nearest one.
Result<std::vector<SelectedExperiments>> selectExperiments(const std::vector<std::string>& words);

/// The papers' names, in the order of the table.
std::vector<std::string> paperNames();

}  // namespace ricochet::lab
