#include "algorithms/octree_motion/translation.h"

#include "algorithms/octree_motion/preorder_motion.h"

#include <bit>

namespace ricochet::octree_motion {
namespace {

using Word = IntervalTables::Word;
constexpr std::size_t kBitsPerWord = 64;

/// Octants in the lower and in the upper half, per axis.
constexpr std::uint32_t kOctantsOfHalf[3][2] = {{0x55, 0xaa}, {0x33, 0xcc}, {0x0f, 0xf0}};

/// The index of a node's interval among those of its level, along an axis.
int cellInterval(const PlacedCubes& placed, int level, Real centre) {
    return static_cast<int>(std::floor(std::ldexp(centre + placed.rootHalf(), level - placed.level)));
}

/// The tests of PreorderMotion, looked up in the tables.
class TableTests {
public:
    TableTests(const PlacedCubes& placed, const IntervalTables& tables) : placed_(placed), tables_(tables) {}

    void classify(int nodeLevel, const Vec3& centre, std::span<const Index> cubes, std::uint8_t* met,
                  std::uint8_t* covered) const {
        const Rows overlapping = rows(&IntervalTables::overlapping, nodeLevel, centre);
        const Rows covering = rows(&IntervalTables::covering, nodeLevel, centre);
        for (std::size_t i = 0; i < cubes.size(); ++i) {
            met[i] = static_cast<std::uint8_t>(octants(overlapping, cubes[i]));
            covered[i] = static_cast<std::uint8_t>(octants(covering, cubes[i]));
        }
    }
    std::uint32_t blackVoxels(const Vec3& centre, std::span<const Index> cubes, std::uint8_t*) const {
        const Rows overlapping = rows(&IntervalTables::overlapping, placed_.level - 1, centre);
        std::uint32_t black = 0;
        for (std::size_t i = 0; i < cubes.size() && black != 0xff; ++i) {
            black |= octants(overlapping, cubes[i]);
        }
        return black;
    }

private:
    struct Rows {
        const Word* half[3][2];
    };

    Rows rows(const Word* (IntervalTables::*row)(int, int, int) const, int nodeLevel,
              const Vec3& centre) const {
        Rows found;
        for (int axis = 0; axis < 3; ++axis) {
            const int interval = 2 * cellInterval(placed_, nodeLevel, centre[axis]);
            for (int half = 0; half < 2; ++half) {
                found.half[axis][half] = (tables_.*row)(axis, nodeLevel + 1, interval + half);
            }
        }
        return found;
    }
    static std::uint32_t octants(const Rows& rows, Index cube) {
        std::uint32_t all = 0xff;
        for (int axis = 0; axis < 3; ++axis) {
            std::uint32_t along = 0;
            for (int half = 0; half < 2; ++half) {
                const Word word = rows.half[axis][half][cube / kBitsPerWord];
                if ((word >> cube % kBitsPerWord & 1) != 0) along |= kOctantsOfHalf[axis][half];
            }
            all &= along;
        }
        return all;
    }

    const PlacedCubes& placed_;
    const IntervalTables& tables_;
};

/// Intersects rows of bits for the eight octants of a node at once, only in words that are not empty for the
/// node itself.
class Intersected {
public:
    Intersected(int level, const IntervalTables& tables, LinearOctree& moved)
        : level_(level), tables_(tables), writer_(moved), perGroup_((tables.words() + 63) / 64) {}

    void run() { node(0, {0, 0, 0}, ~std::uint64_t{0}); }

private:
    struct Octants {
        std::array<std::uint64_t, 8> groups{};  ///< bit g: group g of words has a bit
    };

    /// `groups`: groups of words in which the node has cubes.
    void node(int level, const std::array<int, 3>& interval, std::uint64_t groups) {
        const Octants met = intersected(&IntervalTables::overlapping, level, interval, groups);
        if (level + 1 == level_) return writer_.leaves(nonEmpty(met));
        const std::uint32_t covered =
            nonEmpty(intersected(&IntervalTables::covering, level, interval, groups));
        const std::size_t opened = writer_.open();
        for (std::size_t k = 0; k < 8; ++k) {
            const bool isCovered = (covered >> k & 1) != 0;
            if (isCovered || met.groups[k] == 0) {
                writer_.leaf(isCovered);
                continue;
            }
            node(level + 1,
                 {2 * interval[0] + int(k & 1), 2 * interval[1] + int(k >> 1 & 1),
                  2 * interval[2] + int(k >> 2)},
                 met.groups[k]);
        }
        writer_.close(opened);
    }

    Octants intersected(const Word* (IntervalTables::*row)(int, int, int) const, int level,
                        const std::array<int, 3>& interval, std::uint64_t groups) const {
        const Word* half[3][2];
        for (int axis = 0; axis < 3; ++axis) {
            for (int h = 0; h < 2; ++h) {
                half[axis][h] =
                    (tables_.*row)(axis, level + 1, 2 * interval[static_cast<std::size_t>(axis)] + h);
            }
        }
        Octants octants;
        for (; groups != 0; groups &= groups - 1) {
            const int group = std::countr_zero(groups);
            const std::size_t begin = static_cast<std::size_t>(group) * perGroup_;
            const std::size_t end = std::min(begin + perGroup_, tables_.words());
            for (std::size_t w = begin; w < end; ++w) {
                for (std::size_t k = 0; k < 8; ++k) {
                    const Word all = half[0][k & 1][w] & half[1][k >> 1 & 1][w] & half[2][k >> 2][w];
                    octants.groups[k] |= std::uint64_t{all != 0} << group;
                }
            }
        }
        return octants;
    }

    static std::uint32_t nonEmpty(const Octants& octants) {
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 8; ++k) bits |= std::uint32_t{octants.groups[k] != 0} << k;
        return bits;
    }

    int level_;
    const IntervalTables& tables_;
    PreorderWriter writer_;
    std::size_t perGroup_;  ///< words
};

}  // namespace

/// A cube along an axis, in voxels from the target's lowest corner.
struct IntervalTables::Line {
    Real low, high;
    Real shrunkBy;  ///< of compared intervals, at each end
    int axis;
    std::size_t word;
    Word bit;
};

void IntervalTables::halve(const Line& line, int level, int interval, bool isCovered) {
    const Real edge = 1 << (level_ - level);
    const Real low = interval * edge + line.shrunkBy, high = (interval + 1) * edge - line.shrunkBy;
    if (line.high < low || line.low > high) return;
    isCovered = isCovered || (line.low <= low && line.high >= high);
    const std::size_t entry = at(line.axis, level, interval) * words_ + line.word;
    overlaps_[entry] |= line.bit;
    if (isCovered) covers_[entry] |= line.bit;
    if (level == level_) return;
    halve(line, level + 1, 2 * interval, isCovered);
    halve(line, level + 1, 2 * interval + 1, isCovered);
}

void IntervalTables::prepare(const PlacedCubes& placed) {
    level_ = placed.level;
    words_ = (placed.count() + kBitsPerWord - 1) / kBitsPerWord;
    const std::size_t entries = (std::size_t{3} << (level_ + 1)) * words_;
    overlaps_.assign(entries, 0);
    covers_.assign(entries, 0);
    const Real shrunkBy = placed.rule == VoxelRule::centre ? 0.5 : 0;
    for (Index i = 0; i < placed.count(); ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            const Real centre = placed.centres[i][axis] + placed.rootHalf();
            halve({centre - placed.halves[i], centre + placed.halves[i], shrunkBy, axis, i / kBitsPerWord,
                   Word{1} << i % kBitsPerWord},
                  0, 0, false);
        }
    }
}

Result<void> translateOctree(const CubeSet& source, const Vec3& translation, const Grid& target,
                             const TranslationSettings& settings, TranslationMemory& memory,
                             LinearOctree& moved) {
    MotionMemory& motion = memory.motion;
    auto placed = placeCubes(source, {Matrix3::Identity(), translation}, target, settings.rule,
                             settings.outside, motion.placed);
    if (!placed) return placed;
    memory.tables.prepare(motion.placed);
    if (settings.lookup == Lookup::bits) {
        Intersected(target.level, memory.tables, moved).run();
    } else {
        motion.listAll();
        const TableTests tests(motion.placed, memory.tables);
        PreorderMotion<TableTests>(tests, motion, moved).run();
    }
    return placed;
}

}  // namespace ricochet::octree_motion
