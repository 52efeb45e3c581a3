#pragma once

#include "algorithms/geometry/types.h"
#include "algorithms/sweep_and_prune/sweep_box.h"

#include <array>
#include <vector>

namespace ricochet::sweep {

/// Which of a body's boxes an entry stands for: the one of the last step, the new one, or, as the two are
/// near each other, a box round both.
enum class Covers : std::uint32_t { nothing = 0, last = 1, now = 2, both = 3 };

/// A body and what is covered, in one word.
class Tag {
public:
    Tag() = default;
    Tag(Index body, Covers covers) : bits_(body << 2 | static_cast<Index>(covers)) {}
    Index body() const { return bits_ >> 2; }
    Covers covers() const { return static_cast<Covers>(bits_ & 3); }

private:
    Index bits_ = 0;
};

/// Boxes as the SIMD kernel reads them, one array per bound.
struct Entries {
    static constexpr Index kPadding = 8;  ///< vector loads may run past the last one

    std::array<std::vector<float>, 3> min, max;
    std::vector<float> motion;  ///< metres; zero: has not moved
    std::vector<Tag> tags;

    Index size() const { return static_cast<Index>(tags.size()); }
    void resize(Index size) {
        for (int axis = 0; axis < 3; ++axis) {
            min[axis].resize(size + kPadding, kEmpty.min[axis]);
            max[axis].resize(size + kPadding, kEmpty.max[axis]);
        }
        motion.resize(size + kPadding);
        tags.resize(size);
    }
    void set(Index i, const SweepBox& box, float moved) {
        for (int axis = 0; axis < 3; ++axis) {
            min[axis][i] = box.min[axis];
            max[axis][i] = box.max[axis];
        }
        motion[i] = moved;
    }
    SweepBox box(Index i) const {
        return {{min[0][i], min[1][i], min[2][i]}, {max[0][i], max[1][i], max[2][i]}};
    }
    std::size_t bytes() const {
        return (7 * motion.capacity()) * sizeof(float) + tags.capacity() * sizeof(Tag);
    }
};

}  // namespace ricochet::sweep
