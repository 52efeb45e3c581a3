#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// An ellipsoid about the origin, about `faces` triangles; `radii`: metres.
SceneMesh ellipsoid(int faces, const btVector3& radii);

/// A tube along a trefoil, cut where it would meet its beginning; about `faces` triangles, two metres wide.
SceneMesh trefoilTube(int faces);

}  // namespace ricochet::scenes
