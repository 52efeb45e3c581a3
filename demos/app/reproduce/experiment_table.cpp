#include "demos/app/reproduce/experiment.h"

namespace ricochet::app {

const std::vector<Experiment>& experiments() {
    static const std::vector<Experiment> table = {
        {"paper004", "distances", "figures 12 and 13: query time of turning models against their distance",
         paper004::runDistances},
    };
    return table;
}

}  // namespace ricochet::app
