#pragma once

#include "algorithms/contact/candidate.h"
#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/scratch.h"
#include "algorithms/geometry/sort_by_key.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

namespace ricochet {

/// Some contacts of a body and an open surface by the direction of their normals, and then by position. Finds
/// those that push the body in the direction opposite to another contact's, with the body between the two,
/// without visiting most others. Refers to the contacts; lives within one call.
class OpposedContacts {
public:
    OpposedContacts(std::span<const Candidate> contacts, bool openIsA, bool bodyIsOpen)
        : contacts_(contacts), openIsA_(openIsA), bodyIsOpen_(bodyIsOpen) {}

    void add(Index contact) { sorted_.push_back({0, contact}); }
    /// After the last `add`.
    void sort();

    /// Whether it is true for any of those that are opposite to `c`: they push the body in the opposite
    /// direction, and it lies between the two.
    template <class IsTrue>
    bool anyOpposite(const Candidate& c, IsTrue&& isTrue) const {
        for (std::uint64_t cells = occupied_ & cellsOpposite(c.normal); cells != 0; cells &= cells - 1) {
            const auto cell = static_cast<std::size_t>(std::countr_zero(cells));
            for (std::size_t i = firstBlock_[cell]; i < blocks_.size() && blocks_[i].cell == cell; ++i) {
                if (mayBeOpposite(c, blocks_[i]) && anyIn(blocks_[i], c, isTrue)) return true;
            }
        }
        return false;
    }

private:
    static constexpr std::size_t kCells = 64;

    /// What the test of a contact needs.
    struct Entry {
        Vec3 normal, point;
        Real gap;  ///< metres
        Index contact;
    };
    /// Contacts of one cell that are near one another.
    struct Block {
        std::size_t cell, begin, end;  ///< in `entries_`
        Aabb box;                      ///< of their points
        Real leastGap;                 ///< metres
    };

    template <class IsTrue>
    bool anyIn(const Block& block, const Candidate& c, IsTrue&& isTrue) const {
        for (std::size_t i = block.begin; i < block.end; ++i) {
            if (isOpposite(c, entries_[i]) && isTrue(entries_[i].contact)) return true;
        }
        return false;
    }
    bool isOpposite(const Candidate& c, const Entry& other) const {
        if (other.normal.dot(c.normal) >= kTolerances.opposed) return false;
        const Real thickness = into(c).dot(other.point - point(c));
        const bool hasThickness = thickness > 0 || (bodyIsOpen_ && thickness == 0);
        return hasThickness && thickness <= -2 * std::min(c.gap, other.gap);
    }
    /// From a contact into the body.
    Vec3 into(const Candidate& c) const { return openIsA_ ? Vec3(-c.normal) : c.normal; }
    const Vec3& point(const Candidate& c) const { return openIsA_ ? c.onB : c.onA; }
    static std::uint64_t cellsOpposite(const Vec3& normal);
    bool mayBeOpposite(const Candidate& c, const Block& block) const;
    void addToBlock(std::size_t cell, const Entry& entry);

    std::span<const Candidate> contacts_;
    bool openIsA_, bodyIsOpen_;
    ScratchVector<KeyedIndex> sorted_;  ///< by cell, and within one along a curve through space
    ScratchVector<Entry> entries_;      ///< in that order
    ScratchVector<Block> blocks_;
    std::uint64_t occupied_ = 0;                    ///< cells, as bits
    std::array<std::size_t, kCells> firstBlock_{};  ///< of cells that are occupied
};

}  // namespace ricochet
