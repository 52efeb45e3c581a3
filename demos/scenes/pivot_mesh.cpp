#include "demos/scenes/pivot_mesh.h"

#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"

#include <cmath>
#include <numbers>
#include <vector>

namespace ricochet::scenes {
namespace {

using Outline = std::vector<ProfilePoint>;

// Coordinates of the parts are metres from the axis of a torpedo that lies on the rollers. Parts are a few
// millimetres apart, so that the surface does not intersect itself.

// Faces of a revolved outline: 2 * sides * points, minus 4 * sides if it begins and ends on the axis.
constexpr int kStations = 9;
constexpr int kRollerSides = 40, kRollerPoints = 20;
constexpr int kAxleSides = 24, kAxlePoints = 4, kNutSides = 6, kNutPoints = 4, kBox = 12;
constexpr int kRollerFaces = 2 * kRollerSides * kRollerPoints + 2 * kAxleSides * (kAxlePoints - 2) +
                             2 * 2 * kNutSides * (kNutPoints - 2) + 4 * kBox;
constexpr int kStationFaces = 2 * kRollerFaces + 2 * kBox;
constexpr int kGirderSides = 4, kGirderPoints = 4;
constexpr int kTableSides = 96, kTablePoints = 14, kRingSides = 16;
constexpr int kBolts = 24, kBoltSides = 6, kBoltPoints = 5;
constexpr int kRamSides = 48, kRamPoints = 18;
static_assert(kStations * kStationFaces + 2 * 2 * kGirderSides * kGirderPoints +
                  2 * 2 * kTableSides * kTablePoints + 2 * kTableSides * kRingSides +
                  kBolts * 2 * kBoltSides * (kBoltPoints - 2) + 2 * 2 * kRamSides * (kRamPoints - 2) + 1 ==
              44921);

/// An outline and its mirror image above y = 0.
Outline mirrored(Outline half) {
    for (std::size_t i = half.size(); i-- > 0;) half.push_back({half[i].radius, -half[i].y});
    return half;
}

SceneMesh cylinder(double radius, double begin, double end, int sides) {
    return revolved({{0, begin}, {radius, begin}, {radius, end}, {0, end}}, sides);
}

SceneMesh boxAt(double x, double y, double z, double halfX, double halfY, double halfZ) {
    SceneMesh mesh = box(halfX, halfY, halfZ);
    translate(mesh, vertexAt(x, y, z));
    return mesh;
}

/// Two tyres on a hub, about y.
SceneMesh pivotRoller() {
    return revolved(mirrored({{0.022, -0.075},
                              {0.045, -0.075},
                              {0.045, -0.062},
                              {0.078, -0.062},
                              {0.086, -0.058},
                              {0.09, -0.052},
                              {0.09, -0.03},
                              {0.086, -0.024},
                              {0.07, -0.022},
                              {0.07, -0.008}}),
                    kRollerSides);
}

/// A roller about y, its axle, and its support from below, which is -x.
SceneMesh mountedRoller() {
    SceneMesh mesh = pivotRoller();
    append(mesh, cylinder(0.02, -0.078, 0.078, kAxleSides));
    for (const double side : {-1.0, 1.0}) {
        append(mesh, boxAt(-0.06, side * 0.09, 0, 0.1, 0.01, 0.05));
        append(mesh, cylinder(0.025, side * 0.111 - 0.009, side * 0.111 + 0.009, kNutSides));
    }
    append(mesh, boxAt(-0.17, 0, 0, 0.006, 0.13, 0.07));
    append(mesh, boxAt(-0.25, 0, 0, 0.07, 0.05, 0.04));
    return mesh;
}

/// Two rollers under the torpedo, to its left and right, and two beams between the girders.
SceneMesh station() {
    constexpr double kAngle = 50 * kPi / 180;  // from straight below
    constexpr double kDistance = 0.355;        // of the roller's axle from the torpedo's
    SceneMesh mesh;
    for (const double side : {-1.0, 1.0}) {
        SceneMesh unit = mountedRoller();
        turnAxes(unit, 2);  // its top is up, its axle runs along z
        turnAboutX(unit, -side * kAngle);
        translate(unit, vertexAt(0, -kDistance * std::cos(kAngle), side * kDistance * std::sin(kAngle)));
        append(mesh, unit);
    }
    for (const double y : {-0.51, -0.57}) append(mesh, boxAt(0, y, 0, 0.03, 0.02, 0.43));
    return mesh;
}

/// A square tube along x.
SceneMesh girder(double z) {
    constexpr double kOuter = 0.06 * std::numbers::sqrt2, kInner = 0.05 * std::numbers::sqrt2;
    SceneMesh mesh =
        revolved({{kInner, -1.75}, {kOuter, -1.75}, {kOuter, 2.35}, {kInner, 2.35}}, kGirderSides);
    turnAboutY(mesh, kPi / 4);
    turnAxes(mesh, 1);
    translate(mesh, vertexAt(0, -0.54, z));
    return mesh;
}

/// A hydraulic ram along x: glands, cylinder, rod and eyes.
SceneMesh ram(double z) {
    SceneMesh mesh = revolved({{0, -1.6},
                               {0.03, -1.6},
                               {0.045, -1.58},
                               {0.045, -1.5},
                               {0.03, -1.48},
                               {0.03, -1.44},
                               {0.05, -1.42},
                               {0.05, -1.3},
                               {0.044, -1.28},
                               {0.044, 0.3},
                               {0.05, 0.32},
                               {0.05, 0.44},
                               {0.025, 0.46},
                               {0.025, 1.9},
                               {0.04, 1.92},
                               {0.04, 2.08},
                               {0.03, 2.1},
                               {0, 2.1}},
                              kRamSides);
    turnAxes(mesh, 1);
    translate(mesh, vertexAt(0, -0.54, z));
    return mesh;
}

/// The table, the ring that it turns on, and the foot.
SceneMesh turntable() {
    SceneMesh mesh = revolved({{0.15, -0.72},
                               {0.4, -0.72},
                               {0.4, -0.75},
                               {0.62, -0.75},
                               {0.62, -0.73},
                               {0.8, -0.73},
                               {0.8, -0.7},
                               {0.95, -0.69},
                               {0.95, -0.64},
                               {0.93, -0.62},
                               {0.5, -0.62},
                               {0.48, -0.63},
                               {0.2, -0.63},
                               {0.15, -0.65}},
                              kTableSides);
    SceneMesh ring = torus({kTableSides, kRingSides, 0.7, 0.04, 0.5});
    translate(ring, vertexAt(0, -0.785, 0));
    append(mesh, ring);
    append(mesh, revolved({{0.3, -1.3},
                           {1.1, -1.3},
                           {1.1, -1.27},
                           {1.08, -1.25},
                           {0.7, -1.25},
                           {0.66, -1.22},
                           {0.56, -1.1},
                           {0.52, -0.95},
                           {0.6, -0.9},
                           {0.78, -0.87},
                           {0.78, -0.83},
                           {0.58, -0.83},
                           {0.55, -0.86},
                           {0.3, -0.9}},
                          kTableSides));
    return mesh;
}

/// Hexagonal heads all round the foot.
SceneMesh bolts() {
    SceneMesh mesh;
    for (int i = 0; i < kBolts; ++i) {
        SceneMesh bolt = revolved(
            {{0, -1.248}, {0.035, -1.248}, {0.035, -1.215}, {0.028, -1.205}, {0, -1.205}}, kBoltSides);
        translate(bolt, vertexAt(0.95, 0, 0));
        turnAboutY(bolt, 2 * kPi * i / kBolts);
        append(mesh, bolt);
    }
    return mesh;
}

}  // namespace

SceneMesh pivotMesh() {
    SceneMesh mesh = turntable();
    append(mesh, bolts());
    for (const double side : {-1.0, 1.0}) {
        append(mesh, girder(0.5 * side));
        append(mesh, ram(0.66 * side));
    }
    for (int i = 0; i < kStations; ++i) {
        SceneMesh one = station();
        translate(one, vertexAt(-1.5 + 0.45 * i, 0, 0));
        append(mesh, one);
    }
    translate(mesh, vertexAt(0, kCradleHeight, 0));
    mesh.faces.push_back({0, 0, 0});
    return mesh;
}

}  // namespace ricochet::scenes
