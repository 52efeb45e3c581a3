#pragma once

#include "demos/scenes/lipped_scene.h"

namespace ricochet::scenes {

/// Bodies in the closed bowl of `mesh_generators.h`, in which they may be lost through its wall or over its
/// lip.
class BowlScene : public LippedScene {
protected:
    BowlScene(btDynamicsWorld& world, const SceneOptions& options, double thickness);

private:
    Place placeAfter(Place before, const btVector3& position) const override;

    const double thickness_;  // metres
};

}  // namespace ricochet::scenes
