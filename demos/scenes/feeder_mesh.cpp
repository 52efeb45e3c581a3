#include "demos/scenes/feeder_mesh.h"

#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/prism.h"

#include <algorithm>
#include <cmath>

namespace ricochet::scenes {
namespace {

constexpr double kFloorSlope = 0.2;                                // down from the axis to the wall
constexpr int kTurns = 3;                                          // of the track
constexpr double kTrackWidth = 0.5;                                // metres, with the slope to the next turn
constexpr double kTrackRise = 0.5;                                 // metres per turn
constexpr double kSlope = 0.3;                                     // fraction of the width that is sloped
constexpr double kTrackEnd = kFeederFloor + kTrackWidth * kTurns;  // metres from the axis
constexpr double kUnderside = -0.4;                                // metres
constexpr int kFeederSegments = 96;

/// A staircase with unit steps and slopes instead of risers.
double stairs(double x) {
    const double step = std::floor(x);
    return step + std::max(0.0, (x - step - (1 - kSlope)) / kSlope);
}

}  // namespace

double feederHeight(double radius, double angle) {
    if (radius > kTrackEnd) return kFeederHeight;
    const double turn = angle / kTurn - std::floor(angle / kTurn);
    const double along = (radius - kFeederFloor) / kTrackWidth - turn;
    const double floor = std::max(0.0, kFloorSlope * (kFeederFloor - radius));
    return std::max(floor, kTrackRise * (stairs(along) + 1 + turn));
}

SceneMesh feederBowl() {
    constexpr double kFineFrom = kFeederFloor - kTrackWidth, kFine = kTrackWidth / 10;
    std::vector<ProfilePoint> outline = {{0, kUnderside}, {kFeederRadius, kUnderside}, {kFeederRadius, 1}};
    // The wall behind the track leans outwards by the width of one fine ring.
    const int rings = static_cast<int>(std::lround((kTrackEnd - kFineFrom) / kFine));
    for (int ring = rings + 1; ring >= 0; --ring) outline.push_back({kFineFrom + kFine * ring, 1});
    for (const double share : {0.75, 0.5, 0.25, 0.0}) outline.push_back({kFineFrom * share, 1});
    SceneMesh mesh = revolved(outline, kFeederSegments);
    for (btVector3& v : mesh.vertices) {
        if (v.y() < 0) continue;
        const double x = v.x(), z = v.z();
        // A ring's coordinates are rounded: points on the track's edge belong to the track.
        v = vertexAt(x, feederHeight(std::hypot(x, z) - 1e-6, std::atan2(-z, x)), z);
    }
    return mesh;
}

SceneMesh hexagonalNut() { return revolved({{0.08, -0.06}, {0.16, -0.06}, {0.16, 0.06}, {0.08, 0.06}}, 6); }

SceneMesh bolt() {
    return revolved({{0, -0.2}, {0.06, -0.2}, {0.06, 0.08}, {0.13, 0.08}, {0.13, 0.16}, {0, 0.16}}, 12);
}

SceneMesh bracket() {
    // The inner side of the upright leans by a centimetre, as a prism has one height at each x.
    return prism({{-0.15, -0.15, 0.15}, {-0.09, -0.15, 0.15}, {-0.08, -0.15, -0.09}, {0.15, -0.15, -0.09}},
                 0.1);
}

}  // namespace ricochet::scenes
