#include "demos/lab/reproduce/box_tests.h"

#include <cmath>

namespace ricochet::lab {
namespace {

/// The corners of a box in the frame of another one, numbered by bits: x is 1, y is 2, z is 4.
std::array<Vec3, 8> cornersIn(const Obb& frame, const Obb& box) {
    std::array<Vec3, 8> corners = box.corners();
    for (Vec3& corner : corners) corner = frame.axes * (corner - frame.centre);
    return corners;
}

/// Whether a segment meets the face of a box about the origin that is perpendicular to an axis, on a side (1
/// or -1).
bool meetsFace(const Vec3& p, const Vec3& q, const Vec3& half, int axis, int side) {
    const Real atP = side * p[axis] - half[axis], atQ = side * q[axis] - half[axis];
    if ((atP > 0) == (atQ > 0)) return false;
    const Real share = atP / (atP - atQ);
    for (const int other : {(axis + 1) % 3, (axis + 2) % 3}) {
        if (std::abs(p[other] + share * (q[other] - p[other])) > half[other]) return false;
    }
    return true;
}

/// The 72 tests of one box's edges against the other's faces.
bool anyEdgeMeetsAnyFace(const Obb& faces, const Obb& edges) {
    const std::array<Vec3, 8> corners = cornersIn(faces, edges);
    for (int corner = 0; corner < 8; ++corner) {
        for (int bit = 1; bit < 8; bit *= 2) {
            if (corner & bit) continue;
            for (int axis = 0; axis < 3; ++axis) {
                for (const int side : {-1, 1}) {
                    if (meetsFace(corners[static_cast<std::size_t>(corner)],
                                  corners[static_cast<std::size_t>(corner | bit)], faces.half, axis, side)) {
                        return true;
                    }
                }
            }
        }
    }
    return false;
}

bool holds(const Obb& box, const Vec3& point) {
    return ((box.axes * (point - box.centre)).cwiseAbs().array() <= box.half.array()).all();
}

}  // namespace

bool overlapByEdgesAndFaces(const Obb& a, const Obb& b) {
    return anyEdgeMeetsAnyFace(a, b) || anyEdgeMeetsAnyFace(b, a) || holds(a, b.centre) || holds(b, a.centre);
}

}  // namespace ricochet::lab
