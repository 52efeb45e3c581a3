#pragma once

#include "algorithms/contact/contact.h"

#include <functional>

namespace ricochet {

/// A mesh that is a part of a larger surface, with what contacts know of it. Refers to both.
struct SurfacePart {
    const Mesh* mesh;
    const ContactSurface* surface;
};

/// Where contacts name a body: of a round shape, keys name the round shape first and the mesh second,
/// whichever is A.
struct NamedAs {
    bool isA;        ///< by their faces
    bool isAInKeys;  ///< by the features in their keys
};

/// A body's mesh was replaced by another part of the same surface, in the same frame: gives the contacts of
/// the last step the new numbers of their faces and features, so that they go on as if nothing had happened.
/// `faceNow`: the new number of a face of `before`, or kNone where the new part does not have it; contacts
/// there are continued by their places alone.
void renumberContacts(const SurfacePart& before, const SurfacePart& now,
                      const std::function<Index(Index)>& faceNow, NamedAs named, ContactMemory& memory);

}  // namespace ricochet
