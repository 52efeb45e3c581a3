#include "tests/bench/sections.h"

namespace ricochet::bench {

const std::vector<Section>& sections() {
    static const std::vector<Section> table = {
        {measureCoherentMotion,
         {"A_spot_0.002", "A_bolt_m16_0.02", "B_spheres_3968", "B_torus_landscape", "B_pipes", "B_organic"}},
        {measureRefit, {"A_torus_0.02", "A_bolt_m16_0.02", "B_torus_landscape", "B_organic"}},
        {measureThreads, {"A_abb_link2_0.2", "B_pipes_crossing", "B_tori_nested"}},
        {measureTargets, {"A_spot_0.02", "B_torus_landscape"}},
    };
    return table;
}

}  // namespace ricochet::bench
