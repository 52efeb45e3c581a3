#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// A square of rooms on two storeys. Neighbours are joined by doors, and in each room stairs lead up; the
/// upper storey has no ceiling. All of it is made of cubes, whose columns stand a little higher or lower.
struct LevelPlan {
    int rooms;  ///< along each side

    static constexpr int kRoom = 16;                       ///< cells along each side, with one wall
    static constexpr int kStorey = 10;                     ///< cells from floor to ceiling
    static constexpr int kUpper = kStorey + 2;             ///< where the upper storey begins
    static constexpr int kHigh = kUpper + kStorey;         ///< cells, from the bottom
    static constexpr int kStairsX = 2, kStairsZ = 6;       ///< cells: where stairs begin in a room
    static constexpr int kSteps = 10, kStairsWide = 3;     ///< cells; each step is one
    static constexpr int kDoorWide = 4, kDoorHigh = 8;     ///< cells
    static constexpr int kDoorInX = 10, kDoorAlongX = 12;  ///< cells: where doors begin in a wall
    static constexpr double kCell = 0.25;                  ///< metres

    int cells() const { return rooms * kRoom + 1; }  ///< along each side
    double size() const { return cells() * kCell; }  ///< metres, from 0
    bool isSolid(int x, int y, int z) const;         ///< a cell; outside of the level nothing is
    static double offset(double x, double z);        ///< metres: of a column's height
    /// A level of about this many triangles, with at least one room.
    static LevelPlan of(int triangles);
};

/// Closed, but edges at which two cubes meet belong to four faces.
SceneMesh levelMesh(const LevelPlan& plan);

}  // namespace ricochet::scenes
