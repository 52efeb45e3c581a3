#pragma once

#include "algorithms/stencil/passes.h"

#include <algorithm>
#include <memory>

namespace ricochet::stencil {

/// Which mesh, in which place, an image's depths are of.
class Held {
public:
    explicit Held(const Drawn& drawn)
        : owner_(drawn.mesh->weak_from_this()), mesh_(drawn.mesh), toWindow_(drawn.toWindow) {}
    bool isOf(const Drawn& drawn) const {
        return mesh_ == drawn.mesh && !owner_.expired() && toWindow_ == drawn.toWindow;
    }

private:
    std::weak_ptr<const DrawnMesh> owner_;  // expired if another mesh has taken the address
    const DrawnMesh* mesh_;
    WindowMatrix toWindow_;
};

inline bool areOf(const std::vector<Held>& held, DrawnMeshes drawn) {
    return std::equal(held.begin(), held.end(), drawn.begin(), drawn.end(),
                      [](const Held& one, const Drawn& other) { return one.isOf(other); });
}

/// Images of one size, and what they hold.
struct Frame {
    Targets targets;
    std::vector<Held> farEnd{}, nearEnd{};
    GreatestValues farDepths{}, nearDepths{};  ///< of these images; empty: not read back yet

    Frame(int pixels, int slices) : targets(pixels, slices) {}
    bool isFor(int pixels, int slices) const { return targets.pixels == pixels && targets.slices == slices; }
};

}  // namespace ricochet::stencil
