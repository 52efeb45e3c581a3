// Conservative advancement (Mirtich. Impulse-based Dynamic Simulation of Rigid Body Systems. 1996): the plane
// between the shape and a face separates them until the first corner of the face arrives at it. Corners move
// uniformly, so that time is the least of three quotients.

#include "algorithms/round_shapes/deforming_sweep.h"

#include "algorithms/geometry/aabb.h"
#include "algorithms/round_shapes/separation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace ricochet::round_shapes {
namespace {

constexpr int kMostSteps = 200;  // then the result is the time found so far, which is early

struct MovingTriangle {
    Triangle at0, at1;

    Triangle at(Real time) const {
        Triangle corners;
        for (std::size_t k = 0; k < 3; ++k) corners[k] = at0[k] + time * (at1[k] - at0[k]);
        return corners;
    }
    /// Until the first corner arrives at the plane that bounds the shape; infinite if none approaches it.
    Real timeToPlane(Real time, const Separation& apart) const {
        const Triangle corners = at(time);
        Real minimum = std::numeric_limits<Real>::infinity();
        for (std::size_t k = 0; k < 3; ++k) {
            const Real speed = apart.normal.dot(at1[k] - at0[k]);
            const Real distance = apart.distance + apart.normal.dot(apart.onMesh - corners[k]);
            if (speed > 0) minimum = std::min(minimum, std::max(distance, Real{0}) / speed);
        }
        return minimum;
    }
    Aabb sweptBox() const {
        Aabb box;
        for (const Triangle* corners : {&at0, &at1}) {
            for (const Vec3& corner : *corners) box.include(corner);
        }
        return box;
    }
};

std::optional<FirstTouch> firstTouch(const PlacedRound& round, const MovingTriangle& moving, Index face,
                                     Real near, Real end) {
    Real time = 0;
    for (int step = 0; step < kMostSteps; ++step) {
        const Separation apart = separation(round, moving.at(time));
        const bool isCrossing = step == 0 && apart.distance <= 0;
        const Real untilPlane = moving.timeToPlane(time, apart);
        if (apart.distance <= near && (isCrossing || step > 0 || std::isfinite(untilPlane))) {
            return FirstTouch{time, face, apart.onMesh, isCrossing ? Vec3(Vec3::Zero()) : apart.normal,
                              apart.distance};
        }
        time += untilPlane;
        if (!(time <= end)) return std::nullopt;
    }
    const Separation apart = separation(round, moving.at(time));
    return FirstTouch{time, face, apart.onMesh, apart.normal, apart.distance};
}

}  // namespace

std::optional<FirstTouch> firstTouch(const PlacedRound& round, const MovingVertices& mesh, Real near,
                                     Real end) {
    const Aabb box = grownOutward(round.box(), near);
    std::optional<FirstTouch> first;
    for (Index face = 0; face < mesh.faces.size(); ++face) {
        const Face& corners = mesh.faces[face];
        MovingTriangle moving;
        for (std::size_t k = 0; k < 3; ++k) {
            moving.at0[k] = mesh.at0[corners[k]];
            moving.at1[k] = mesh.at1[corners[k]];
        }
        if (!overlaps(moving.sweptBox(), box)) continue;
        const auto found = firstTouch(round, moving, face, near, first ? first->time : end);
        if (found && (!first || found->time < first->time)) first = found;
    }
    return first;
}

}  // namespace ricochet::round_shapes
