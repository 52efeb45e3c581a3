#pragma once

#include "demos/scenes/scene.h"

#include <functional>
#include <vector>

namespace ricochet::scenes {

/// A point or direction in double, so that models are the same in both precisions of Bullet.
struct ShapePoint {
    double x, y, z;
};
ShapePoint operator+(const ShapePoint& a, const ShapePoint& b);
ShapePoint operator-(const ShapePoint& a, const ShapePoint& b);
ShapePoint operator*(double factor, const ShapePoint& a);

/// On a circle about the y axis; the turn goes from 0 to 1.
ShapePoint onCircle(double turn, double radius, double y);

/// Makes a triangle mesh of tubes and other simple parts: the same on every machine.
class ShapeBuilder {
public:
    /// Takes the fraction along a tube and the turn about it, both from 0 to 1.
    using Tube = std::function<ShapePoint(double fraction, double turn)>;

    /// A tube of any form: `along` + 1 rings of `around` corners each. 2 * along * around triangles.
    void addBand(int along, int around, const Tube& at);

    /// The same with its two ends closed by fans: 2 * around triangles more.
    void addClosedBand(int along, int around, const Tube& at);

    /// A band whose last ring is joined to the first: 2 * along * around triangles.
    void addClosedRing(int along, int around, const Tube& at);

    /// A closed band.
    void addEllipsoid(const ShapePoint& centre, const ShapePoint& radii, int along, int around);

    /// A closed band about the quadratic Bezier curve of three points; its radius goes from one to the other.
    void addLimb(const ShapePoint& from, const ShapePoint& knee, const ShapePoint& to, double radiusFrom,
                 double radiusTo, int along, int around);

    /// Two triangles that share no vertex: a parallelogram.
    void addLeaf(const ShapePoint& corner, const ShapePoint& sideU, const ShapePoint& sideV);

    /// The same closed, with a keel below it: four triangles.
    void addClosedLeaf(const ShapePoint& corner, const ShapePoint& sideU, const ShapePoint& sideV);

    SceneMesh take();

private:
    int addVertex(const ShapePoint& point);
    void addFan(int firstOfRing, int around, bool isFirst);
    /// Makes the faces of a closed part from this one on counter-clockwise seen from outside.
    void turnOutwards(std::size_t firstFace);

    SceneMesh mesh_;
    std::vector<ShapePoint> points_;  ///< the vertices before they are rounded
};

}  // namespace ricochet::scenes
