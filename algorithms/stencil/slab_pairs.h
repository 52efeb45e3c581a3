#pragma once

#include "algorithms/geometry/face_pair.h"
#include "algorithms/gl/program.h"
#include "algorithms/gl/thread.h"

#include <memory>
#include <span>

namespace ricochet::stencil {

/// A face as the shaders read it, in a window of `pixels` a side whose depths are 0 … 1.
struct SlabFace {
    std::array<float, 3> corner0;
    float isBox;  ///< 1: the rectangle is covered wholly, from depth corner0[2] to corner1[2]
    std::array<float, 3> corner1;
    float slack;  ///< pixels: bound of what rounding does to x and y
    std::array<float, 3> corner2;
    float depthSlack;                ///< the same for depths
    std::array<float, 4> rectangle;  ///< whole pixels: left, bottom, right, top; those that it may touch
};
static_assert(sizeof(SlabFace) == 64);

/// How far faces are grown on each side: pixels, pixels, depth.
using Growth = std::array<float, 3>;

/// Which two faces share a pixel and, there, a depth: conservative rasterisation by a fragment shader, on any
/// OpenGL 4.5. A's faces go to a list for each pixel, as slabs of depth; B's faces walk these lists.
/// Lives on the OpenGL thread.
class SlabPairs {
public:
    /// `mostPixels`: a side of the largest window.
    static Result<SlabPairs> create(int mostPixels);

    /// Indices into `a` and `b`; unsorted, and a pair comes once for each pixel that it shares. Where a
    /// buffer would grow beyond the driver's limit, or a list beyond what a shader can walk, the faces are
    /// halved.
    void find(std::span<const SlabFace> a, std::span<const SlabFace> b, int pixels, const Growth& growth,
              FacePairs& out);

private:
    enum class Outcome { done, again, tooMany };
    SlabPairs(const gl::Program& collect, const gl::Program& pair) : collect_(collect), pair_(pair) {}
    void search(std::span<const SlabFace> a, std::span<const SlabFace> b, Index firstA, Index firstB,
                FacePairs& out);
    Outcome draw(std::span<const SlabFace> a, std::span<const SlabFace> b);
    Outcome makeRoom(Index& capacity, Index count, std::size_t bytesEach, GLuint buffer) const;
    void drawFaces(const gl::Program& program, std::span<const SlabFace> faces) const;
    void append(Index firstA, Index firstB, FacePairs& out) const;

    gl::Program collect_, pair_;
    int pixels_ = 0;
    Growth growth_{};
    Index slabCapacity_ = 0, pairCapacity_ = 0, pairCount_ = 0;
    std::size_t largestBuffer_ = 0;   ///< bytes
    GLuint heads_ = 0, lengths_ = 0;  ///< images
    GLuint framebuffer_ = 0, noVertices_ = 0;
    GLuint counters_ = 0, slabs_ = 0, faces_ = 0, pairs_ = 0;  ///< buffers
};

}  // namespace ricochet::stencil
