#pragma once

/// All of Ricochet.
namespace ricochet {

/// Adds "stencil" to the names for `Settings::narrowPhase`. Call it before any thread registers algorithms; a
/// second call does nothing. OpenGL 4.5 (software suffices; no window system is needed) starts when the name
/// is selected, unless its `mode` ends in "-cpu"; if that fails, `registerAlgorithms` returns what was tried
/// and the result. In the package this is the component `stencil`, with targets ricochet::ricochet-stencil
/// and ricochet::ricochet-double-stencil: a program that does not ask for it links no OpenGL.
void addStencilBackend();

}  // namespace ricochet
