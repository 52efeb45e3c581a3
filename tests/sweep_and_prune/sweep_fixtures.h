#pragma once

#include "algorithms/sweep_and_prune/sweep_bodies.h"

#include <cstdint>
#include <random>
#include <vector>

namespace ricochet::sweep {

/// Boxes of half a metre to a metre in a cube.
class RandomBoxes {
public:
    explicit RandomBoxes(unsigned seed, float size = 12) : random_(seed), size_(size) {}

    SweepBox next() {
        SweepBox box;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            box.min[axis] = uniform(0, size_);
            box.max[axis] = box.min[axis] + uniform(0.5f, 1);
        }
        return box;
    }
    /// By at most `most` metres along each axis.
    SweepBox moved(SweepBox box, float maximum) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const float by = uniform(-maximum, maximum);
            box.min[axis] += by;
            box.max[axis] += by;
        }
        return box;
    }
    float uniform(float low, float high) {
        return low + (high - low) * (static_cast<float>(random_() >> 8) * 0x1p-24f);
    }

private:
    std::mt19937 random_;
    float size_;
};

inline bool areSame(const SweepBox& a, const SweepBox& b) { return a.min == b.min && a.max == b.max; }

/// Bodies lie in cells between steps: each has one entry, of its present box; nothing else is there.
template <class Cells>
bool areSettled(const Cells& cells, const std::vector<Body>& all, const std::vector<Index>& members) {
    Index entries = 0;
    for (Index entry = 0; entry < cells.size(); ++entry) {
        entries += cells.entries().tag(entry).covers() != Covers::nothing;
    }
    if (entries != members.size()) return false;
    for (const Index member : members) {
        const Index entry = all[member].entry;
        if (entry >= cells.size()) return false;
        const Tag tag = cells.entries().tag(entry);
        if (tag.body() != member || tag.covers() != Covers::both) return false;
        if (!areSame(cells.entries().box(entry), all[member].now)) return false;
        if (cells.entries().motion(entry) != 0) return false;
    }
    return true;
}

}  // namespace ricochet::sweep
