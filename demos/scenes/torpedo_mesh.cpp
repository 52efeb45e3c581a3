#include "demos/scenes/torpedo_mesh.h"

#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"

#include <cmath>
#include <vector>

namespace ricochet::scenes {
namespace {

using Outline = std::vector<ProfilePoint>;

/// 2 * 50 * (49 - 2) faces of the body and 4 * 20 of the fins: 4,780.
constexpr int kTorpedoSegments = 50, kBodyPoints = 49, kFins = 4, kFinFaces = 20;
static_assert(2 * kTorpedoSegments * (kBodyPoints - 2) + kFins * kFinFaces == 4780);

// Heights over the end of the tail, metres.
constexpr double kConeBegin = 0.45, kConeEnd = 1.3, kNoseBegin = 5.2;
constexpr double kConeRadius = 0.12;  // at its thin end

double coneRadius(double y) {
    return kConeRadius + (kTorpedoRadius - kConeRadius) * (y - kConeBegin) / (kConeEnd - kConeBegin);
}

/// From the pole of the tail to that of the nose.
Outline bodyOutline() {
    constexpr int kConePoints = 8, kNosePoints = 16;
    constexpr double kJoint = 0.006;  // depth of the groove where two sections are joined
    // The end of the shaft, and the shroud of the propeller.
    Outline outline = {{0, 0},       {0.05, 0},    {0.06, 0.02}, {0.06, 0.1},       {0.17, 0.1},
                       {0.19, 0.14}, {0.19, 0.36}, {0.17, 0.4},  {kConeRadius, 0.4}};
    for (int i = 0; i < kConePoints; ++i) {
        const double y = kConeBegin + (kConeEnd - kConeBegin) * i / (kConePoints - 1);
        outline.push_back({coneRadius(y), y});
    }
    for (const double y : {1.9, 2.8, 3.9, 4.7}) {
        outline.insert(outline.end(), {{kTorpedoRadius, y},
                                       {kTorpedoRadius - kJoint, y + 0.004},
                                       {kTorpedoRadius - kJoint, y + 0.02},
                                       {kTorpedoRadius, y + 0.024}});
    }
    for (int j = 0; j + 1 < kNosePoints; ++j) {
        const double angle = kPi / 2 * j / (kNosePoints - 1);
        outline.push_back(
            {kTorpedoRadius * std::cos(angle), kNoseBegin + (kTorpedoLength - kNoseBegin) * std::sin(angle)});
    }
    outline.push_back({0, kTorpedoLength});
    return outline;
}

/// A hexagon in the plane of y and x, given thickness along z.
SceneMesh fin() {
    constexpr double kCrack = 0.003, kHalfThickness = 0.008, kOuter = kTorpedoRadius - 0.01;
    const ProfilePoint hexagon[6] = {
        {coneRadius(0.55) + kCrack, 0.55}, {kOuter - 0.03, 0.56},          {kOuter, 0.62}, {kOuter, 0.98},
        {coneRadius(1.05) + kCrack, 1.05}, {coneRadius(0.8) + kCrack, 0.8}};
    SceneMesh mesh;
    for (const double z : {kHalfThickness, -kHalfThickness}) {
        for (const auto& [x, y] : hexagon) mesh.vertices.push_back(vertexAt(x, y, z));
    }
    for (int i = 0; i < 6; ++i) {
        const int next = (i + 1) % 6;
        mesh.faces.push_back({i, 6 + i, 6 + next});
        mesh.faces.push_back({i, 6 + next, next});
    }
    for (int i = 0; i < 4; ++i) {
        mesh.faces.push_back({5, i, i + 1});
        mesh.faces.push_back({11, 7 + i, 6 + i});
    }
    return mesh;
}

}  // namespace

SceneMesh torpedoMesh() {
    SceneMesh mesh = revolved(bodyOutline(), kTorpedoSegments);
    for (int i = 0; i < kFins; ++i) {
        SceneMesh one = fin();
        turnAboutY(one, kPi / 2 * (i + 0.5));
        append(mesh, one);
    }
    translate(mesh, vertexAt(0, -kTorpedoLength / 2, 0));
    turnAxes(mesh, 1);
    return mesh;
}

}  // namespace ricochet::scenes
