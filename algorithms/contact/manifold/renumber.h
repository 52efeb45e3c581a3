#pragma once

#include "algorithms/contact/contact_types.h"
#include "algorithms/contact/surface/contact_surface.h"

#include <functional>

namespace ricochet {

/// A mesh that is a part of a larger surface, with its contact surface. Owns neither.
struct SurfacePart {
    const Mesh* mesh;
    const ContactSurface* surface;
};

/// Call it when a body's mesh was replaced by another part of the same surface, in the same frame. The
/// contacts of the last step get the new numbers of their faces and features, so that matching continues
/// unchanged. `faceNow`: the new number of a face of `before`, or kNone if the new part does not contain it;
/// such contacts are matched by position alone. `isA`, `isAInKeys`: whether the mesh is A in a contact's
/// faces, and in its key. Keys of a pair with a round shape name the round shape first and the mesh second,
/// whichever of them is A.
void renumberContacts(const SurfacePart& before, const SurfacePart& now,
                      const std::function<Index(Index)>& faceNow, bool isA, bool isAInKeys,
                      PersistentContacts& memory);

}  // namespace ricochet
