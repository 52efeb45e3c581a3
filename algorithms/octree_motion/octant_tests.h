#pragma once

#include "algorithms/octree_motion/cube_separating_axes.h"

#include <span>

namespace ricochet::octree_motion {

/// The intervals of a moved cube on the fifteen axes. The last entries are padding.
struct alignas(64) CubeSlabs {
    static constexpr int kPlaces = 16;
    float low[kPlaces], high[kPlaces];
};
static_assert(sizeof(CubeSlabs) == 128);

/// The intervals of the eight octants of a node of one level, relative to the node's centre; one octant per
/// lane.
struct alignas(64) OctantSlabs {
    float low[Axes::kAll][8], high[Axes::kAll][8];
};

/// The axes' coordinates, one array for each, so that a point is projected on all axes at once.
struct AxisLanes {
    static constexpr int kPlaces = CubeSlabs::kPlaces;
    Real x[kPlaces] = {}, y[kPlaces] = {}, z[kPlaces] = {};
    Real ofSource[kPlaces] = {};
};

/// A motion's cubes, ready for tests of the eight octants of a node at once.
///
/// Floats with error bounds give *certainly apart*, *certainly not* or *uncertain*; uncertain cases that
/// matter are decided in double, so the results are those of `relationByAxes`.
class OctantTests {
public:
    /// Keeps a reference to `placed`. The memory of an earlier motion is used again.
    void prepare(const PlacedCubes& placed);

    const PlacedCubes& placed() const { return *placed_; }
    const Axes& axes() const { return axes_; }

    /// For each listed cube, one bit an octant of the node at `centre`, whose octants are not voxels: those
    /// that the cube may meet (all that it does are among them) and those that it certainly covers.
    void classify(int nodeLevel, const Vec3& centre, std::span<const Index> cubes, std::uint8_t* met,
                  std::uint8_t* covered) const;

    /// The same without the covered ones. `scratch` has a byte for each cube.
    void meetsOfEach(int nodeLevel, const Vec3& centre, std::span<const Index> cubes, std::uint8_t* met,
                     std::uint8_t* scratch) const {
        classify(nodeLevel, centre, cubes, met, scratch);
    }

    /// Those voxels that are black; the node's octants are voxels. `scratch` has a byte for each cube.
    std::uint32_t blackVoxels(const Vec3& centre, std::span<const Index> cubes, std::uint8_t* scratch) const;

    /// The same, but for each listed cube: exactly the voxels that it makes black.
    void blackVoxelsOfEach(const Vec3& centre, std::span<const Index> cubes, std::uint8_t* black) const;

private:
    struct View;
    View view(int nodeLevel, const Vec3& centre, float* projected) const;
    bool isBlack(Index cube, const Vec3& voxelCentre) const;
    std::uint32_t blackIn(const View& seen, const float* projected, const Vec3& centre,
                          std::span<const Index> cubes, std::uint8_t* scratch) const;

    const PlacedCubes* placed_ = nullptr;
    Axes axes_;
    AxisLanes lanes_;
    std::vector<CubeSlabs> cubes_;
    std::vector<OctantSlabs> octants_;  ///< by the level of the node
    float doubt_ = 0;                   ///< voxels: upper bound of the rounding error of a comparison
};

}  // namespace ricochet::octree_motion
