#include "algorithms/wide_tree/wide_tree.h"
#include "tests/bench/ripple.h"
#include "tests/bench/sections.h"

#include <stdexcept>

namespace ricochet::bench {

void measureRefit(const std::string& name, const Case& scene, Results& results) {
    constexpr int kTimes = 7;
    const WideTree wide;
    const SharedMesh mesh = makeMesh(scene.a->vertices(), scene.a->faces());
    const std::vector<Vec3> rest = mesh->vertices();
    const auto model = wide.build(mesh);
    Stopwatch build, refit;
    for (int i = 0; i < kTimes; ++i) {
        if (const auto moved = mesh->setVertices(rippled(rest, i)); !moved)
            throw std::runtime_error(moved.error());
        build.time([&] { wide.build(mesh); });
        refit.time([&] { wide.rebuild(*model); });
    }
    for (const auto& [backend, watch] : {std::pair("build", &build), std::pair("refit", &refit)}) {
        Row row = timedRow("refit/" + name, backend, *watch, build);
        row.buildUsPerTriangle = row.medianUs / mesh->faceCount();
        results.add(row);
    }
}

}  // namespace ricochet::bench
