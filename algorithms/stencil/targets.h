#pragma once

#include "algorithms/gl/object.h"

#include <epoxy/gl.h>

#include <cstdint>
#include <span>

namespace ricochet::stencil {

/// Depth images with stencil images that shaders can read, one in each slice of an array, and the framebuffer
/// that draws into all of them.
struct DepthStencil {
    explicit DepthStencil(int pixels, int slices = 1);

    int pixels;          ///< a side
    gl::Object texture;  ///< shaders read its stencil
    gl::Object depths;   ///< the same images; shaders read their depths
    gl::Object framebuffer;
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

    int pixels, slices;
    DepthStencil farEnd;   ///< depth: where A ends; stencil: A is there 0x80, SC1 0x7f
    DepthStencil nearEnd;  ///< depth: where A begins; stencil: `nearEndHas`
    gl::Object earlier;    ///< R8, in 255ths: SC2 where one drawing counts for both passes; else zero
    gl::Object both;       ///< the framebuffer of that drawing: `farEnd` and `earlier`
    gl::Object cases;      ///< R8UI: a PixelCase each
    gl::Object heads;      ///< R32UI: the last entry of each pixel's list
    gl::Object lengths;    ///< R32UI: how many entries each pixel's list has
    mutable NearEndHas nearEndHas = NearEndHas::marks;
    gl::Object queryFramebuffer;  ///< without attachments: what is drawn into it is only counted
};

/// A pixel of such an image as it is read back.
struct DepthAndStencil {
    float depth;
    std::uint32_t stencil;
};
static_assert(sizeof(DepthAndStencil) == 8);

/// Reads the first slice. `read` has room for all pixels; lowest row first.
void readDepthAndStencil(const DepthStencil& image, std::span<DepthAndStencil> read);

gl::Object makeImage(GLenum format, int pixels);
/// An array of images.
gl::Object makeSlices(GLenum format, int pixels, int slices);

}  // namespace ricochet::stencil
