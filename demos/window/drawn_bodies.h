#pragma once

#include "demos/scenes/scene.h"
#include "demos/window/painter.h"

#include <map>
#include <memory>

namespace ricochet::window {

/// The bodies of a scene as a painter draws them.
class DrawnBodies {
public:
    /// Where the bodies are now. Bodies that deform, and new ones, bring their meshes.
    void update(const std::vector<scenes::SceneBody>& bodies, bool isCut, Painter& painter);
    const std::vector<view::DrawnBody>& all() const { return drawn_; }
    /// Around what moves, and what stands if that is not much larger.
    view::Box framing(const Painter& painter) const;

private:
    std::vector<view::DrawnBody> drawn_;
    std::vector<bool> moves_;  ///< of `drawn_`
    struct Known {
        std::size_t number;  ///< the painter's
        bool isRound;
    };
    std::map<std::shared_ptr<const scenes::SceneMesh>, Known> meshes_;
};

}  // namespace ricochet::window
