#pragma once

#include "algorithms/stencil/passes.h"

#include <array>

namespace ricochet::stencil {

/// Leaves faces out of a drawing that would change no pixel, on the GPU: a compute shader tests each face and
/// writes the others' indices to a buffer, from which they are drawn. Nothing is read back. A face is left
/// out only if it contains, grown by a step of the grid, no pixel centre that counts; faces whose rectangles
/// have more than 64 pixels are drawn without a test. On the OpenGL thread.
class FaceCuller {
public:
    /// Which pixels count.
    enum class Needed {
        covered,    ///< all
        notBehind,  ///< those where the face may lie at, or before, the depth of `Targets::farEnd`
        undecided,  ///< those that are undecided in `Targets::cases`
    };
    /// Body of a pair, whose results are needed at the same time.
    enum class Whose { a, b };

    static Result<FaceCuller> create();

    /// The mesh without the faces that are not needed: valid until the next call for the same solid.
    Drawn cull(Whose whose, const Drawn& drawn, const Targets& targets, Needed needed);

private:
    explicit FaceCuller(gl::Program test) : test_(std::move(test)) {}

    gl::Program test_;
    std::array<CulledFaces, 2> culled_;
    std::array<Index, 2> room_{};  ///< faces
};

}  // namespace ricochet::stencil
