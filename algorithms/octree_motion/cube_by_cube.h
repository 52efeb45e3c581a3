#pragma once

#include "algorithms/octree_motion/octant_tests.h"

#include <algorithm>
#include <cmath>

namespace ricochet::octree_motion {

/// Tests of the eight octants of a node, one cube after another: what OctantTests does at once.
/// `Relation` has `prepare(placed)`, `target(centre, half)`, and the CubeRelation of (cube, target).
template <class Relation>
class CubeByCube {
public:
    /// Keeps a reference to `placed`.
    void prepare(const PlacedCubes& placed) {
        placed_ = &placed;
        relation_.prepare(placed);
    }

    /// Stops at a cube that covers an octant: those after it are not known to meet the octant.
    void classify(int nodeLevel, const Vec3& centre, std::span<const Index> cubes, std::uint8_t* met,
                  std::uint8_t* covered) const {
        std::fill_n(covered, cubes.size(), std::uint8_t{0});
        forEachOctant(nodeLevel, centre, cubes, met, [&](std::size_t i, std::uint8_t octant) {
            covered[i] |= octant;
            return true;
        });
    }

    /// All octants that each cube meets.
    void meetsOfEach(int nodeLevel, const Vec3& centre, std::span<const Index> cubes, std::uint8_t* met,
                     std::uint8_t*) const {
        forEachOctant(nodeLevel, centre, cubes, met, [](std::size_t, std::uint8_t) { return false; });
    }

    std::uint32_t blackVoxels(const Vec3& centre, std::span<const Index> cubes, std::uint8_t*) const {
        std::uint32_t black = 0;
        for (int k = 0; k < 8; ++k) {
            const Vec3 voxel = centre + octantOffset(k, 0.5);
            auto target = relation_.target(voxel, 0.5);
            const bool isBlack = std::ranges::any_of(cubes, [&](Index cube) {
                return placed_->rule == VoxelRule::centre ? contains(*placed_, cube, voxel)
                                                          : relation_(cube, target) != CubeRelation::apart;
            });
            black |= std::uint32_t{isBlack} << k;
        }
        return black;
    }

    void blackVoxelsOfEach(const Vec3& centre, std::span<const Index> cubes, std::uint8_t* black) const {
        for (std::size_t i = 0; i < cubes.size(); ++i) {
            black[i] = static_cast<std::uint8_t>(blackVoxels(centre, cubes.subspan(i, 1), nullptr));
        }
    }

private:
    /// `isEnoughIfCovered(i, octant)`: cube i covers the octant; whether the later cubes may be skipped
    /// there.
    template <class IsEnough>
    void forEachOctant(int nodeLevel, const Vec3& centre, std::span<const Index> cubes, std::uint8_t* met,
                       const IsEnough& isEnoughIfCovered) const {
        const Real half = std::ldexp(placed_->rootHalf(), -nodeLevel - 1);
        std::fill_n(met, cubes.size(), std::uint8_t{0});
        for (int k = 0; k < 8; ++k) {
            auto target = relation_.target(centre + octantOffset(k, half), placed_->comparedHalf(half));
            const auto octant = static_cast<std::uint8_t>(1 << k);
            for (std::size_t i = 0; i < cubes.size(); ++i) {
                const CubeRelation relation = relation_(cubes[i], target);
                if (relation != CubeRelation::apart) met[i] |= octant;
                if (relation == CubeRelation::covered && isEnoughIfCovered(i, octant)) break;
            }
        }
    }

    const PlacedCubes* placed_ = nullptr;
    Relation relation_;
};

/// The relation by fifteen separating axes.
class AxisRelation {
public:
    struct Target {
        Vec3 centre;
        Real half;
    };
    /// Keeps a reference to `placed`.
    void prepare(const PlacedCubes& placed) {
        placed_ = &placed;
        axes_ = axesOf(placed.rotation);
    }
    Target target(const Vec3& centre, Real half) const { return {centre, half}; }
    CubeRelation operator()(Index cube, const Target& target) const {
        return relationByAxes(*placed_, axes_, cube, target.centre, target.half);
    }

private:
    const PlacedCubes* placed_ = nullptr;
    Axes axes_;
};

}  // namespace ricochet::octree_motion
