#include "demos/scenes/analytic/outline.h"

#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/planar_caps.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet::scenes {
namespace {

constexpr double kKeySector = 25 * kPi / 180;  // on each side of a key the disc has no corners

Ring addRingOf(SceneMesh& mesh, const Outline& outline, double y) {
    Ring ring;
    for (const OutlinePoint& p : outline) {
        ring.push_back(static_cast<int>(mesh.vertices.size()));
        mesh.vertices.push_back(vertexAt(p.x, y, p.z));
    }
    return ring;
}

double distanceToSegment(const OutlinePoint& p, const OutlinePoint& a, const OutlinePoint& b) {
    const double dx = b.x - a.x, dz = b.z - a.z;
    const double along = ((p.x - a.x) * dx + (p.z - a.z) * dz) / (dx * dx + dz * dz);
    const double t = std::clamp(along, 0.0, 1.0);
    return std::hypot(p.x - a.x - t * dx, p.z - a.z - t * dz);
}

}  // namespace

Outline regularOutline(int sides, double apothem) {
    const double radius = apothem / std::cos(kPi / sides);
    Outline outline;
    for (int i = 0; i < sides; ++i) {
        const double angle = kTurn * (i + 0.5) / sides;
        outline.push_back({radius * std::cos(angle), -radius * std::sin(angle)});
    }
    return outline;
}

Outline keyOutline(int sides, double apothem, double outerRadius, double halfWidth) {
    const double root = std::sqrt(apothem * apothem - halfWidth * halfWidth);
    Outline outline = {{outerRadius, halfWidth}, {outerRadius, -halfWidth}, {root, -halfWidth}};
    for (const OutlinePoint& p : regularOutline(sides, apothem)) {
        if (std::abs(std::atan2(p.z, p.x)) > kKeySector) outline.push_back(p);
    }
    outline.push_back({root, halfWidth});
    return outline;
}

double depthIn(const Outline& outline, const OutlinePoint& point) {
    double nearest = std::numeric_limits<double>::infinity();
    bool isInside = false;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const OutlinePoint &a = outline[i], &b = outline[(i + 1) % outline.size()];
        nearest = std::min(nearest, distanceToSegment(point, a, b));
        if ((a.z > point.z) == (b.z > point.z)) continue;
        if (point.x < a.x + (b.x - a.x) * (point.z - a.z) / (b.z - a.z)) isInside = !isInside;
    }
    return isInside ? nearest : -nearest;
}

SceneMesh outlinePrism(const Outline& outline, double bottom, double top) {
    SceneMesh mesh;
    const Ring low = addRingOf(mesh, outline, bottom), high = addRingOf(mesh, outline, top);
    addDisc(mesh, low, Facing::down);
    addDisc(mesh, high, Facing::up);
    addWall(mesh, low, high);
    return mesh;
}

SceneMesh outlineHole(const Outline& outline, double depth, double blockRadius) {
    return outlineHole(outline, depth, blockRadius, outline, 0);
}

SceneMesh outlineHole(const Outline& outline, double depth, double blockRadius, const Outline& mouthOutline,
                      double chamfer) {
    constexpr int kBlockSides = 32;
    const double bottom = -depth - blockRadius / 2;
    SceneMesh mesh;
    const Ring mouth = addRingOf(mesh, mouthOutline, 0);
    const Ring neck = chamfer > 0 ? addRingOf(mesh, outline, -chamfer) : mouth;
    const Ring floor = addRingOf(mesh, outline, -depth);
    const Ring outer = addRing(mesh, blockRadius, 0, kBlockSides);
    const Ring foot = addRing(mesh, blockRadius, bottom, kBlockSides);
    addAnnulus(mesh, mouth, outer, Facing::up);
    if (chamfer > 0) addWall(mesh, mouth, neck);
    addWall(mesh, neck, floor);
    addDisc(mesh, floor, Facing::up);
    addWall(mesh, foot, outer);
    addDisc(mesh, foot, Facing::down);
    return mesh;
}

}  // namespace ricochet::scenes
