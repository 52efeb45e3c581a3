#pragma once

#include "algorithms/stencil/passes.h"

namespace ricochet::stencil {

/// The sorted layers of a pixel as blending leaves them.
struct BlendedPixel {
    Index pixel;   ///< row * pixels + column
    Index layers;  ///< 1 to 32
    /// As `blendWord`: the nearest layer is the lowest bit, zero for A and one for B.
    std::uint32_t word;
    bool touches;  ///< a layer of A and one of B follow each other within the growth
};

/// The paper's test of a word: it collides if one solid's identifier is repeated an odd number of times in a
/// row. `layers`: 1 to 32.
bool hasOddRun(std::uint32_t word, Index layers);

/// Decides pixels that the counters leave undecided, as in section 6 of the paper: layer by layer, nearest
/// first, the identifier of its solid is blended into a word of 32 bits, eight in each of the four colours.
/// Mammen. Transparency and antialiasing algorithms implemented with the virtual pixel maps technique. 1989:
/// the layers are sorted by drawing A and B once for each of them. On the OpenGL thread.
class BlendedLayers {
public:
    static Result<BlendedLayers> create();

    /// Replaces each undecided pixel of the meshes' slice of `Targets::cases` by collides, apart or
    /// malformed, except for those of more than 32 layers; returns whether any collides. A layer of A and one
    /// of B within `growth` (depth) touch.
    bool decide(const Targets& targets, const Passes& passes, const Drawn& a, const Drawn& b, float growth);

    /// Pixels of the last call, except those of more than 32 layers.
    const std::vector<BlendedPixel>& pixels() const { return found_; }
    bool hasLongPixels() const { return hasLongPixels_; }  ///< some have more than 32 layers
    int drawings() const { return drawings_; }             ///< of A and B in the last call

private:
    /// For one image size.
    struct Images {
        int pixels = 0;
        std::array<gl::Object, 2> keys, keyFramebuffers, keyDepths;
        gl::Object words, touches, counts, wordFramebuffer;
    };

    BlendedLayers(gl::Program peel, gl::Program blend) : peel_(std::move(peel)), blend_(std::move(blend)) {}
    void prepare(int pixels);
    bool drawNextLayer(const Targets& targets, const Drawn& a, const Drawn& b, std::size_t into) const;
    void blendLayer(const Passes& passes, int layer, std::size_t from, float growth) const;
    bool evaluate(const Targets& targets, std::uint32_t slice);

    gl::Program peel_, blend_;
    gl::Object query_;
    Images images_;
    std::vector<BlendedPixel> found_;
    bool hasLongPixels_ = false;
    int drawings_ = 0;
};

}  // namespace ricochet::stencil
