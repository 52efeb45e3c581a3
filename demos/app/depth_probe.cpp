#include "demos/app/depth_probe.h"

#include "demos/app/body_pairs.h"
#include "demos/app/mesh_solid.h"
#include "demos/app/penetration.h"

#include <algorithm>

namespace ricochet::app {

double DepthProbe::measure(const scenes::Scene& scene) {
    double deepest = 0;
    const auto& bodies = scene.bodies();
    forEachPairThatMayCollide(scene, [&](std::size_t i, std::size_t j) {
        deepest = std::max(deepest, measure(bodies[i], bodies[j]));
    });
    return deepest;
}

double DepthProbe::measure(const scenes::SceneBody& a, const scenes::SceneBody& b) {
    // A link of a robot may have no surface.
    if (a.mesh->faces.empty() || b.mesh->faces.empty()) return 0;
    return penetration(solidOf(a.mesh), poseOf(*a.body), solidOf(b.mesh), poseOf(*b.body));
}

const Solid& DepthProbe::solidOf(const std::shared_ptr<const scenes::SceneMesh>& mesh) {
    const auto known = solids_.find(mesh);
    if (known != solids_.end()) return known->second;
    std::erase_if(solids_, [](const auto& solid) { return solid.first.use_count() == 1; });
    return solids_.emplace(mesh, Solid(*meshOf(*mesh))).first->second;
}

}  // namespace ricochet::app
