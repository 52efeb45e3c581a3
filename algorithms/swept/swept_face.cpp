#include "algorithms/swept/swept_face.h"

#include <algorithm>

namespace ricochet {
namespace {

SweptFace sweep(const RigidMotion& motion, const Triangle& face, const Moment& begin, const Moment& end) {
    SweptFace swept;
    Triangle at0, at1;
    Real radius = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        swept.paths[k] = pathOf(motion, face[k]);
        at0[k] = swept.paths[k].at(begin);
        at1[k] = swept.paths[k].at(end);
        radius = std::max(radius, swept.paths[k].radius());
    }
    static_cast<SweptHull&>(swept) = sweptHull(at0, at1, chordDeviation(radius, motion.angle));
    return swept;
}

}  // namespace

const SweptFace& FaceSweeper::operator[](Index face) {
    const auto known = swept_.find(face);
    if (known != swept_.end()) return known->second;
    return swept_.emplace(face, sweep(motion_, mesh_.triangle(face), begin_, end_)).first->second;
}

}  // namespace ricochet
