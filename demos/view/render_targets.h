#pragma once

#include "demos/view/gl_objects.h"

namespace ricochet::view {

inline constexpr int kShadowMapSize = 4096;
inline constexpr int kSamples = 4;                              // per pixel
inline constexpr int kCountedWidth = 160, kCountedHeight = 90;  // pixels, of the picture of bodies' numbers

/// The targets of the passes, in order: the shadow map; the depth of what is left out; the bodies' surfaces,
/// with several samples per pixel; the same, shaded; ambient occlusion; the picture. And, for counting, the
/// small picture of bodies' numbers.
struct RenderTargets {
    RenderTargets(int width, int height);

    int width, height;
    GLuint surface, geometry;                                // textures of several samples per pixel
    GLuint shadowMap, colour, normal, depth, open, leftOut;  // textures
    GLuint shadows, multisampled, shaded, occlusion, picture, outlined, numbered;
};

}  // namespace ricochet::view
