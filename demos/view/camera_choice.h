#pragma once

#include "demos/view/offscreen_renderer.h"

#include <vector>

namespace ricochet::view {

/// The bodies at one time.
struct Moment {
    std::vector<DrawnBody> bodies;
    std::vector<bool> areSubjects;  ///< of `bodies`: whether the picture is of it; standing bodies are not
};

/// One camera a moment, so that what moves fills at least a given part of each picture. It stands still if
/// that suffices for the whole path of all; else it follows them; else only those that are closest together,
/// down to one body. If others hide them from all sides that a person may look from, the cameras have an
/// opening.
std::vector<Camera> chooseCameras(const OffscreenRenderer& renderer, const std::vector<Moment>& moments);

}  // namespace ricochet::view
