#pragma once

#include "demos/view/gl_objects.h"

namespace ricochet::view {

inline constexpr int kShadowMapSize = 4096;

/// Where the passes draw, one after another: the shadow map; the bodies, with several samples a pixel; the
/// same, with one; how open each place is; the picture.
struct RenderTargets {
    RenderTargets(int width, int height);

    int width, height;
    GLuint shadowMap, colour, normal, depth, open;                               // textures
    GLuint shadows, multisampled, resolved, resolvedNormal, occlusion, picture;  // framebuffers
};

}  // namespace ricochet::view
