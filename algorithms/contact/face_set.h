#pragma once

#include "algorithms/geometry/types.h"

#include <bit>
#include <vector>

namespace ricochet {

/// Some faces of a mesh, each with its rank among them: a bit for each face of the mesh. Insert all, then
/// `rank`.
class FaceSet {
public:
    explicit FaceSet(Index faceCount) : bits_(faceCount / 64 + 1, 0) {}

    void insert(Index face) { bits_[face / 64] |= std::uint64_t{1} << face % 64; }

    /// To be called once, when all faces are in.
    void rank() {
        before_.resize(bits_.size());
        count_ = 0;
        for (std::size_t word = 0; word < bits_.size(); ++word) {
            before_[word] = count_;
            count_ += static_cast<Index>(std::popcount(bits_[word]));
        }
    }

    Index size() const { return count_; }

    /// How many faces of the set come before this one, which must be in it.
    Index slotOf(Index face) const {
        const std::uint64_t below = bits_[face / 64] & ((std::uint64_t{1} << face % 64) - 1);
        return before_[face / 64] + static_cast<Index>(std::popcount(below));
    }

    /// Calls visit(face) for each, ascending.
    template <class Visit>
    void forEach(Visit&& visit) const {
        for (std::size_t word = 0; word < bits_.size(); ++word) {
            for (std::uint64_t rest = bits_[word]; rest != 0; rest &= rest - 1) {
                visit(static_cast<Index>(64 * word + static_cast<std::size_t>(std::countr_zero(rest))));
            }
        }
    }

private:
    std::vector<std::uint64_t> bits_;
    std::vector<Index> before_;  ///< for each word: faces in the words before it
    Index count_ = 0;
};

}  // namespace ricochet
