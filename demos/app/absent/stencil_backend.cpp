#include <ricochet/stencil.h>

namespace ricochet {

/// The narrow phase that renders needs OpenGL.
void addStencilBackend() {}

}  // namespace ricochet
