#include "demos/scenes/tanker_mesh.h"

#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ricochet::scenes {
namespace {

constexpr double kTankerTurn = 2 * std::numbers::pi;
constexpr double kTrianglesInABay = 9000;  // approximately, as made by the functions below
constexpr double kPlate = 0.012;           // metres: half of a plate's thickness

struct CrossSection {
    btVector3 centre, u, v;  ///< two radii
};

/// A tube through rings of `sides` corners, closed by fans: 2 * sides * rings triangles.
SceneMesh tube(const std::vector<CrossSection>& rings, int sides) {
    SceneMesh mesh;
    const auto point = [](const btVector3& p) { return vertexAt(p.x(), p.y(), p.z()); };
    for (const CrossSection& ring : rings) {
        for (int s = 0; s < sides; ++s) {
            const double a = kTankerTurn * s / sides;
            mesh.vertices.push_back(
                point(ring.centre + ring.u * btScalar(std::cos(a)) + ring.v * btScalar(std::sin(a))));
        }
    }
    const int count = static_cast<int>(rings.size());
    for (int r = 0; r + 1 < count; ++r) {
        for (int s = 0; s < sides; ++s) {
            const int a = r * sides + s, b = r * sides + (s + 1) % sides;
            mesh.faces.push_back({a, b, b + sides});
            mesh.faces.push_back({a, b + sides, a + sides});
        }
    }
    for (int end : {0, count - 1}) {
        const int centre = static_cast<int>(mesh.vertices.size());
        mesh.vertices.push_back(point(rings[static_cast<std::size_t>(end)].centre));
        for (int s = 0; s < sides; ++s) {
            const int a = end * sides + s, b = end * sides + (s + 1) % sides;
            mesh.faces.push_back(end == 0 ? std::array{centre, b, a} : std::array{centre, a, b});
        }
    }
    return mesh;
}

/// Rings across a line of points with the least possible twist.
std::vector<CrossSection> ringsAlong(const std::vector<btVector3>& line, double radius) {
    std::vector<CrossSection> rings;
    btVector3 u;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const btVector3 direction =
            (line[std::min(i + 1, line.size() - 1)] - line[i == 0 ? 0 : i - 1]).normalized();
        if (i == 0) {
            btVector3 v;
            btPlaneSpace1(direction, u, v);
        }
        u = (u - direction * direction.dot(u)).normalized();
        rings.push_back({line[i], u * btScalar(radius), direction.cross(u) * btScalar(radius)});
    }
    return rings;
}

/// A line from `from` along `first`, then round a corner and along `second`.
std::vector<btVector3> bentLine(const btVector3& from, const btVector3& first, const btVector3& second,
                                double bend) {
    std::vector<btVector3> line = {from};
    const btVector3 a = first.normalized(), b = second.normalized();
    const btVector3 corner = from + first;
    constexpr int kSteps = 6;
    for (int i = 0; i <= kSteps; ++i) {
        const double angle = kTankerTurn / 4 * i / kSteps;
        line.push_back(corner - a * btScalar(bend * (1 - std::sin(angle))) +
                       b * btScalar(bend * (1 - std::cos(angle))));
    }
    line.push_back(corner + second);
    return line;
}

/// Two fans on a ring: 2 * sides triangles.
SceneMesh bipyramid(const btVector3& at, double radius, int sides) {
    SceneMesh mesh;
    for (int s = 0; s < sides; ++s) {
        const double a = kTankerTurn * s / sides;
        mesh.vertices.push_back(
            vertexAt(at.x() + radius * std::cos(a), at.y(), at.z() + radius * std::sin(a)));
    }
    mesh.vertices.push_back(vertexAt(at.x(), at.y() + radius, at.z()));
    mesh.vertices.push_back(vertexAt(at.x(), at.y() - radius, at.z()));
    for (int s = 0; s < sides; ++s) {
        const int t = (s + 1) % sides;
        mesh.faces.push_back({t, s, sides});
        mesh.faces.push_back({s, t, sides + 1});
    }
    return mesh;
}

/// A body of revolution about the y axis on the floor of a bay; the outline runs upwards.
SceneMesh turned(const btVector3& at, const std::vector<ProfilePoint>& outline, int segments) {
    std::vector<CrossSection> rings;
    for (const ProfilePoint& p : outline) {
        rings.push_back({at + btVector3(0, btScalar(p.y), 0), btVector3(0, 0, btScalar(p.radius)),
                         btVector3(btScalar(p.radius), 0, 0)});
    }
    return tube(rings, segments);
}

std::array<int, 3> baysFor(std::int64_t triangles) {
    // A tanker is about six times as long as it is broad or high.
    const double bays = std::max(1.0, static_cast<double>(triangles) / kTrianglesInABay);
    const int across = std::max(1, static_cast<int>(std::lround(std::cbrt(bays / 6))));
    const int along = static_cast<int>(std::ceil(bays / (across * across)));
    return {along, across, across};
}

}  // namespace

Tanker::Tanker(std::int64_t triangles, unsigned seed, const TankerStructure& structure)
    : left_(triangles / 2 * 2),
      structure_(structure),
      bays_(structure.bays[0] > 0 ? structure.bays : baysFor(triangles)),
      random_(seed) {}

bool Tanker::next(SceneMesh& object) {
    const std::int64_t all = std::int64_t{bays_[0]} * bays_[1] * bays_[2];
    while (ready_.empty() && left_ > 0) {
        if (nextBay_ == all) {
            fillUp();
            break;
        }
        const std::int64_t section = nextBay_ % (std::int64_t{bays_[1]} * bays_[2]);
        fillBay(static_cast<int>(nextBay_ / (std::int64_t{bays_[1]} * bays_[2])),
                static_cast<int>(section % bays_[1]), static_cast<int>(section / bays_[1]));
        ++nextBay_;
    }
    if (ready_.empty()) return false;
    object = std::move(ready_.front());
    ready_.pop_front();
    return true;
}

void Tanker::add(const SceneMesh& object) {
    // Leaves enough for a last object that uses exactly the remaining triangles.
    constexpr std::int64_t kSmallest = 6;
    const auto faces = static_cast<std::int64_t>(object.faces.size());
    if (faces > left_ || (left_ - faces < kSmallest && left_ != faces)) return;
    left_ -= faces;
    SceneMesh placed = object;
    for (btVector3& v : placed.vertices) {
        v = vertexAt(double(v.x()) + double(corner_.x()), double(v.y()) + double(corner_.y()),
                     double(v.z()) + double(corner_.z()));
    }
    ready_.push_back(std::move(placed));
}

void Tanker::addBox(double x, double y, double z, double halfX, double halfY, double halfZ) {
    SceneMesh mesh = box(halfX, halfY, halfZ);
    for (btVector3& v : mesh.vertices) v = vertexAt(v.x() + x, v.y() + y, v.z() + z);
    add(mesh);
}

void Tanker::addRod(const btVector3& from, const btVector3& to, double radius, int sides) {
    add(tube(ringsAlong({from, to}, radius), this->sides(sides)));
}

int Tanker::sides(int number) const {
    return std::max(4, static_cast<int>(std::lround(structure_.fineness * number)));
}

/// The remaining triangles: bolts on the deck, the last with as many sides as necessary.
void Tanker::fillUp() {
    constexpr int kSides = 12;
    constexpr double kGrid = 0.25;
    const int row = std::max(1, static_cast<int>(bays_[0] * kBay / kGrid));
    corner_ = btVector3(0, 0, 0);
    for (int i = 0; left_ > 0; ++i) {
        const bool isLast = left_ < 4 * kSides;
        const btVector3 at(btScalar(kGrid * (i % row) + 0.1), btScalar(bays_[1] * kBay + 0.1),
                           btScalar(0.1 + kGrid * (i / row)));
        add(bipyramid(at, 0.03, isLast ? static_cast<int>(left_ / 2) : kSides));
        if (isLast) break;
    }
}

void Tanker::fillBay(int i, int j, int k) {
    corner_ = btVector3(btScalar(i * kBay), btScalar(j * kBay), btScalar(k * kBay));
    addPlating(i, j, k);
    addFrames();
    const int times = timesEquipped(i, j, k);
    for (int t = 0; t < times; ++t) {
        addTank();
        addPipes();
        if (t == 0) addLadder();
        if (t == 0) addGangway();
        addMachinery();
    }
}

/// The middle are the bays within a quarter of the ship's size from its centre, in each direction.
int Tanker::timesEquipped(int i, int j, int k) const {
    const std::array<int, 3> bay = {i, j, k};
    bool isInside = true;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        isInside &= std::abs(bay[axis] + 0.5 - 0.5 * bays_[axis]) <= std::max(0.5, 0.25 * bays_[axis]);
    }
    return isInside ? structure_.inside : structure_.outside;
}

/// The floor with stiffeners below it, and the hull if the bay is at the side, the end or the top.
void Tanker::addPlating(int i, int j, int k) {
    const double half = kBay / 2;
    addBox(half, 0, half, half, kPlate, half);
    for (int s = 0; s < 8; ++s) addBox(half, -0.1, 0.3 + 0.6 * s, half, 0.08, kPlate);
    if (j + 1 == bays_[1]) addBox(half, kBay, half, half, kPlate, half);
    for (int side : {0, 1}) {
        if (k != side * (bays_[2] - 1)) continue;
        const double z = side * kBay;
        addBox(half, half, z, half, half, kPlate);
        for (int s = 0; s < 8; ++s) {
            addBox(half, 0.3 + 0.6 * s, z + (side ? 0.1 : -0.1), half, kPlate, 0.08);
        }
    }
    for (int end : {0, 1}) {
        if (i != end * (bays_[0] - 1)) continue;
        // Beside the corridor, so that it can be entered.
        for (int side : {0, 1}) {
            addBox(end * kBay, half, side ? kBay - 0.9 : 0.9, kPlate, half, 0.9);
        }
    }
}

void Tanker::addFrames() {
    for (double x : {0.15, 2.5, 4.85}) {
        for (double z : {0.15, 4.85}) addBox(x, kBay / 2, z, 0.06, kBay / 2 - 0.15, 0.06);
        addBox(x, kBay - 0.2, kBay / 2, 0.06, 0.08, kBay / 2 - 0.1);
        for (double z : {1.0, 4.0})
            addRod({btScalar(x), btScalar(0.1), btScalar(z)},
                   {btScalar(x), btScalar(kBay - 0.3), btScalar(z)}, 0.03, 8);
    }
}

void Tanker::addTank() {
    const double radius = random_.between(0.45, 0.7), height = random_.between(1.8, 3.2);
    std::vector<ProfilePoint> outline;
    for (int s = 0; s <= 6; ++s) {
        const double a = kTankerTurn / 4 * s / 6;
        outline.push_back({radius * (0.15 + 0.85 * std::sin(a)), 0.2 + 0.3 * (1 - std::cos(a))});
    }
    for (int s = 1; s < 8; ++s) outline.push_back({radius, 0.5 + (height - 0.5) * s / 8});
    for (int s = 0; s <= 6; ++s) {
        const double a = kTankerTurn / 4 * s / 6;
        outline.push_back({radius * (0.15 + 0.85 * std::cos(a)), height + 0.3 * std::sin(a)});
    }
    const double z = random_.below(2) ? 0.9 : 4.1, x = random_.between(1, 4);
    const btVector3 at(btScalar(x), 0, btScalar(z));
    add(turned(at, outline, sides(24)));
    for (int leg = 0; leg < 4; ++leg) {
        const double a = kTankerTurn * (leg + 0.5) / 4;
        const btVector3 foot =
            at + btVector3(btScalar(0.8 * radius * std::cos(a)), 0, btScalar(0.8 * radius * std::sin(a)));
        addRod(foot, foot + btVector3(0, btScalar(0.4), 0), 0.04, 8);
    }
}

void Tanker::addPipes() {
    for (int p = 0; p < 14; ++p) {
        const double radius = random_.between(0.03, 0.1);
        const double y = random_.between(2.6, 4.6), z = random_.between(0.3, 4.7);
        const btVector3 from(btScalar(0.05), btScalar(y), btScalar(z));
        if (p % 2 == 0) {  // straight through, with flanges
            addRod(from, from + btVector3(btScalar(kBay - 0.1), 0, 0), radius, 16);
            for (int f = 0; f < 3; ++f) {
                const btVector3 flange = from + btVector3(btScalar(0.6 + 1.7 * f), 0, 0);
                addRod(flange, flange + btVector3(btScalar(0.04), 0, 0), 1.6 * radius, 16);
                for (int b = 0; b < 4; ++b) {
                    const double a = kTankerTurn * b / 4;
                    const btVector3 bolt =
                        flange + btVector3(btScalar(-0.02), btScalar(1.35 * radius * std::cos(a)),
                                           btScalar(1.35 * radius * std::sin(a)));
                    addRod(bolt, bolt + btVector3(btScalar(0.08), 0, 0), 0.1 * radius, 6);
                }
            }
            continue;
        }
        // Round a corner, downward or to the side.
        const double length = random_.between(1.2, 3.8);
        const btVector3 second = random_.below(2) ? btVector3(0, btScalar(0.3 - y), 0)
                                                  : btVector3(0, 0, btScalar(z < 2.5 ? 4.8 - z : 0.2 - z));
        const bool isInCorridor = second.y() != 0 && std::abs(z - kCorridorAt) < 0.5 * kCorridor + radius;
        if (isInCorridor) continue;
        add(tube(ringsAlong(bentLine(from, {btScalar(length), 0, 0}, second, 0.3), radius), sides(12)));
    }
}

void Tanker::addLadder() {
    const double x = random_.between(0.6, 4.2), z = random_.below(2) ? 1.5 : 3.4;
    for (double dx : {0., 0.4}) {
        addRod({btScalar(x + dx), btScalar(0.02), btScalar(z)},
               {btScalar(x + dx), btScalar(4.9), btScalar(z)}, 0.02, 8);
    }
    for (int r = 0; r < 16; ++r) {
        const btVector3 from(btScalar(x), btScalar(0.3 + 0.28 * r), btScalar(z));
        addRod(from, from + btVector3(btScalar(0.4), 0, 0), 0.012, 8);
    }
}

/// A grating over the corridor with railings.
void Tanker::addGangway() {
    const double y = 2.35;
    for (int b = 0; b < 40; ++b) {
        addBox(0.06 + kBay / 40 * b, y, kCorridorAt, 0.006, 0.015, 0.5 * kCorridor);
    }
    for (double z : {kCorridorAt - 0.6, kCorridorAt, kCorridorAt + 0.6}) {
        addBox(kBay / 2, y, z, kBay / 2, 0.02, 0.008);
    }
    for (double z : {kCorridorAt - 0.62, kCorridorAt + 0.62}) {
        for (double up : {0.5, 1.0}) {
            addRod({btScalar(0.02), btScalar(y + up), btScalar(z)},
                   {btScalar(kBay - 0.02), btScalar(y + up), btScalar(z)}, 0.02, 8);
        }
        for (int post = 0; post < 4; ++post) {
            const btVector3 foot(btScalar(0.5 + 1.3 * post), btScalar(y), btScalar(z));
            addRod(foot, foot + btVector3(0, 1, 0), 0.018, 8);
        }
    }
}

/// Pumps with motors, valves with hand wheels, boxes of switches, beside the corridor.
void Tanker::addMachinery() {
    for (int m = 0; m < 5; ++m) {
        const double x = 0.6 + 0.95 * m,
                     z = random_.below(2) ? random_.between(0.6, 1.2) : random_.between(3.8, 4.4);
        const double size = random_.between(0.12, 0.25);
        const btVector3 at{btScalar(x), btScalar(0.1), btScalar(z)};
        addBox(x, 0.06, z, 1.3 * size, 0.05, 1.1 * size);
        std::vector<ProfilePoint> outline;
        for (int s = 0; s <= 8; ++s) {
            outline.push_back(
                {size * (0.7 + 0.3 * std::sin(kTankerTurn / 2 * s / 8)), 0.02 + 0.2 * size * s});
        }
        add(turned(at, outline, sides(20)));
        for (int b = 0; b < 6; ++b) {
            const double a = kTankerTurn * b / 6;
            const btVector3 bolt =
                at + btVector3(btScalar(0.9 * size * std::cos(a)), 0, btScalar(0.9 * size * std::sin(a)));
            addRod(bolt, bolt + btVector3(0, btScalar(0.05), 0), 0.012, 6);
        }
        SceneMesh wheel = torus(
            {.segments = sides(20), .sides = sides(8), .ringRadius = 0.8 * size, .tubeRadius = 0.08 * size});
        for (btVector3& v : wheel.vertices) v += at + btVector3(0, btScalar(2.2 * size), 0);
        add(wheel);
        for (int spoke = 0; spoke < 3; ++spoke) {
            const double a = kTankerTurn * spoke / 3;
            const btVector3 hub = at + btVector3(0, btScalar(2.2 * size), 0);
            addRod(
                hub,
                hub + btVector3(btScalar(0.75 * size * std::cos(a)), 0, btScalar(0.75 * size * std::sin(a))),
                0.05 * size, 6);
        }
    }
    for (int b = 0; b < 6; ++b) {
        const double z = b % 2 ? 0.25 : 4.75;
        addBox(0.6 + 0.75 * b, random_.between(1, 2), z, 0.12, 0.2, 0.06);
    }
}

}  // namespace ricochet::scenes
