#include "demos/scenes/thread_mesh.h"

#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/planar_caps.h"

#include <array>
#include <cassert>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>
#include <vector>

namespace ricochet::scenes {
namespace {

constexpr int kHexagonSides = 6;  // of the head and of the nut

// As proportions of M16: 24 mm across flats and a head of 10 mm for a major radius of 8 mm.
constexpr double kFlatRadius = 1.5, kHeadHeight = 1.25 / kFlatRadius;

/// Radial distance of a metric flank per metre along the axis: the cotangent of 30 degrees.
constexpr double kFlankSlope = std::numbers::sqrt3;

/// The corners of one pitch of the profile: position along the pitch, in steps, and distance from the axis.
/// The groove's middle is at an eighth of the pitch, the ridge's half a pitch above it.
struct ProfileCorner {
    int step;
    double radius;
};
constexpr int kCorners = 4;

std::array<ProfileCorner, kCorners> profileCorners(const ThreadProfile& thread) {
    const int groove = thread.segments / 8, ridge = groove + thread.segments / 2;
    const double root = thread.rootRadius(), crest = thread.crestRadius();
    return {{{groove - thread.rootSteps / 2, root},
             {groove + thread.rootSteps / 2, root},
             {ridge - thread.crestSteps / 2, crest},
             {ridge + thread.crestSteps / 2, crest}}};
}

double hexagonRadius(const ThreadProfile& thread) {
    return thread.headRadius / std::cos(kPi / kHexagonSides);
}

/// The thread's surface, seen from outside: row `r` follows one corner of the profile round the axis and
/// upwards; after a whole turn it becomes row r + kCorners. Every vertex is half a step from a whole one, so
/// that cuts at whole steps leave no slivers.
SceneMesh helicoid(const ThreadProfile& thread, int firstPitch, int pitches) {
    SceneMesh mesh;
    const int n = thread.segments;
    const std::array<ProfileCorner, kCorners> corners = profileCorners(thread);
    for (int r = 0; r < (pitches + 1) * kCorners; ++r) {
        const ProfileCorner& corner = corners[r % kCorners];
        for (int i = 0; i < n; ++i) {
            const double angle = kTurn * i / n;
            const double y = thread.pitch * (firstPitch + r / kCorners + (corner.step + i + 0.5) / n);
            mesh.vertices.push_back(
                vertexAt(corner.radius * std::cos(angle), y, -corner.radius * std::sin(angle)));
        }
    }
    const auto vertex = [n](int row, int i) { return i < n ? row * n + i : (row + kCorners) * n + i - n; };
    for (int r = 0; r + 1 < pitches * kCorners; ++r) {
        for (int i = 0; i < n; ++i) {
            const int a = vertex(r, i), b = vertex(r, i + 1), c = vertex(r + 1, i + 1), d = vertex(r + 1, i);
            mesh.faces.push_back({a, b, c});
            mesh.faces.push_back({a, c, d});
        }
    }
    return mesh;
}

/// Cuts off the mesh on one side of a height at which it has no vertex.
class HorizontalCut {
public:
    HorizontalCut(SceneMesh& mesh, double y) : mesh_(mesh), y_(y) {}

    void keep(Facing side) {
        std::vector<std::array<int, 3>> remaining;
        for (const auto& face : mesh_.faces) {
            std::vector<int> corners;  // of the remaining part of the face
            for (int k = 0; k < 3; ++k) {
                const int from = face[k], to = face[(k + 1) % 3];
                if (isOn(side, from)) corners.push_back(from);
                if (isOn(side, from) != isOn(side, to)) corners.push_back(crossing(from, to));
            }
            for (std::size_t k = 2; k < corners.size(); ++k) {
                remaining.push_back({corners[0], corners[k - 1], corners[k]});
            }
        }
        mesh_.faces = std::move(remaining);
    }

private:
    bool isOn(Facing side, int v) const {
        return (double(mesh_.vertices[v].y()) > y_) == (side == Facing::up);
    }

    /// The vertex where an edge crosses the height; both faces of the edge get the same one.
    int crossing(int from, int to) {
        const auto [low, high] = std::minmax(from, to);
        const auto [entry, isNew] = crossings_.try_emplace({low, high}, int(mesh_.vertices.size()));
        if (isNew) {
            const btVector3 p = mesh_.vertices[low], q = mesh_.vertices[high];
            const double t = (y_ - double(p.y())) / (double(q.y()) - double(p.y()));
            mesh_.vertices.push_back(vertexAt(p.x() + t * (double(q.x()) - double(p.x())), y_,
                                              p.z() + t * (double(q.z()) - double(p.z()))));
        }
        return entry->second;
    }

    SceneMesh& mesh_;
    double y_;
    std::map<std::pair<int, int>, int> crossings_;
};

void dropUnusedVertices(SceneMesh& mesh) {
    std::vector<int> renamed(mesh.vertices.size(), -1);
    std::vector<btVector3> used;
    for (auto& face : mesh.faces) {
        for (int& v : face) {
            if (renamed[v] < 0) {
                renamed[v] = static_cast<int>(used.size());
                used.push_back(mesh.vertices[v]);
            }
            v = renamed[v];
        }
    }
    mesh.vertices = std::move(used);
}

[[maybe_unused]] bool isWhole(double number) { return std::abs(number - std::round(number)) < 1e-6; }

/// A thread from y = 0 to y = length without its ends.
SceneMesh threadBetween(const ThreadProfile& thread, double length) {
    assert(thread.segments % 16 == 0 && thread.rootSteps % 2 == 0 && thread.crestSteps % 2 == 0);
    assert(isWhole(length / thread.pitch * thread.segments));
    const int pitches = static_cast<int>(std::ceil(length / thread.pitch - 1e-6));
    SceneMesh mesh = helicoid(thread, -2, pitches + 3);
    HorizontalCut(mesh, 0).keep(Facing::up);
    HorizontalCut(mesh, length).keep(Facing::down);
    dropUnusedVertices(mesh);
    return mesh;
}

void turnInsideOut(SceneMesh& mesh) {
    for (auto& face : mesh.faces) std::swap(face[1], face[2]);
}

}  // namespace

double ThreadProfile::rootRadius() const {
    return pitchRadius - kFlankSlope / 2 * pitch * (0.5 - double(rootSteps) / segments);
}

double ThreadProfile::crestRadius() const {
    return pitchRadius + kFlankSlope / 2 * pitch * (0.5 - double(crestSteps) / segments);
}

// ISO 68-1: a crest is an eighth of the pitch wide, a root a quarter, and the pitch cylinder lies three
// eighths of the sharp thread's height below the crests.
ThreadProfile basicProfile(const ThreadSize& thread, double wider) {
    const double pitchRadius = thread.majorRadius - 3.0 / 5 * threadHeight(thread) + wider;
    return {thread.pitch,        pitchRadius,     thread.segments / 4,
            thread.segments / 8, thread.segments, kFlatRadius * thread.majorRadius};
}

double threadHeight(const ThreadSize& thread) { return 5.0 / 8 * std::numbers::sqrt3 / 2 * thread.pitch; }

SceneMesh boltMesh(const ThreadProfile& thread, double length) {
    SceneMesh mesh = threadBetween(thread, length);
    const Ring foot = ringAt(mesh, 0), end = ringAt(mesh, length);
    const Ring shoulder = addRing(mesh, hexagonRadius(thread), 0, kHexagonSides);
    const Ring base = addRing(mesh, hexagonRadius(thread), -kHeadHeight * thread.headRadius, kHexagonSides);
    addDisc(mesh, end, Facing::up);
    addAnnulus(mesh, foot, shoulder, Facing::up);
    addWall(mesh, base, shoulder);
    addDisc(mesh, base, Facing::down);
    return mesh;
}

SceneMesh nutMesh(const ThreadProfile& thread, double height) {
    SceneMesh mesh = threadBetween(thread, height);
    turnInsideOut(mesh);
    const Ring innerLow = ringAt(mesh, 0), innerHigh = ringAt(mesh, height);
    const Ring low = addRing(mesh, hexagonRadius(thread), 0, kHexagonSides);
    const Ring high = addRing(mesh, hexagonRadius(thread), height, kHexagonSides);
    addAnnulus(mesh, innerLow, low, Facing::down);
    addWall(mesh, low, high);
    addAnnulus(mesh, innerHigh, high, Facing::up);
    return mesh;
}

}  // namespace ricochet::scenes
