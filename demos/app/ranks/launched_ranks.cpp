#include "demos/app/ranks/launched_ranks.h"

#include "demos/app/own_library.h"

#include <cstdlib>
#include <dlfcn.h>
#include <string_view>

namespace ricochet::app {

bool wasLaunchedAsRank() { return std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr; }

bool isLaunchedFirst() {
    const char* rank = std::getenv("OMPI_COMM_WORLD_RANK");
    return rank != nullptr && std::string_view(rank) == "0";
}

Result<std::unique_ptr<RankLink>> linkToLaunchedRanks() {
    const Result<std::filesystem::path> path = findOwnLibrary("libricochet-mpi.so");
    if (!path) {
        return tl::unexpected("mpirun started it, but it was built without Open MPI: " + path.error());
    }
    // Open MPI loads components that need its symbols to be global.
    void* module = dlopen(path->c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (module == nullptr) return tl::unexpected(std::string(dlerror()));
    const auto make = reinterpret_cast<RankLink* (*)()>(dlsym(module, "ricochetRankLink"));
    if (make == nullptr) return tl::unexpected(std::string(dlerror()));
    return std::unique_ptr<RankLink>(make());
}

}  // namespace ricochet::app
