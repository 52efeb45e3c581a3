#pragma once

#include "algorithms/contact/contact.h"

#include <functional>

namespace ricochet {

/// A mesh that is a part of a larger surface, with what contacts know of it. Refers to both.
struct SurfacePart {
    const Mesh* mesh;
    const ContactSurface* surface;
};

/// One body's mesh gave way to another part of the same surface, in the same frame: gives the contacts of the
/// last step the new numbers of their faces and features, so that they go on as if nothing had happened.
/// `faceNow`: the new number of a face of `before`, or kNone where the new part does not have it; contacts
/// there are continued by their places alone. `isA`: whether it is A's mesh.
void renumberContacts(const SurfacePart& before, const SurfacePart& now,
                      const std::function<Index(Index)>& faceNow, bool isA, ContactMemory& memory);

}  // namespace ricochet
