#include "demos/scenes/level_mesh.h"

#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <cmath>

namespace ricochet::scenes {
namespace {

using GridCorner = std::array<int, 3>;

constexpr double kOfARoom = 4276, kOfARoomAtASide = 3264;  // triangles; the latter of two sides only

/// The corners of a cell's side that faces along an axis, counter-clockwise seen from outside.
std::array<GridCorner, 4> quadCorners(const GridCorner& cell, int axis, int towards) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    std::array<GridCorner, 4> corners{cell, cell, cell, cell};
    for (GridCorner& corner : corners) corner[axis] += towards > 0;
    ++corners[1][u], ++corners[2][u], ++corners[2][v], ++corners[3][v];
    if (towards < 0) std::swap(corners[1], corners[3]);
    return corners;
}

class Builder {
public:
    explicit Builder(const LevelPlan& plan)
        : plan_(plan), across_(plan.cells() + 1), vertices_(std::size_t(across_) * across_ * kCorners, -1) {}

    SceneMesh build() {
        for (int x = 0; x < plan_.cells(); ++x) {
            for (int z = 0; z < plan_.cells(); ++z) {
                for (int y = 0; y < LevelPlan::kHigh; ++y) {
                    if (plan_.isSolid(x, y, z)) addSides({x, y, z});
                }
            }
        }
        return std::move(mesh_);
    }

private:
    static constexpr int kCorners = LevelPlan::kHigh + 1;  // of a column

    void addSides(const GridCorner& cell) {
        for (int axis = 0; axis < 3; ++axis) {
            for (const int towards : {-1, 1}) {
                GridCorner next = cell;
                next[axis] += towards;
                if (!plan_.isSolid(next[0], next[1], next[2])) addQuad(quadCorners(cell, axis, towards));
            }
        }
    }

    void addQuad(const std::array<GridCorner, 4>& corners) {
        const int a = vertexAt(corners[0]), b = vertexAt(corners[1]), c = vertexAt(corners[2]),
                  d = vertexAt(corners[3]);
        mesh_.faces.push_back({a, b, c});
        mesh_.faces.push_back({a, c, d});
    }

    int vertexAt(const GridCorner& corner) {
        int& vertex =
            vertices_[(std::size_t(corner[0]) * across_ + std::size_t(corner[2])) * kCorners + corner[1]];
        if (vertex < 0) {
            const double x = corner[0] * LevelPlan::kCell, z = corner[2] * LevelPlan::kCell;
            vertex = static_cast<int>(mesh_.vertices.size());
            mesh_.vertices.push_back(
                scenes::vertexAt(x, corner[1] * LevelPlan::kCell + LevelPlan::offset(x, z), z));
        }
        return vertex;
    }

    const LevelPlan& plan_;
    const int across_;  // corners along each side
    std::vector<int> vertices_;
    SceneMesh mesh_;
};

}  // namespace

bool LevelPlan::isSolid(int x, int y, int z) const {
    const int end = cells();
    if (std::min({x, y, z}) < 0 || std::max(x, z) >= end || y >= kHigh) return false;
    const int inX = x % kRoom, inZ = z % kRoom;
    const auto isIn = [](int at, int begin, int count) { return at >= begin && at < begin + count; };
    const bool isOnStairs = isIn(inX, kStairsX, kSteps) && isIn(inZ, kStairsZ, kStairsWide);
    if (y == 0) return true;
    if (y == kUpper - 1) return !isOnStairs;
    const int height = y < kUpper ? y : y - kUpper + 1;  // above the storey's floor, from 1
    const bool isDoorHigh = height <= kDoorHigh;
    if (inX == 0) {
        const bool isOuter = x == 0 || x == end - 1;
        return isOuter || inZ == 0 || !isDoorHigh || !isIn(inZ, kDoorInX, kDoorWide);
    }
    if (inZ == 0) {
        const bool isOuter = z == 0 || z == end - 1;
        return isOuter || !isDoorHigh || !isIn(inX, kDoorAlongX, kDoorWide);
    }
    return y < kUpper && isOnStairs && height <= inX - kStairsX + 1;
}

double LevelPlan::offset(double x, double z) { return 0.03 * std::sin(1.7 * x) * std::cos(1.3 * z); }

LevelPlan LevelPlan::of(int triangles) {
    const double half = kOfARoomAtASide / (2 * kOfARoom);
    const double rooms = std::sqrt(half * half + triangles / kOfARoom) - half;
    return {std::max(1, static_cast<int>(std::lround(rooms)))};
}

SceneMesh levelMesh(const LevelPlan& plan) { return Builder(plan).build(); }

}  // namespace ricochet::scenes
