// Smith, Kitamura. Towards the Realization of Real-Time Collision Detection. 1994. Section 2.5.
#pragma once

#include "algorithms/octree_motion/octree_motion.h"

namespace ricochet::octree_motion {

/// How the source cubes that overlap a target node are looked up.
enum class Lookup {
    bits,  ///< three rows of bits, one bit per cube, are intersected
    lists  ///< the paper's: cubes are passed down, each is looked up along three axes
};

struct TranslationSettings {
    VoxelRule rule = VoxelRule::touch;
    Outside outside = Outside::isAnError;
    Lookup lookup = Lookup::bits;
};

/// Per axis, level and interval of the target: which source cubes overlap it and which cover it.
class IntervalTables {
public:
    /// Halves each axis down to the target's voxels, for every cube (the paper's binary space subdivision).
    void prepare(const PlacedCubes& placed);

    using Word = std::uint64_t;
    std::size_t words() const { return words_; }
    /// One bit a cube.
    const Word* overlapping(int axis, int level, int interval) const {
        return &overlaps_[at(axis, level, interval) * words_];
    }
    const Word* covering(int axis, int level, int interval) const {
        return &covers_[at(axis, level, interval) * words_];
    }

private:
    struct Line;
    void halve(const Line& line, int level, int interval, bool isCovered);
    std::size_t at(int axis, int level, int interval) const {
        return static_cast<std::size_t>(((axis << (level_ + 1)) + (1 << level) + interval));
    }

    int level_ = 0;
    std::size_t words_ = 0;
    std::vector<Word> overlaps_, covers_;
};

struct TranslationMemory {
    MotionMemory motion;
    IntervalTables tables;
};

/// The same octree as moveOctree writes for this translation (metres, source frame -> target frame).
Result<void> translateOctree(const CubeSet& source, const Vec3& translation, const Grid& target,
                             const TranslationSettings& settings, TranslationMemory& memory,
                             LinearOctree& moved);

}  // namespace ricochet::octree_motion
