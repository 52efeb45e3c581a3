#pragma once

#include "algorithms/geometry/face_pair.h"
#include "algorithms/gl/program.h"
#include "algorithms/gl/thread.h"

#include <memory>
#include <span>

namespace ricochet::stencil {

/// A face as the shaders read it, in a window whose depths are 0 … 1.
struct SlabFace {
    std::array<float, 3> corner0;
    float isBox;  ///< 1: the rectangle is fully covered, from depth corner0[2] to corner1[2]
    std::array<float, 3> corner1;
    float slack;  ///< pixels: bound of the rounding error of x and y
    std::array<float, 3> corner2;
    float depthSlack;                        ///< the same for depths
    std::array<std::uint16_t, 4> rectangle;  ///< pixels: left, bottom, right, top; those that it may touch
    std::uint32_t window;                    ///< of all that are drawn at once
    std::uint32_t unused;
};
static_assert(sizeof(SlabFace) == 64);

/// How far faces are grown on each side: pixels, pixels, depth.
using Growth = std::array<float, 3>;

/// The faces of two meshes in a window of their own.
struct SlabWindow {
    std::vector<SlabFace> a, b;
    int pixels = 8;  ///< a side: a power of two
    Growth growth{};
};

/// Finds the pairs of faces that share a pixel and, there, a depth: conservative rasterisation by a fragment
/// shader, on any OpenGL 4.5. A's faces go to a list for each pixel, as slabs of depth; B's faces traverse
/// these lists. Lives on the OpenGL thread.
class SlabPairs {
public:
    /// `mostPixels`: a side of the largest window.
    static Result<SlabPairs> create(int mostPixels);

    /// For each window indices into its `a` and `b`; unsorted, with a pair repeated for each pixel that it
    /// shares. All windows are drawn at once, as tiles of one image. If a buffer would exceed the driver's
    /// limit, or a list what a shader can traverse, the set of windows is halved, and then the faces.
    void find(std::span<const SlabWindow> windows, std::span<FacePairs> out);

private:
    enum class Outcome { done, again, tooMany };
    /// Consecutive faces of a window, and where they begin in it.
    struct Part {
        const SlabWindow* window;
        FacePairs* out;
        std::span<const SlabFace> a, b;
        Index firstA = 0, firstB = 0;

        std::array<Part, 2> halves() const;
    };
    /// A part in the picture.
    struct Tile {
        int x, y;          ///< pixels: the lower left corner
        Index endA, endB;  ///< end of its faces in the lists of all tiles
    };

    SlabPairs(gl::Program collect, gl::Program pair) : collect_(std::move(collect)), pair_(std::move(pair)) {}
    void search(std::span<const Part> parts);
    Outcome draw(std::span<const Part> parts);
    void place(std::span<const Part> parts);
    void uploadTiles(std::span<const Part> parts) const;
    void clear() const;
    Outcome makeRoom(Index& capacity, Index count, std::size_t bytesEach, GLuint buffer) const;
    void drawFaces(const gl::Program& program, std::span<const SlabFace> faces) const;
    void takePairs(std::span<const Part> parts) const;

    gl::Program collect_, pair_;
    int mostSide_ = 0, side_ = 0;  ///< of the picture, pixels: the largest, the present one
    std::vector<Tile> tiles_;
    std::vector<SlabFace> facesA_, facesB_;  ///< of all tiles
    Index slabCapacity_ = 0, pairCapacity_ = 0, pairCount_ = 0;
    std::size_t largestBuffer_ = 0;  ///< bytes
    gl::Object heads_, lengths_;     ///< images
    gl::Object framebuffer_, noVertices_;
    gl::Object counters_, slabs_, faces_, pairs_, windows_;  ///< buffers
};

}  // namespace ricochet::stencil
