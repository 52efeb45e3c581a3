#include "algorithms/brute_force/brute_force.h"

#include "plugin/narrow_phases/rows.h"

namespace ricochet::narrow_phases {

Backend bruteForce() {
    return backend(
        "brute-force", "every face against every face: the oracle",
        ParameterTable<BruteForceSettings>{
            flag("boxes", "test two faces only if their boxes overlap", &BruteForceSettings::boxPretest),
        },
        [](const BruteForceSettings& settings, std::shared_ptr<const Executor> executor) {
            return std::make_shared<BruteForce>(settings, std::move(executor));
        });
}

}  // namespace ricochet::narrow_phases
