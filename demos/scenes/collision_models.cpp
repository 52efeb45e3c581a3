#include "demos/scenes/collision_models.h"

#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <numbers>

namespace ricochet::scenes {
namespace {

constexpr double kModelTurn = 2 * std::numbers::pi;

struct Point {
    double x, y, z;
};

btVector3 vertexOf(const Point& p) { return vertexAt(p.x, p.y, p.z); }

/// A surface from one pole to the other: rings of `around` points, counter-clockwise as seen from the second
/// pole; 2 * around * rings triangles.
SceneMesh betweenPoles(const Point& first, const Point& last, int rings, int around,
                       const std::function<Point(int ring, double angle)>& at) {
    SceneMesh mesh;
    mesh.vertices.push_back(vertexOf(first));
    for (int i = 0; i < rings; ++i) {
        for (int j = 0; j < around; ++j) mesh.vertices.push_back(vertexOf(at(i, kModelTurn * j / around)));
    }
    mesh.vertices.push_back(vertexOf(last));
    const auto vertex = [&](int ring, int j) { return 1 + ring * around + j % around; };
    const int end = 1 + rings * around;
    for (int j = 0; j < around; ++j) {
        mesh.faces.push_back({0, vertex(0, j), vertex(0, j + 1)});
        for (int i = 0; i + 1 < rings; ++i) {
            const int a = vertex(i, j), b = vertex(i, j + 1), c = vertex(i + 1, j + 1), d = vertex(i + 1, j);
            mesh.faces.push_back({a, c, b});
            mesh.faces.push_back({a, d, c});
        }
        mesh.faces.push_back({vertex(rings - 1, j + 1), vertex(rings - 1, j), end});
    }
    return mesh;
}

/// Eight corners numbered by bits: x is 1, y is 2, z is 4, as of a box.
using Corners = std::array<Point, 8>;

SceneMesh hexahedron(const Corners& corners) {
    SceneMesh mesh = box(1, 1, 1);
    for (btVector3& vertex : mesh.vertices) {
        vertex = vertexOf(corners[(vertex.x() > 0) + 2 * (vertex.y() > 0) + 4 * (vertex.z() > 0)]);
    }
    return mesh;
}

Corners blockCorners(const Point& low, const Point& high) {
    Corners corners;
    for (unsigned i = 0; i < 8; ++i) {
        corners[i] = {i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z};
    }
    return corners;
}

SceneMesh block(const Point& low, const Point& high) { return hexahedron(blockCorners(low, high)); }

/// Mirrored in the plane z = 0.
SceneMesh mirroredInZ(SceneMesh mesh) {
    for (btVector3& vertex : mesh.vertices) vertex.setZ(-vertex.z());
    for (auto& face : mesh.faces) std::swap(face[1], face[2]);
    return mesh;
}

void appendBothSides(SceneMesh& mesh, const SceneMesh& part) {
    append(mesh, part);
    append(mesh, mirroredInZ(part));
}

/// A section of the fuselage: round above, flatter below.
struct HullSection {
    double x, width, top, bottom;
};

SceneMesh fuselage() {
    // Nose, windows, cargo bay, base.
    constexpr std::array<HullSection, 10> kSections = {{{0.97, 0.04, 0.00, -0.09},
                                                        {0.90, 0.09, 0.04, -0.13},
                                                        {0.78, 0.14, 0.08, -0.15},
                                                        {0.70, 0.16, 0.11, -0.16},
                                                        {0.60, 0.17, 0.19, -0.16},
                                                        {0.48, 0.18, 0.20, -0.16},
                                                        {0.10, 0.18, 0.20, -0.16},
                                                        {-0.30, 0.18, 0.20, -0.16},
                                                        {-0.70, 0.18, 0.20, -0.16},
                                                        {-0.80, 0.17, 0.18, -0.15}}};
    return betweenPoles({1.0, -0.05, 0}, {-0.80, 0, 0}, 10, 16, [&](int ring, double angle) {
        const HullSection& s = kSections[static_cast<std::size_t>(ring)];
        const double up = std::cos(angle), aside = std::sin(angle);
        // A square root of the cosine makes the underside flat.
        const double y = up > 0 ? s.top * up : s.bottom * std::sqrt(-up);
        return Point{s.x, y, s.width * aside};
    });
}

/// A nozzle or a pod along -x: its radius at the front, the middle and the end.
SceneMesh pod(const Point& front, double length, const std::array<double, 2>& radii, int around) {
    const Point end = {front.x - length, front.y, front.z};
    return betweenPoles(front, end, 2, around, [&](int ring, double angle) {
        const double radius = radii[static_cast<std::size_t>(ring)];
        const double x = front.x - length * (ring == 0 ? 0.1 : 1.0);
        return Point{x, front.y + radius * std::cos(angle), front.z + radius * std::sin(angle)};
    });
}

/// From the root to the end, swept back and thinner outwards.
SceneMesh wing() {
    return hexahedron({{{-0.75, -0.15, 0.1},
                        {0.35, -0.15, 0.1},
                        {-0.75, -0.09, 0.1},
                        {0.35, -0.11, 0.1},
                        {-0.75, -0.13, 0.75},
                        {-0.45, -0.13, 0.75},
                        {-0.75, -0.11, 0.75},
                        {-0.45, -0.11, 0.75}}});
}

SceneMesh tailFin() {
    return hexahedron({{{-0.78, 0.15, -0.025},
                        {-0.35, 0.15, -0.025},
                        {-0.98, 0.62, -0.01},
                        {-0.75, 0.62, -0.01},
                        {-0.78, 0.15, 0.025},
                        {-0.35, 0.15, 0.025},
                        {-0.98, 0.62, 0.01},
                        {-0.75, 0.62, 0.01}}});
}

/// A pyramid on the top rail: 6 triangles.
SceneMesh finial(double half, double y, double z, double height) {
    SceneMesh mesh;
    mesh.vertices = {vertexAt(-half, y, z - half), vertexAt(half, y, z - half), vertexAt(half, y, z + half),
                     vertexAt(-half, y, z + half), vertexAt(0, y + height, z)};
    mesh.faces = {{0, 1, 2}, {0, 2, 3}, {1, 0, 4}, {2, 1, 4}, {3, 2, 4}, {0, 3, 4}};
    return mesh;
}

/// A seat with its front corners cut: 20 triangles.
SceneMesh seat(double bottom, double top) {
    constexpr std::array<std::array<double, 2>, 6> kOutline = {
        {{-0.30, -0.30}, {-0.30, 0.20}, {-0.20, 0.32}, {0.20, 0.32}, {0.30, 0.20}, {0.30, -0.30}}};
    SceneMesh mesh;
    for (const double y : {bottom, top}) {
        for (const auto& [x, z] : kOutline) mesh.vertices.push_back(vertexAt(x, y, z));
    }
    for (int i = 0; i < 6; ++i) {
        const int next = (i + 1) % 6;
        mesh.faces.push_back({i, next, i + 6});
        mesh.faces.push_back({next, next + 6, i + 6});
        if (i < 1 || i > 4) continue;
        mesh.faces.push_back({0, i + 1, i});
        mesh.faces.push_back({6, i + 6, i + 7});
    }
    return mesh;
}

/// Between -1 and 1 about `at`, falling off to zero.
double bump(double value, double at, double width) {
    const double t = (value - at) / width;
    return std::exp(-t * t);
}

/// Half width, and the positions of the surface in front and behind, at a height.
struct Slice {
    double y, width, front, back;
};

Slice sliceAt(double y) {
    // Base, neck, jaw, cheeks, temples, crown.
    constexpr std::array<Slice, 12> kSlices = {{{-0.80, 0.34, 0.26, -0.30},
                                                {-0.70, 0.26, 0.18, -0.26},
                                                {-0.50, 0.21, 0.14, -0.24},
                                                {-0.38, 0.22, 0.20, -0.24},
                                                {-0.34, 0.24, 0.42, -0.27},
                                                {-0.20, 0.33, 0.46, -0.36},
                                                {0.00, 0.39, 0.46, -0.46},
                                                {0.20, 0.42, 0.48, -0.52},
                                                {0.40, 0.42, 0.46, -0.52},
                                                {0.60, 0.36, 0.36, -0.44},
                                                {0.74, 0.22, 0.20, -0.26},
                                                {0.80, 0.06, 0.06, -0.08}}};
    std::size_t i = 0;
    while (i + 2 < kSlices.size() && kSlices[i + 1].y < y) ++i;
    const Slice &low = kSlices[i], &high = kSlices[i + 1];
    const double t = std::clamp((y - low.y) / (high.y - low.y), 0.0, 1.0);
    return {y, low.width + t * (high.width - low.width), low.front + t * (high.front - low.front),
            low.back + t * (high.back - low.back)};
}

/// Relief of nose, lips, chin, brow and eye sockets; `aside`: metres from the middle of the face.
double relief(double y, double aside) {
    const double nose = 0.16 * bump(y, 0.00, 0.07) + 0.09 * bump(y, 0.10, 0.08);
    const double lips =
        0.045 * (bump(y, -0.13, 0.025) + bump(y, -0.19, 0.025)) - 0.02 * bump(y, -0.16, 0.012);
    const double chin = 0.05 * bump(y, -0.30, 0.05);
    const double brow = 0.03 * bump(y, 0.27, 0.05);
    const double sockets = -0.08 * bump(y, 0.17, 0.06) * bump(std::abs(aside), 0.16, 0.08);
    const double eyes = 0.045 * bump(y, 0.16, 0.03) * bump(std::abs(aside), 0.16, 0.05);
    return nose * bump(aside, 0, 0.06) + lips * bump(aside, 0, 0.11) + chin * bump(aside, 0, 0.12) +
           brow * bump(aside, 0, 0.28) + sockets + eyes;
}

SceneMesh headAndNeck(int rings, int around) {
    return betweenPoles({0, -0.8, 0}, {0, 0.82, 0}, rings, around, [&](int ring, double angle) {
        const Slice s = sliceAt(-0.8 + 1.6 * ring / (rings - 1));
        // More meridians run through the face than through the back of the head.
        const double turned = angle - 0.45 * std::sin(angle);
        const double x = -s.width * std::sin(turned), ahead = std::cos(turned);
        const double z = ahead > 0 ? s.front * ahead + relief(s.y, x) : -s.back * ahead;
        return Point{x, s.y, z};
    });
}

/// An ellipsoid of 2 * around * rings triangles.
SceneMesh knob(const Point& centre, const Point& radii, int rings, int around) {
    const Point low = {centre.x, centre.y - radii.y, centre.z},
                high = {centre.x, centre.y + radii.y, centre.z};
    return betweenPoles(low, high, rings, around, [&](int ring, double angle) {
        const double polar = kModelTurn / 2 * (ring + 1) / (rings + 1), ofAxis = std::sin(polar);
        return Point{centre.x - radii.x * ofAxis * std::sin(angle), centre.y - radii.y * std::cos(polar),
                     centre.z + radii.z * ofAxis * std::cos(angle)};
    });
}

}  // namespace

SceneMesh latitudeSphere(int meridians, int bands, double radius) {
    return knob({0, 0, 0}, {radius, radius, radius}, bands - 1, meridians);
}

const std::array<SphereSize, 14>& paperSpheres() {
    static constexpr std::array<SphereSize, 14> sizes = {{{4, 2},
                                                          {5, 2},
                                                          {4, 4},
                                                          {6, 5},
                                                          {9, 4},
                                                          {8, 6},
                                                          {10, 7},
                                                          {12, 8},
                                                          {14, 9},
                                                          {18, 11},
                                                          {22, 13},
                                                          {26, 15},
                                                          {30, 17},
                                                          {62, 33}}};
    return sizes;
}

SceneMesh paperSphere(int triangles) {
    for (const SphereSize& size : paperSpheres()) {
        if (size.triangles() == triangles) return latitudeSphere(size.meridians, size.bands);
    }
    assert(false);
    return {};
}

SceneMesh spaceShuttle() {
    SceneMesh mesh = fuselage();                                       // 320
    appendBothSides(mesh, wing());                                     // 24
    append(mesh, tailFin());                                           // 12
    append(mesh, block({-0.98, -0.17, -0.15}, {-0.78, -0.14, 0.15}));  // body flap: 12
    append(mesh, pod({-0.74, 0.11, 0}, 0.28, {0.03, 0.075}, 8));       // main engines: 96
    appendBothSides(mesh, pod({-0.74, -0.03, 0.09}, 0.26, {0.03, 0.07}, 8));
    appendBothSides(mesh, pod({-0.42, 0.14, 0.13}, 0.46, {0.05, 0.08}, 8));  // manoeuvring system: 64
    return mesh;
}

SceneMesh chair() {
    constexpr double kSeatBottom = 0.50, kSeatTop = 0.56, kHalfLeg = 0.03;
    SceneMesh mesh = seat(kSeatBottom, kSeatTop);  // 20
    for (const double x : {-0.25, 0.25}) {
        for (const double z : {-0.27, 0.22}) {  // legs: 48
            append(mesh, block({x - kHalfLeg, 0, z - kHalfLeg}, {x + kHalfLeg, kSeatBottom, z + kHalfLeg}));
        }
        append(mesh, block({x - kHalfLeg, kSeatTop, -0.30}, {x + kHalfLeg, 1.08, -0.24}));  // posts: 24
    }
    for (const double x : {-0.08, 0.08}) {  // slats: 24
        append(mesh, block({x - 0.04, kSeatTop, -0.285}, {x + 0.04, 0.98, -0.255}));
    }
    append(mesh, block({-0.22, 0.98, -0.295}, {0.22, 1.07, -0.245}));  // top rail: 12
    append(mesh, block({-0.22, 0.2, 0.20}, {0.22, 0.25, 0.24}));       // stretcher: 12
    append(mesh, finial(0.05, 1.07, -0.27, 0.12));                     // 6
    return mesh;
}

SceneMesh venusHead() {
    SceneMesh mesh = headAndNeck(23, 36);   // 1,656
    for (const double x : {-0.41, 0.41}) {  // ears: 60
        append(mesh, knob({x, 0.06, 0}, {0.05, 0.13, 0.08}, 3, 5));
    }
    append(mesh, knob({0, 0.35, -0.55}, {0.22, 0.22, 0.2}, 5, 10));  // bun: 100
    return mesh;
}

}  // namespace ricochet::scenes
