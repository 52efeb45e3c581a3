#pragma once

#include "demos/app/solid.h"
#include "demos/scenes/scene.h"

#include <map>
#include <memory>

namespace ricochet::app {

/// Measures how deep the bodies of a scene are inside one another.
class DepthProbe {
public:
    /// The deepest penetration of all pairs with a moving body, in metres.
    double measure(const scenes::Scene& scene);

private:
    const Solid& solidOf(const std::shared_ptr<const scenes::SceneMesh>& mesh);
    double measure(const scenes::SceneBody& a, const scenes::SceneBody& b);

    std::map<std::shared_ptr<const scenes::SceneMesh>, Solid> solids_;
};

}  // namespace ricochet::app
