#pragma once

#include "demos/view/gl_objects.h"

namespace ricochet::view {

inline constexpr int kShadowMapSize = 4096;

/// The targets of the passes, in order: the shadow map; the bodies, with several samples per pixel; the same,
/// resolved to one; ambient occlusion; the picture.
struct RenderTargets {
    RenderTargets(int width, int height);

    int width, height;
    GLuint shadowMap, colour, normal, depth, open;                               // textures
    GLuint shadows, multisampled, resolved, resolvedNormal, occlusion, picture;  // framebuffers
};

}  // namespace ricochet::view
