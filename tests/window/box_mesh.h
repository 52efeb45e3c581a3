#pragma once

#include "demos/view/offscreen_renderer.h"

namespace ricochet::window::test {

/// From -1 to 1 on each axis; outward faces.
inline view::DrawnMesh boxMesh() {
    view::DrawnMesh box;
    for (int i = 0; i < 8; ++i) {
        box.vertices.push_back({float(2 * (i & 1) - 1), float((i & 2) - 1), float(2 * (i >> 2 & 1) - 1)});
    }
    box.faces = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                 {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return box;
}

}  // namespace ricochet::window::test
