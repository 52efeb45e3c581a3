#pragma once

#include <epoxy/gl.h>

#include <cstdint>
#include <span>

namespace ricochet::stencil {

/// Depth images with stencil images that shaders can read, one in each slice of an array, and the framebuffer
/// that draws into all of them.
struct DepthStencil {
    explicit DepthStencil(int pixels, int slices = 1);
    ~DepthStencil();
    DepthStencil(const DepthStencil&) = delete;
    DepthStencil& operator=(const DepthStencil&) = delete;

    int pixels;          ///< a side
    GLuint texture = 0;  ///< shaders read its stencil
    GLuint depths = 0;   ///< the same images; shaders read their depths
    GLuint framebuffer = 0;
    bool isLost = false;  ///< lost with its context: its names may belong to another one
};

/// What the stencil of `nearEnd` holds.
enum class NearEndHas {
    marks,   ///< A is there 0x80, is convex 0x40, SC2 0x3f
    layers,  ///< 0x80, and how many layers A has, at most 127
};

/// The render targets for one image size: arrays of images, a slice for each pair that is drawn at once.
/// Created and destroyed on the OpenGL thread.
struct Targets {
    explicit Targets(int pixels, int slices = 1);
    ~Targets();
    Targets(const Targets&) = delete;
    Targets& operator=(const Targets&) = delete;

    /// The context, and all objects with it, have ended: nothing is deleted.
    void abandon() { isLost = farEnd.isLost = nearEnd.isLost = true; }

    int pixels, slices;
    DepthStencil farEnd;   ///< depth: where A ends; stencil: A is there 0x80, SC1 0x7f
    DepthStencil nearEnd;  ///< depth: where A begins; stencil: `nearEndHas`
    GLuint earlier = 0;    ///< R8, in 255ths: SC2 where one drawing counts for both passes; else zero
    GLuint both = 0;       ///< the framebuffer of that drawing: `farEnd` and `earlier`
    GLuint cases = 0;      ///< R8UI: a PixelCase each
    GLuint heads = 0;      ///< R32UI: the last entry of each pixel's list
    GLuint lengths = 0;    ///< R32UI: how many entries each pixel's list has
    mutable NearEndHas nearEndHas = NearEndHas::marks;
    bool isLost = false;
    GLuint queryFramebuffer = 0;  ///< without attachments: what is drawn into it is only counted
};

/// A pixel of such an image as it is read back.
struct DepthAndStencil {
    float depth;
    std::uint32_t stencil;
};
static_assert(sizeof(DepthAndStencil) == 8);

/// Of the first slice. `read` has room for all pixels; lowest row first.
void readDepthAndStencil(const DepthStencil& image, std::span<DepthAndStencil> read);

GLuint makeImage(GLenum format, int pixels);
/// An array of images.
GLuint makeSlices(GLenum format, int pixels, int slices);

}  // namespace ricochet::stencil
