#pragma once

#include "algorithms/geometry/swept_contact.h"

namespace ricochet::mktree {

/// A first contact. In `contact`, A is the body and B the world; faceB, and the face in featureB, are the
/// triangle's number in its part.
struct Prediction {
    SweptContact contact;  ///< time: of the motion, 0 … 1
    Index part = 0;
    bool startsInContact = false;  ///< then there is no normal, and the faces are the first that intersect
};

}  // namespace ricochet::mktree
