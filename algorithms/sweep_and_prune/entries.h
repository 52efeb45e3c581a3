#pragma once

#include "algorithms/geometry/builtins.h"
#include "algorithms/geometry/types.h"
#include "algorithms/sweep_and_prune/sweep_box.h"

#include <array>
#include <vector>

namespace ricochet::sweep {

/// Which of a body's boxes an entry contains: the last step's, the new one, or, if the two are near each
/// other, their union.
enum class Covers : std::uint32_t { nothing = 0, last = 1, now = 2, both = 3 };

/// A body and which of its boxes, in one word.
class Tag {
public:
    Tag() = default;
    Tag(Index body, Covers covers) : bits_(body << 2 | static_cast<Index>(covers)) {}
    Index body() const { return bits_ >> 2; }
    Covers covers() const { return static_cast<Covers>(bits_ & 3); }

private:
    Index bits_ = 0;
};

/// Eight entries in the layout of the SIMD kernels, one array per bound. They are contiguous, because the
/// cost of testing a few boxes in a long list is fetching them; the bounds along one axis share a cache line,
/// because one axis often suffices.
struct alignas(64) EntryBlock {
    static constexpr Index kEntries = 8;

    float bounds[3][2][kEntries];  ///< by axis, metres: the lower ones, and the upper ones
    float motion[kEntries];        ///< metres; zero: has not moved
    Tag tags[kEntries];
};
static_assert(sizeof(EntryBlock) == 256);

/// Grows a vector with a reserve of 1 / kSpare only; by itself it would double its memory.
template <class T>
void resizeSparingly(std::vector<T>& list, std::size_t size) {
    constexpr std::size_t kSpare = 16;
    if (size > list.capacity()) list.reserve(size + size / kSpare);
    list.resize(size);
}

/// Frees the excess capacity of a list that grows no longer, but for a small reserve.
template <class T>
void trim(std::vector<T>& list) {
    constexpr std::size_t kSpare = 16;
    if (list.capacity() <= list.size() + list.size() / 4) return;
    std::vector<T> trimmed;
    trimmed.reserve(list.size() + list.size() / kSpare);
    trimmed.assign(list.begin(), list.end());
    list.swap(trimmed);
}

/// A list of entries.
class Entries {
public:
    Index size() const { return size_; }
    void resize(Index size) {
        size_ = size;
        resizeSparingly(blocks_, (size + EntryBlock::kEntries - 1) / EntryBlock::kEntries);
    }
    const EntryBlock* blocks() const { return blocks_.data(); }
    /// Prefetches an entry.
    void prefetch(Index i) const {
        const char* const line = reinterpret_cast<const char*>(&block(i));
        for (std::size_t at = 0; at < sizeof(EntryBlock); at += kLine) prefetchLine(line + at);
    }

    /// The same, along one axis only and of a list of entries.
    void prefetch(Index axis, Index first, Index last) const {
        for (Index i = first - place(first); i < last; i += EntryBlock::kEntries) {
            prefetchLine(&block(i).bounds[axis]);
        }
    }

    float min(Index axis, Index i) const { return block(i).bounds[axis][0][place(i)]; }
    float max(Index axis, Index i) const { return block(i).bounds[axis][1][place(i)]; }
    SweepBox box(Index i) const {
        return {{min(0, i), min(1, i), min(2, i)}, {max(0, i), max(1, i), max(2, i)}};
    }
    float motion(Index i) const { return block(i).motion[place(i)]; }
    Tag tag(Index i) const { return block(i).tags[place(i)]; }

    void set(Index i, const SweepBox& box, float motion) {
        EntryBlock& at = blocks_[i / EntryBlock::kEntries];
        for (Index axis = 0; axis < 3; ++axis) {
            at.bounds[axis][0][place(i)] = box.min[axis];
            at.bounds[axis][1][place(i)] = box.max[axis];
        }
        at.motion[place(i)] = motion;
    }
    void setMotion(Index i, float motion) { blocks_[i / EntryBlock::kEntries].motion[place(i)] = motion; }
    void setTag(Index i, Tag tag) { blocks_[i / EntryBlock::kEntries].tags[place(i)] = tag; }
    std::size_t bytes() const { return blocks_.capacity() * sizeof(EntryBlock); }

private:
    static constexpr std::size_t kLine = 64;  // bytes

    const EntryBlock& block(Index i) const { return blocks_[i / EntryBlock::kEntries]; }
    static Index place(Index i) { return i % EntryBlock::kEntries; }

    std::vector<EntryBlock> blocks_;
    Index size_ = 0;
};

}  // namespace ricochet::sweep
