#pragma once

#include "algorithms/geometry/aabb.h"

#include <array>
#include <variant>
#include <vector>

namespace ricochet {

/// The convex hull of two discs about one axis, grown by a radius. In its own frame the axis is a coordinate
/// axis through the origin. A sphere is a grown point, a capsule a grown segment; cylinders and cones are not
/// grown.
struct Frustum {
    Index axis = 1;                        ///< 0, 1 or 2
    Real bottom = 0, top = 0;              ///< metres along the axis: positions of the discs; bottom <= top
    Real bottomRadius = 0, topRadius = 0;  ///< metres, of the discs
    Real growth = 0;                       ///< metres
};

struct Sphere {
    Vec3 centre = Vec3::Zero();
    Real radius = 0;  ///< metres
};

/// The convex hull of spheres: `RoundShape::sphereHull` makes it. Its surface consists of parts of spheres,
/// of tapered cones that touch two spheres each, and of planes that touch three.
struct SphereHull {
    struct Plane {
        Vec3 normal;  ///< unit, outwards
        Real offset;  ///< metres: the plane is where normal · x == offset
    };
    std::vector<Sphere> spheres;              ///< at least one; none inside another one
    std::vector<std::array<Index, 2>> cones;  ///< the two spheres of each
    std::vector<Plane> planes;
};

/// A convex solid with circular features; nothing of it is tessellated.
struct RoundShape {
    std::variant<Frustum, SphereHull> solid;

    static RoundShape sphere(Real radius);
    static RoundShape capsule(Index axis, Real halfHeight, Real radius);
    static RoundShape cylinder(Index axis, Real halfHeight, Real radius);
    /// The apex is at +halfHeight.
    static RoundShape cone(Index axis, Real halfHeight, Real radius);
    /// `spheres`: at least one.
    static RoundShape sphereHull(std::vector<Sphere> spheres);
};

/// The tightest box in the shape's frame.
Aabb boxOf(const RoundShape& shape);

/// Metres: greatest distance of a point of the shape from the origin of its frame.
Real radiusOf(const RoundShape& shape);

/// A support point: one of the farthest points of the shape along `direction`.
Vec3 supportOf(const RoundShape& shape, const Vec3& direction);

/// The closest point of a shape's surface to a point.
struct NearestOnSurface {
    Real distance;  ///< metres, negative inside
    Vec3 onSurface;
    Vec3 normal;  ///< unit, outwards, at that point; on a circle or an apex along the line to the query point
};
NearestOnSurface nearestOnSurface(const RoundShape& shape, const Vec3& point);

}  // namespace ricochet
