#pragma once

#include "demos/scenes/scene.h"

#include <vector>

namespace ricochet::scenes {

/// A vertex rounded to float, whatever Bullet's precision is.
btVector3 vertexAt(double x, double y, double z);

/// A point of an outline in a half-plane through the y axis.
struct ProfilePoint {
    double radius;
    double y;
};

/// Turns a closed outline, counter-clockwise in (radius, y), about the y axis. An outline that touches the
/// axis begins and ends there, with radius 0. Off the axis, point j at step i of the turn is vertex
/// j * segments + i, and there are 2 * points * segments faces.
SceneMesh revolved(const std::vector<ProfilePoint>& outline, int segments);

/// A torus about the y axis.
struct TorusSize {
    int segments = 32;  ///< around the axis
    int sides = 16;     ///< around the tube
    double ringRadius = 1;
    double tubeRadius = 0.3;
    double phase = 0.5;  ///< in steps round the tube: 0.5 has a flat annulus on top, 0 a ridge of vertices
};
SceneMesh torus(const TorusSize& size);

/// A box of 12 triangles about the origin.
SceneMesh box(double halfX, double halfY, double halfZ);

/// A sphere of 20 * 4^subdivisions triangles of similar size.
SceneMesh icosphere(int subdivisions, double radius);

/// A star-shaped body of 1,280 triangles with bumps and hollows; its radius is 0.8 give or take a third.
SceneMesh lumpyBody(unsigned seed);

/// A star-shaped body of 69,620 triangles, as a scanner sees it: bumps and hollows, with noise on them. Its
/// radius is 0.5 give or take a third.
SceneMesh scannedBody(unsigned seed);

/// A closed bowl y = 3 (r/6)^2 with its lip at r = 6; the wall extends `thickness` metres downwards.
SceneMesh bowl(double thickness);

void append(SceneMesh& mesh, const SceneMesh& other);
void translate(SceneMesh& mesh, const btVector3& by);
void scale(SceneMesh& mesh, double factor);

/// Turns about an axis through the origin, by radians.
void turnAboutX(SceneMesh& mesh, double angle);
void turnAboutY(SceneMesh& mesh, double angle);

/// Turns axes so that what ran along y runs along x (1), along z (2) or stays (0); exact.
void turnAxes(SceneMesh& mesh, int times);

/// Largest distance of a vertex from the origin.
double boundingRadius(const SceneMesh& mesh);

/// Largest and smallest y of a vertex.
btScalar topOf(const SceneMesh& mesh);
btScalar bottomOf(const SceneMesh& mesh);

}  // namespace ricochet::scenes
