#include "demos/app/reproduce/experiment.h"

namespace ricochet::app {

const std::vector<Experiment>& experiments() {
    static const std::vector<Experiment> table = {
        {"paper002", "table1", "table 1: figure 3's scenes at 160,000 triangles and 512 x 512 pixels",
         paper002::runTable1},
        {"paper002", "resolution", "the same from 128 to 512 pixels a side", paper002::runResolution},
        {"paper002", "growth", "10,000 to 640,000 triangles", paper002::runGrowth},
        {"paper002", "contact", "1 to 1,000 places of contact at equal polygons", paper002::runContact},
        {"paper002", "jaws", "figure 5: four positions of five teeth", paper002::runJaws},
        {"paper002", "figures", "figures 6 and 7: maps of distance and of its error", paper002::runFigures},
        {"paper004", "distances", "figures 12 and 13: query time of turning models against their distance",
         paper004::runDistances},
    };
    return table;
}

}  // namespace ricochet::app
