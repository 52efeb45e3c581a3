#pragma once

#include "demos/view/offscreen_renderer.h"

#include <vector>

namespace ricochet::view {

/// The bodies at one time.
struct Moment {
    std::vector<DrawnBody> bodies;
    std::vector<bool> areSubjects;  ///< of `bodies`: whether the picture is of it; standing bodies are not
};

/// Several parts as one.
template <class IsOne>
VisiblePart together(const std::vector<VisiblePart>& parts, const IsOne& isOne) {
    VisiblePart sum;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].share == 0 || !isOne(i)) continue;
        sum.share += parts[i].share;
        for (const std::size_t axis : {0u, 1u})
            sum.middle[axis] += (parts[i].middle[axis] - sum.middle[axis]) * parts[i].share / sum.share;
    }
    return sum;
}

/// One camera a moment, so that what moves fills at least a given part of each picture. It stands still if
/// that suffices for the whole path of all, and if they start and end near its middle; small standing bodies
/// are then shown whole. Else it follows them; else only those that are closest together, down to one body.
/// If others hide them from all sides that a person may look from, the cameras have an opening. The key light
/// comes from where it reaches them. `up` is against gravity; where it is not along y, the world is a slope,
/// which is seen from its side.
std::vector<Camera> chooseCameras(const OffscreenRenderer& renderer, const std::vector<Moment>& moments,
                                  const Point& up);

}  // namespace ricochet::view
