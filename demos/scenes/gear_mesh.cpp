#include "demos/scenes/gear_mesh.h"

#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/planar_caps.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace ricochet::scenes {
namespace {

constexpr double kAddendum = 1, kDedendum = 1.25;  // modules
constexpr double kFoot = 0.05;  // of the gap between two teeth: widening of the teeth below the involute
constexpr int kBoreSides = 32;

double involute(double angle) { return std::tan(angle) - angle; }

/// A tooth's half width, as an angle about the axis, at one distance from it.
struct Station {
    double radius, halfAngle;
};

/// From a tooth's root to its outer radius.
std::vector<Station> stationsOf(const GearSize& gear) {
    const double pitch = pitchRadius(gear), pressure = gear.pressureAngle * kPi / 180;
    const double base = pitch * std::cos(pressure);
    const double root = pitch - kDedendum * gear.module, outer = pitch + kAddendum * gear.module;
    const double halfAtPitch = (kPi * gear.module / 2 - gear.backlash) / (2 * pitch);
    const auto halfAngle = [&](double radius) {
        return halfAtPitch + involute(pressure) - involute(std::acos(std::min(1.0, base / radius)));
    };

    const double begin = std::max(base, root);  // of the involute
    const double halfGap = kPi / gear.teeth - halfAngle(begin);
    std::vector<Station> stations = {{root, halfAngle(begin) + kFoot * halfGap}};
    if (begin == root) stations.clear();
    for (int i = 0; i <= gear.flankSegments; ++i) {
        const double radius = begin + (outer - begin) * i / gear.flankSegments;
        stations.push_back({radius, halfAngle(radius)});
    }
    return stations;
}

/// The outline's vertices in one plane across the axis.
struct ToothOutline {
    Ring all;   ///< counter-clockwise
    Ring feet;  ///< those at the root circle alone: two for each tooth
};

/// One face of the gear; each tooth is a strip between its flanks.
ToothOutline addToothedFace(SceneMesh& mesh, const GearSize& gear, double y, Facing facing) {
    const std::vector<Station> stations = stationsOf(gear);
    ToothOutline outline;
    const auto addVertex = [&](double radius, double angle) {
        mesh.vertices.push_back(vertexAt(radius * std::cos(angle), y, -radius * std::sin(angle)));
        return static_cast<int>(mesh.vertices.size()) - 1;
    };
    for (int tooth = 0; tooth < gear.teeth; ++tooth) {
        const double middle = 2 * kPi * tooth / gear.teeth;
        Ring right, left;  // seen from the axis outwards, left being counter-clockwise
        for (const Station& s : stations) {
            right.push_back(addVertex(s.radius, middle - s.halfAngle));
            left.push_back(addVertex(s.radius, middle + s.halfAngle));
        }
        for (std::size_t k = 1; k < stations.size(); ++k) {
            addFace(mesh, facing, right[k - 1], right[k], left[k]);
            addFace(mesh, facing, right[k - 1], left[k], left[k - 1]);
        }
        outline.all.insert(outline.all.end(), right.begin(), right.end());
        outline.all.insert(outline.all.end(), left.rbegin(), left.rend());
        outline.feet.insert(outline.feet.end(), {right.front(), left.front()});
    }
    return outline;
}

}  // namespace

double pitchRadius(const GearSize& gear) { return gear.module * gear.teeth / 2; }

SceneMesh gearMesh(const GearSize& gear) {
    assert(gear.teeth >= 18);
    SceneMesh mesh;
    const double half = gear.width / 2;
    const ToothOutline low = addToothedFace(mesh, gear, -half, Facing::down);
    const ToothOutline high = addToothedFace(mesh, gear, half, Facing::up);
    const Ring boreLow = addRing(mesh, gear.boreRadius, -half, kBoreSides);
    const Ring boreHigh = addRing(mesh, gear.boreRadius, half, kBoreSides);
    addAnnulus(mesh, boreLow, low.feet, Facing::down);
    addAnnulus(mesh, boreHigh, high.feet, Facing::up);
    addWall(mesh, low.all, high.all);
    addWall(mesh, boreHigh, boreLow);
    return mesh;
}

}  // namespace ricochet::scenes
