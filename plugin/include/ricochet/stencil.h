#pragma once

namespace ricochet {

/// Makes "stencil", "stencil-sampled" and "stencil-sampled-cpu" names that `Settings::meshMesh` takes. Call
/// it before any thread registers algorithms; a second call does nothing. OpenGL 4.5 (software will do; no
/// window system is needed) starts when one of the first two is chosen; where that fails,
/// `registerAlgorithms` says what was tried and what answered. In the package this is the component
/// `stencil`, with targets ricochet::ricochet-stencil and ricochet::ricochet-double-stencil: a program that
/// does not ask for it links no OpenGL.
void addStencilBackend();

}  // namespace ricochet
