#pragma once

namespace ricochet {

/// Makes "stencil" a name of a narrow phase. OpenGL starts when it is chosen; where that fails, registering
/// says what was tried and what answered. A program that does not call this links no OpenGL.
void addStencilBackend();

}  // namespace ricochet
