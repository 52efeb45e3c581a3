#include "demos/app/reproduce/experiment.h"

namespace ricochet::app {

const std::vector<Experiment>& experiments() {
    static const std::vector<Experiment> table = {
        {"paper000", "switches", "chapter 1: the first octree detector and its four optimisations",
         paper000::runSwitches},
        {"paper000", "compaction", "section 2.3: black nodes of a space shuttle as fewer cubes",
         paper000::runCompaction},
        {"paper000", "motion", "figure 2.3 and section 2.7: arbitrary motion of its octree",
         paper000::runMotion},
        {"paper000", "translation", "figure 2.4: translation of its octree", paper000::runTranslation},
        {"paper000", "spheres", "figures 3.6 and 3.7: two spheres of 8 to 3,968 triangles",
         paper000::runSpheres},
        {"paper000", "shuttles", "figure 3.8: 15 space shuttles", paper000::runShuttles},
        {"paper000", "planes", "figure 3.9: against separating planes", paper000::runPlanes},
        {"paper000", "octree-update", "figure 3.10: against octree update", paper000::runOctreeUpdate},
        {"paper000", "swept", "figure 4.2 and section 4.3: the swept-space test, and what each step takes",
         paper000::runSwept},
        {"paper000", "threads", "figure 4.3: SPMD, producer-consumer and dynamic dealing",
         paper000::runThreads},
        {"paper001", "table1", "table 1: contacts, tests and times of pipes and torus, and of the torpedo",
         paper001::runTable1},
        {"paper001", "graphs", "graphs 1 to 6: fixed against dynamic boxes", paper001::runGraphs},
        {"paper001", "box-tests", "4.2.2: 15 axes against 144 edge-face tests and closest features",
         paper001::runBoxTests},
        {"paper001", "volumes", "section 5: oriented boxes against boxes along axes and spheres",
         paper001::runVolumes},
        {"paper001", "polytopes", "section 5: hundreds of convex polytopes in 1/20 s",
         paper001::runPolytopes},
        {"paper001", "feature-sweep", "section 3: sweep and prune extended down to faces",
         paper001::runFeatureSweep},
        {"paper002", "table1", "table 1: figure 3's scenes at 160,000 triangles and 512 x 512 pixels",
         paper002::runTable1},
        {"paper002", "resolution", "the same from 128 to 512 pixels per side", paper002::runResolution},
        {"paper002", "growth", "10,000 to 640,000 triangles", paper002::runGrowth},
        {"paper002", "contact", "1 to 1,000 places of contact at equal polygons", paper002::runContact},
        {"paper002", "jaws", "figure 5: four positions of five teeth", paper002::runJaws},
        {"paper002", "figures", "figures 6 and 7: maps of distance and of its error", paper002::runFigures},
        {"paper003", "tables",
         "tables 1 to 4: MKtrees of nine oil tankers, and candidate leaves of eight screws",
         paper003::runTables},
        {"paper003", "costs", "blocks and time: the paper's four steps, one traversal, 1,000 exact queries",
         paper003::runCosts},
        {"paper003", "figures", "figures 1 to 4: views of an oil tanker", paper003::runFigures},
        {"paper004", "distances", "figures 12 and 13: query time of turning models against their distance",
         paper004::runDistances},
    };
    return table;
}

}  // namespace ricochet::app
