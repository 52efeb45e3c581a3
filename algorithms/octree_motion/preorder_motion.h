#pragma once

#include "algorithms/octree_motion/octree_motion.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ricochet::octree_motion {

/// Section 2.4.3: the target octree in preorder, cubes handed down to the nodes that they meet.
/// `Tests` answers for the eight octants of a node, as OctantTests::classify and blackVoxels do.
template <class Tests>
class PreorderMotion {
public:
    PreorderMotion(const Tests& tests, MotionMemory& memory, LinearOctree& moved)
        : tests_(tests), memory_(memory), writer_(moved) {}

    /// With the cubes that are in `memory.lists`.
    void run() {
        if (memory_.lists.empty()) return writer_.leaf(Colour::white);
        top_ = memory_.lists.size();
        node(0, Vec3::Zero(), 0, top_);
    }

private:
    std::span<const Index> list(std::size_t begin, std::size_t count) const {
        return {memory_.lists.data() + begin, count};
    }

    void node(int level, const Vec3& centre, std::size_t begin, std::size_t count) {
        if (level + 1 == memory_.placed.level) {
            memory_.octants.resize(std::max(memory_.octants.size(), count));
            memory_.counters.voxelTests += 8 * count;
            return writer_.leaves(tests_.blackVoxels(centre, list(begin, count), memory_.octants.data()));
        }
        std::array<std::size_t, 8> counts;
        const std::uint32_t covered = handDown(level, centre, begin, count, counts);
        const std::size_t below = top_ - 8 * count, opened = writer_.open();
        const Real distance = std::ldexp(memory_.placed.rootHalf(), -level - 1);
        for (std::size_t k = 0; k < 8; ++k) {
            if ((covered >> k & 1) != 0 || counts[k] == 0) {
                writer_.leaf(counts[k] != 0);
            } else {
                node(level + 1, centre + octantOffset(static_cast<int>(k), distance), below + k * count,
                     counts[k]);
            }
        }
        top_ = below;
        writer_.close(opened);
    }

    /// Lists the cubes of each octant, `count` entries apart at the end of the stack. Returns the octants
    /// that a cube covers; their lists are not needed.
    std::uint32_t handDown(int level, const Vec3& centre, std::size_t begin, std::size_t count,
                           std::array<std::size_t, 8>& counts) {
        memory_.octants.resize(std::max(memory_.octants.size(), 2 * count));
        std::uint8_t* const met = memory_.octants.data();
        std::uint8_t* const covers = met + count;
        memory_.counters.cubeTests += 8 * count;
        tests_.classify(level, centre, list(begin, count), met, covers);

        const std::size_t below = top_;
        top_ += 8 * count;
        if (memory_.lists.size() < top_) memory_.lists.resize(2 * top_);
        counts.fill(0);
        std::uint32_t covered = 0;
        for (std::size_t i = 0; i < count; ++i) {
            covered |= covers[i];
            for (std::uint32_t octants = met[i]; octants != 0; octants &= octants - 1) {
                const auto k = static_cast<std::size_t>(std::countr_zero(octants));
                memory_.lists[below + k * count + counts[k]++] = memory_.lists[begin + i];
            }
        }
        return covered;
    }

    const Tests& tests_;
    MotionMemory& memory_;
    PreorderWriter writer_;
    std::size_t top_ = 0;  ///< end of the stack of lists, whose memory extends further
};

}  // namespace ricochet::octree_motion
