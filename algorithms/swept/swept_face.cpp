#include "algorithms/swept/swept_face.h"

#include "algorithms/swept/separation.h"

#include <algorithm>

namespace ricochet {
namespace {

std::array<Vec3, 6> hullPoints(const SweptFace& face) {
    return {face.at0[0], face.at0[1], face.at0[2], face.at1[0], face.at1[1], face.at1[2]};
}

}  // namespace

SweptFace sweep(const RigidMotion& motion, const Triangle& face) {
    SweptFace swept;
    const Moment begin = momentOf(motion, 0), end = momentOf(motion, 1);
    Real radius = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        swept.paths[k] = pathOf(motion, face[k]);
        swept.at0[k] = swept.paths[k].at(begin);
        swept.at1[k] = swept.paths[k].at(end);
        radius = std::max(radius, swept.paths[k].radius());
        swept.box.include(swept.at0[k]);
        swept.box.include(swept.at1[k]);
    }
    swept.deviation = chordDeviation(radius, motion.angle);
    swept.box = grownOutward(swept.box, swept.deviation);
    return swept;
}

bool mayMeet(const SweptFace& a, const SweptFace& b, Real gap) {
    if (!overlaps(grownOutward(a.box, gap), b.box)) return false;
    return !areHullsSeparated(hullPoints(a), hullPoints(b), gap + a.deviation + b.deviation);
}

}  // namespace ricochet
