#include "algorithms/swept/swept_face.h"

#include "algorithms/swept/separation.h"

#include <algorithm>

namespace ricochet {
namespace {

std::array<Vec3, 6> hullPoints(const SweptHull& face) {
    return {face.at0[0], face.at0[1], face.at0[2], face.at1[0], face.at1[1], face.at1[2]};
}

Vec3 normalOf(const Triangle& triangle) {
    return (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
}

SweptFace sweep(const RigidMotion& motion, const Triangle& face, const Moment& begin, const Moment& end) {
    SweptFace swept;
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

}  // namespace

const SweptFace& FaceSweeper::operator[](Index face) {
    const auto known = swept_.find(face);
    if (known != swept_.end()) return known->second;
    return swept_.emplace(face, sweep(motion_, mesh_.triangle(face), begin_, end_)).first->second;
}

bool mayMeet(const SweptHull& a, const SweptHull& b, Real gap) {
    if (!overlaps(grownOutward(a.box, gap), b.box)) return false;
    const std::array<Vec3, 6> pointsA = hullPoints(a), pointsB = hullPoints(b);
    const Real distance = gap + a.deviation + b.deviation;
    // Where one of the two hardly moves, its plane tells most pairs apart.
    for (const Vec3& normal : {normalOf(b.at0), normalOf(a.at0)}) {
        if (isSeparatedAlong(normal, pointsA, pointsB, distance)) return false;
        if (isSeparatedAlong(-normal, pointsA, pointsB, distance)) return false;
    }
    return !areHullsSeparated(pointsA, pointsB, distance);
}

}  // namespace ricochet
