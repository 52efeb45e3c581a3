#include "algorithms/contact/penetration/separation_direction.h"

#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

Vec3 meanNormal(const PlacedFeatures& body, std::span<const Index> faces) {
    Vec3 sum = Vec3::Zero();
    for (Index face : faces) sum += body.face(face).normal;
    return sum / static_cast<Real>(faces.size());
}

/// The centre of its box, in the world.
Vec3 centreOf(const PlacedFeatures& body) { return transformPoint(body.pose(), body.mesh().box().centre()); }

/// The axis or its reverse, whichever points to the side.
Vec3 turnedTo(const Vec3& side, const Vec3& axis) { return side.dot(axis) < 0 ? Vec3(-axis) : axis; }

bool decidesSide(const Vec3& side, const Vec3& axis) {
    return std::abs(side.dot(axis)) > kTolerances.sideCosine * side.norm();
}

}  // namespace

std::optional<Vec3> SeparationDirection::ofSolids(const Penetration& penetration) const {
    if (!penetration.hasArea()) return std::nullopt;
    if (!penetration.isThrough()) return Vec3(-penetration.loop.area.normalized());
    // The rod separates to the side on which its centre was.
    const bool rodIsA = penetration.isRodA();
    const Vec3 centre = lastPosition(rodIsA, (rodIsA ? a_ : b_).mesh().box().centre());
    const Vec3 side =
        rodIsA ? Vec3(centre - penetration.loop.centre) : Vec3(penetration.loop.centre - centre);
    return turnedTo(side, penetration.axis.normalized());
}

std::optional<Vec3> SeparationDirection::ofOpen(const IntersectionLoop& loop) const {
    const std::optional<Vec3> axis = axisOf(loop);
    if (const auto& up = (openIsA_ ? input_.a.surface : input_.b.surface)->up) {
        const Vec3 side = openSurface().pose().rotation * (openIsA_ ? Vec3(-*up) : *up);
        return axis && decidesSide(side, *axis) ? turnedTo(side, *axis) : side;
    }
    if (!axis) return std::nullopt;
    for (const Vec3& side : {lastNormal(loop), displacementBack(loop), shallowNormal(loop)}) {
        if (decidesSide(side, *axis)) return turnedTo(side, *axis);
    }
    if (isSmallerA() == openIsA_ && decidesSide(exitNormal(loop), *axis))
        return turnedTo(exitNormal(loop), *axis);
    return isMostBehind(*axis, loop) ? Vec3(-*axis) : *axis;
}

/// Direction of A by which the solid leaves the open surface's front. If the curve is nearly straight, or its
/// parts on several sides of the solid are, its area has no direction: then out of the crossed faces of the
/// solid if they have a common direction, else out of the front, else apart along the line of the centres.
std::optional<Vec3> SeparationDirection::axisOf(const IntersectionLoop& loop) const {
    const Real area = loop.area.norm();
    if (area > kTolerances.flatCurve * loop.perimeter * loop.perimeter) return Vec3(-loop.area / area);
    for (const Vec3& normal : {exitNormal(loop), frontNormal(loop)}) {
        if (normal.norm() > kTolerances.sameFace) return normal.normalized();
    }
    const Vec3 apart = centreOf(a_) - centreOf(b_);
    const Real distance = apart.norm();
    return distance > 0 ? std::optional(Vec3(apart / distance)) : std::nullopt;
}

/// The world position of a point of A or B at the last separated pose, relative to the present pose of the
/// other body; its present position if they were never separated.
Vec3 SeparationDirection::lastPosition(bool ofA, const Vec3& local) const {
    if (!memory_.lastSeparated) return transformPoint((ofA ? a_ : b_).pose(), local);
    const Pose& aInB = memory_.lastSeparated->aInB;
    if (ofA) return transformPoint(b_.pose(), transformPoint(aInB, local));
    return transformPoint(a_.pose(), aInB.rotation.inverse() * (local - aInB.translation));
}

/// The normal of the last step's contact nearest to the loop, measured in the open surface's frame because
/// the bodies move; zero if none is near.
Vec3 SeparationDirection::lastNormal(const IntersectionLoop& loop) const {
    const Pose& pose = openSurface().pose();
    const Vec3 here = pose.rotation.inverse() * (loop.centre - pose.translation);
    const auto distance = [&](const ContactPoint& point) {
        return ((openIsA_ ? point.localOnA : point.localOnB) - here).norm();
    };
    const auto nearest = std::ranges::min_element(memory_.points, {}, distance);
    if (nearest == memory_.points.end() || distance(*nearest) > smallerRadius()) return Vec3::Zero();
    return nearest->normal;
}

/// The mean displacement of the curve's points, as points of A, back to the last separated pose. Zero if it
/// is so long that a body must have been teleported.
Vec3 SeparationDirection::displacementBack(const IntersectionLoop& loop) const {
    Vec3 sum = Vec3::Zero();
    if (!memory_.lastSeparated) return sum;
    for (const auto& [begin, end] : loop.segments) {
        const Vec3 point = 0.5 * (begin + end);
        const Vec3 local = a_.pose().rotation.inverse() * (point - a_.pose().translation);
        sum += lastPosition(true, local) - point;
    }
    const Real maximum = kTolerances.near * smallerRadius() * static_cast<Real>(loop.segments.size());
    return sum.norm() < maximum ? sum : Vec3(Vec3::Zero());
}

/// The sum of the normals of touching shallow contacts at the curve.
Vec3 SeparationDirection::shallowNormal(const IntersectionLoop& loop) const {
    const Aabb near = grown(loop.box, shallowDepth_);
    Vec3 sum = Vec3::Zero();
    for (const Candidate& c : shallow_) {
        if (c.gap < 0 && near.contains(c.onA)) sum += c.normal;
    }
    return sum;
}

/// Direction of A if the open surface leaves the solid through the faces that it crosses.
Vec3 SeparationDirection::exitNormal(const IntersectionLoop& loop) const {
    const Vec3 normal = meanNormal(solid(), openIsA_ ? loop.facesB : loop.facesA);
    return openIsA_ ? normal : Vec3(-normal);
}

/// Direction of A if the solid leaves the open surface by its front.
Vec3 SeparationDirection::frontNormal(const IntersectionLoop& loop) const {
    const Vec3 normal = meanNormal(openSurface(), openIsA_ ? loop.facesA : loop.facesB);
    return openIsA_ ? Vec3(-normal) : normal;
}

/// Whether the smaller body is so far behind the front faces that it belongs there. The front is the visible
/// side of an open surface, so the threshold is well above one half.
bool SeparationDirection::isMostBehind(const Vec3& n, const IntersectionLoop& loop) const {
    const PlacedFeatures& smaller = isSmallerA() ? a_ : b_;
    const Vec3 centre = centreOf(smaller);
    const Real extent = smaller.toLocal(n).cwiseAbs().dot(0.5 * smaller.mesh().box().size());
    const Real out = n.dot(centre - loop.centre) * (isSmallerA() ? 1 : -1);
    return extent - out > kTolerances.mostSunk * 2 * extent;
}

}  // namespace ricochet
