#pragma once

#include "algorithms/geometry/mesh.h"

#include <functional>

namespace ricochet::app {

/// Grows a triangle mesh out of grids: models that are made by code, the same on every machine.
class ShapeBuilder {
public:
    /// A tube of any form: `along` + 1 rings of `around` corners each. `at` takes the fraction along it and
    /// the turn about it, both from 0 to 1. 2 * along * around triangles.
    void addBand(Index along, Index around, const std::function<Vec3(Real fraction, Real turn)>& at);

    /// The same with its two ends closed by fans: 2 * around triangles more.
    void addClosedBand(Index along, Index around, const std::function<Vec3(Real fraction, Real turn)>& at);

    /// A closed band.
    void addEllipsoid(const Vec3& centre, const Vec3& radii, Index along, Index around);

    /// A closed band about the quadratic Bezier curve of three points; its radius goes from one to the other.
    void addLimb(const Vec3& from, const Vec3& knee, const Vec3& to, Real radiusFrom, Real radiusTo,
                 Index along, Index around);

    /// Two triangles of their own: a parallelogram.
    void addLeaf(const Vec3& corner, const Vec3& sideU, const Vec3& sideV);

    std::shared_ptr<Mesh> take();

private:
    void addFan(Index firstOfRing, Index around);

    std::vector<Vec3> vertices_;
    std::vector<Face> faces_;
};

/// Each face cut into parts * parts ones of its own form, in its plane; faces go on sharing their vertices.
std::shared_ptr<Mesh> withFacesCut(const Mesh& mesh, Index parts);

/// The largest side of its bounding box becomes 1, and the box's centre the origin.
std::shared_ptr<Mesh> inUnitBox(const Mesh& mesh);

/// Turned by thirds about the space diagonal until it is longest along y.
std::shared_ptr<Mesh> longestAlongY(const Mesh& mesh);

}  // namespace ricochet::app
