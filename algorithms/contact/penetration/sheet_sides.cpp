// The curve in which a solid and an open surface cross has an area vector as any other one, but which of its
// two directions is the way out depends on where the solid came from: on which side contacts held it in the
// last step; else where it was before anything was deep; else which way is short.

#include "algorithms/contact/penetration/sheet_sides.h"

#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <iterator>

namespace ricochet {
namespace {

Vec3 meanNormal(const PlacedFeatures& body, std::span<const Index> faces) {
    Vec3 sum = Vec3::Zero();
    for (Index face : faces) sum += body.face(face).normal;
    return sum / static_cast<Real>(faces.size());
}

}  // namespace

SheetSides::SheetSides(const ContactInput& input, const PlacedFeatures& a, const PlacedFeatures& b,
                       std::span<const ContactPoint> last, std::span<const Candidate> candidates,
                       const SpeculativeMargin& margin, const Passage& passage)
    : input_(input),
      a_(a),
      b_(b),
      last_(last),
      shallowDepth_(margin.shallowDepth),
      passage_(passage),
      sheetIsA_(input.surfaceB->isSolid) {
    std::ranges::copy_if(candidates, std::back_inserter(touching_),
                         [](const Candidate& c) { return c.gap < 0; });
}

std::optional<Vec3> SheetSides::wayOut(const IntersectionLoop& loop) const {
    if ((sheetIsA_ ? input_.surfaceA : input_.surfaceB)->up) return wayUp(loop);
    const std::optional<Vec3> axis = axisOf(loop);
    if (!axis) return std::nullopt;
    const auto along = [&](const Vec3& out) { return out.dot(*axis) < 0 ? Vec3(-*axis) : *axis; };
    const auto tells = [&](const Vec3& out) {
        return std::abs(out.dot(*axis)) > kTolerances.tells * out.norm();
    };

    const std::optional<Vec3> before = heldBefore(loop);
    if (before && tells(*before)) return along(*before);
    const Vec3 now = heldNow(loop);
    if (tells(now)) return along(now);
    const Real radius = std::min(input_.surfaceA->radius, input_.surfaceB->radius);
    if (passage_.lastSafe) {
        const Vec3 towards = towardsSafeCentre(loop);
        if (towards.norm() < kTolerances.near * radius) return along(towards);
    }
    return isSmallerTheSheet() && tells(wayOffFaces(loop)) ? along(wayOffFaces(loop))
                                                           : wayToMore(loop, *axis);
}

/// Where the curve is all but straight, faces tell: the solid's where they look one way, else the surface's.
std::optional<Vec3> SheetSides::axisOf(const IntersectionLoop& loop) const {
    const Real area = loop.area.norm();
    if (area > kTolerances.flatCurve * loop.perimeter * loop.perimeter) return Vec3(-loop.area / area);
    const Vec3 offFaces = wayOffFaces(loop);
    if (offFaces.norm() > kTolerances.sameFace) return offFaces.normalized();
    const Vec3 offSheet = meanNormal(sheet(), sheetIsA_ ? loop.facesA : loop.facesB);
    if (offSheet.norm() > kTolerances.sameFace) return offSheet.normalized();
    return std::nullopt;
}

/// Of a terrain: never down.
Vec3 SheetSides::wayUp(const IntersectionLoop& loop) const {
    const Vec3 up = sheet().pose().rotation * *(sheetIsA_ ? input_.surfaceA : input_.surfaceB)->up;
    const Vec3 ofA = sheetIsA_ ? Vec3(-up) : up;
    const Real area = loop.area.norm();
    const bool isClear = area > kTolerances.flatCurve * loop.perimeter * loop.perimeter;
    if (isClear && -loop.area.dot(ofA) > kTolerances.tells * area) return -loop.area / area;
    return ofA;
}

/// The open surface leaves a solid by the faces through which it goes.
Vec3 SheetSides::wayOffFaces(const IntersectionLoop& loop) const {
    const Vec3 normal = meanNormal(solid(), sheetIsA_ ? loop.facesB : loop.facesA);
    return sheetIsA_ ? normal : Vec3(-normal);
}

/// The normal of what was the nearest contact in the last step; in the surface's frame, as the bodies move.
std::optional<Vec3> SheetSides::heldBefore(const IntersectionLoop& loop) const {
    const Pose& pose = sheet().pose();
    const Vec3 here = pose.rotation.inverse() * (loop.centre - pose.translation);
    const auto distance = [&](const ContactPoint& point) {
        return ((sheetIsA_ ? point.localOnA : point.localOnB) - here).norm();
    };
    const auto nearest = std::ranges::min_element(last_, {}, distance);
    const Real radius = std::min(input_.surfaceA->radius, input_.surfaceB->radius);
    if (nearest == last_.end() || distance(*nearest) > radius) return std::nullopt;
    return nearest->normal;
}

/// The way that shallow contacts at the curve push, all together.
Vec3 SheetSides::heldNow(const IntersectionLoop& loop) const {
    const Aabb near = grown(loop.box, shallowDepth_);
    Vec3 sum = Vec3::Zero();
    for (const Candidate& c : touching_) {
        if (near.contains(c.onA)) sum += c.normal;
    }
    return sum;
}

/// From the curve to where the smaller body's centre was; as a way of A.
Vec3 SheetSides::towardsSafeCentre(const IntersectionLoop& loop) const {
    const Pose& safe = *passage_.lastSafe;  // maps A's frame to B's
    const Vec3 local = smaller().mesh().box().centre();
    if (isSmallerA()) return place(b_.pose(), place(safe, local)) - loop.centre;
    return loop.centre - place(a_.pose(), safe.rotation.inverse() * (local - safe.translation));
}

/// Towards the side on which more of the smaller body is. The fronts of what is open are what people see of
/// it: it may be a good deal less before them.
Vec3 SheetSides::wayToMore(const IntersectionLoop& loop, const Vec3& axis) const {
    const Vec3 n = loop.area.dot(axis) > 0 ? Vec3(-axis) : axis;  // off the fronts
    const Vec3 before = isSmallerA() ? n : Vec3(-n);
    const Vec3 centre = place(smaller().pose(), smaller().mesh().box().centre());
    const Vec3 half = 0.5 * smaller().mesh().box().size();
    const Real reach = smaller().toLocal(before).cwiseAbs().dot(half);
    const Real sunk = reach - before.dot(centre - loop.centre);
    return sunk > kTolerances.mostSunk * 2 * reach ? Vec3(-n) : n;
}

}  // namespace ricochet
