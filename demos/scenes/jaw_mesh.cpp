#include "demos/scenes/jaw_mesh.h"

#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <cmath>

namespace ricochet::scenes {
namespace {

// Metres; a real molar is about 1 cm wide.
constexpr double kCrownEdge = 1.1;     // height of the crown's edge
constexpr double kNeck = 0.8;          // radius at the bottom, of that at the edge
constexpr double kArchRadius = 9.4;    // fourteen teeth fill half a turn
constexpr double kToothSpacing = 2.1;  // along the arch
constexpr double kBottomEnds =
    0.15;  // of the distance between the centres of the bottom and of the chewing surface
constexpr double kSideEnds = 0.4;

struct Cusp {
    double x, z, height;
};
constexpr Cusp kCusps[] = {{0.45, 0.42, 0.5}, {-0.42, 0.45, 0.42}, {-0.45, -0.42, 0.46}, {0.43, -0.45, 0.38}};

/// Height of the chewing surface above the edge, where it is continuous.
double chewingHeight(double x, double z, double share) {
    constexpr double kWidth = 0.22, kPit = 0.18;
    double height = -kPit * std::exp(-(x * x + z * z) / (2 * 0.3 * 0.3));
    for (const Cusp& cusp : kCusps) {
        const double dx = x - cusp.x, dz = z - cusp.z;
        height += cusp.height * std::exp(-(dx * dx + dz * dz) / (2 * kWidth * kWidth));
    }
    return height * (1 - std::pow(share, 6));
}

/// An outline between a circle and a square.
double outline(double angle) {
    return std::pow(std::pow(std::cos(angle), 4) + std::pow(std::sin(angle), 4), -0.25) * 0.97;
}

btVector3 crownPoint(double fraction, double angle) {
    const double radius = outline(angle), c = std::cos(angle), s = std::sin(angle);
    if (fraction <= kBottomEnds) {
        const double r = kNeck * radius * fraction / kBottomEnds;
        return vertexAt(r * c, 0, r * s);
    }
    if (fraction <= kSideEnds) {
        const double up = (fraction - kBottomEnds) / (kSideEnds - kBottomEnds);
        const double r = radius * (kNeck + (1 - kNeck) * std::sin(up * kPi / 2));
        return vertexAt(r * c, kCrownEdge * up, r * s);
    }
    const double share = (1 - fraction) / (1 - kSideEnds), r = radius * share;
    return vertexAt(r * c, kCrownEdge + chewingHeight(r * c, r * s, share), r * s);
}

}  // namespace

double archRadius() { return kArchRadius; }

SceneMesh tooth(const ToothSize& size) {
    SceneMesh mesh;
    const int n = size.around, rings = size.along - 1;
    for (int j = 1; j <= rings; ++j) {
        for (int i = 0; i < n; ++i) {
            mesh.vertices.push_back(crownPoint(double(j) / size.along, kTurn * i / n));
        }
    }
    const int bottom = rings * n, top = bottom + 1;
    mesh.vertices.push_back(crownPoint(0, 0));
    mesh.vertices.push_back(crownPoint(1, 0));
    for (int i = 0; i < n; ++i) {
        const int next = (i + 1) % n;
        mesh.faces.push_back({bottom, i, next});
        for (int j = 0; j + 1 < rings; ++j) {
            mesh.faces.push_back({j * n + i, (j + 1) * n + i, j * n + next});
            mesh.faces.push_back({(j + 1) * n + i, (j + 1) * n + next, j * n + next});
        }
        mesh.faces.push_back({(rings - 1) * n + i, top, (rings - 1) * n + next});
    }
    return mesh;
}

SceneMesh dentalArch(const ArchSize& size) {
    SceneMesh arch;
    const double step = kToothSpacing / kArchRadius;
    for (int i = 0; i < size.teeth; ++i) {
        SceneMesh one = tooth(size.tooth);
        translate(one, vertexAt(0, -kCrownEdge, kArchRadius));
        turnAboutY(one, step * (i - 0.5 * (size.teeth - 1) + size.shift));
        append(arch, one);
    }
    if (size.isUpper) {
        for (btVector3& v : arch.vertices) v.setY(-v.y());
        for (auto& face : arch.faces) std::swap(face[0], face[1]);
    }
    return arch;
}

}  // namespace ricochet::scenes
