#pragma once

#include "algorithms/stencil/passes.h"

namespace ricochet::stencil {

/// Which pixels collide, without lists: A is peeled interval by interval, and for each the layers of B before
/// its begin and up to its end are counted. They collide where the first count is odd or the two differ.
/// Mammen. Transparency and antialiasing algorithms implemented with the virtual pixel maps technique. 1989.
/// Two drawings of A and two of B for each interval: a cross-check of the per-pixel lists. Right for up to
/// 126 layers of B in a pixel, and where no two layers of A have the same depth. On the OpenGL thread.
class Peeling {
public:
    static Result<Peeling> create();

    /// By pixel, lowest row first.
    std::vector<bool> collidingPixels(Passes& passes, int pixels, const Drawn& a, const Drawn& b) const;

private:
    explicit Peeling(gl::Program peel) : peel_(std::move(peel)) {}
    /// The nearest layer of A behind the depths in `before`; whether there is any.
    bool drawNextLayer(const DepthStencil& before, const DepthStencil& next, const Drawn& a,
                       int pixels) const;

    gl::Program peel_;
    gl::Object query_;
};

}  // namespace ricochet::stencil
