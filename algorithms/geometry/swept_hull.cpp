#include "algorithms/geometry/swept_hull.h"

#include "algorithms/geometry/separation.h"

namespace ricochet {
namespace {

std::array<Vec3, 6> hullPoints(const SweptHull& face) {
    return {face.at0[0], face.at0[1], face.at0[2], face.at1[0], face.at1[1], face.at1[2]};
}

Vec3 normalOf(const Triangle& triangle) {
    return (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
}

}  // namespace

SweptHull sweptHull(const Triangle& at0, const Triangle& at1, Real deviation) {
    SweptHull hull = {at0, at1, deviation, boxOf(at0)};
    for (const Vec3& corner : at1) hull.box.include(corner);
    hull.box = grownOutward(hull.box, deviation);
    return hull;
}

bool mayMeet(const SweptHull& a, const SweptHull& b, Real gap) {
    if (!overlaps(grownOutward(a.box, gap), b.box)) return false;
    const std::array<Vec3, 6> pointsA = hullPoints(a), pointsB = hullPoints(b);
    const Real distance = gap + a.deviation + b.deviation;
    // If one of the two hardly moves, its plane separates most pairs.
    for (const Vec3& normal : {normalOf(b.at0), normalOf(a.at0)}) {
        if (isSeparatedAlong(normal, pointsA, pointsB, distance)) return false;
        if (isSeparatedAlong(-normal, pointsA, pointsB, distance)) return false;
    }
    return !areHullsSeparated(pointsA, pointsB, distance);
}

}  // namespace ricochet
