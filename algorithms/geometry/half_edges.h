#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/geometry/plain_vector.h"
#include "algorithms/geometry/types.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

namespace ricochet {

/// A side of a face, stored at the lower one of its two welded vertices.
struct HalfEdge {
    Index high;  ///< its other vertex
    Index side;  ///< three times the face, plus the corner at which it starts

    Index face() const { return side / 3; }
    Index corner() const { return side % 3; }
};

/// Sides of faces, sorted by low, high, face and corner.
class HalfEdges {
public:
    /// Takes the faces for which `isSelected(face)` holds, without a side from a vertex to itself. In linear
    /// time unless a vertex has very many neighbours: a counting sort by the lower vertex, and a short list
    /// of sides at each.
    template <class IsSelected>
    HalfEdges(std::span<const Face> faces, std::span<const Index> weld, const Executor& executor,
              IsSelected&& isSelected)
        : ends_(weld.size() + 1, 0) {
        const auto forEachSide = [&](auto&& visit) {
            for (Index f = 0; f < faces.size(); ++f) {
                if (!isSelected(f)) continue;
                const Index v[3] = {weld[faces[f][0]], weld[faces[f][1]], weld[faces[f][2]]};
                for (Index k = 0; k < 3; ++k) {
                    const Index from = v[k], to = v[k == 2 ? 0 : k + 1];
                    if (from != to) visit(std::min(from, to), HalfEdge{std::max(from, to), 3 * f + k});
                }
            }
        };
        forEachSide([&](Index low, const HalfEdge&) { ++ends_[low + 1]; });
        std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
        sides_.resize(ends_.back());
        // Moves `ends_` from the begin of each vertex's sides to their end.
        forEachSide([&](Index low, const HalfEdge& side) { sides_[ends_[low]++] = side; });
        forEachPart(executor, vertexCount(), kPartSize, [&](Index begin, Index end) {
            for (Index v = begin; v < end; ++v) sortByHigh(beginOf(v), ends_[v]);
        });
    }

    static constexpr Index kPartSize = 8192;  ///< vertices for one task
    Index vertexCount() const { return static_cast<Index>(ends_.size() - 1); }

    /// Calls visit(low, sides) for each edge whose lower vertex is in the range; all its sides at once.
    template <class Visit>
    void forEachEdge(Index beginVertex, Index endVertex, Visit&& visit) const {
        for (Index v = beginVertex; v < endVertex; ++v) {
            for (Index begin = beginOf(v), end = begin; begin < ends_[v]; begin = end) {
                while (end < ends_[v] && sides_[end].high == sides_[begin].high) ++end;
                visit(v, std::span(sides_).subspan(begin, end - begin));
            }
        }
    }

private:
    static constexpr Index kShort = 24;  ///< sides at a vertex that are sorted by insertion

    Index beginOf(Index vertex) const { return vertex == 0 ? 0 : ends_[vertex - 1]; }

    /// Faces and corners ascend already.
    void sortByHigh(Index begin, Index end) {
        const auto isBefore = [](const HalfEdge& a, const HalfEdge& b) { return a.high < b.high; };
        if (end - begin > kShort) {
            std::stable_sort(sides_.data() + begin, sides_.data() + end, isBefore);
            return;
        }
        for (Index next = begin; next < end; ++next) {
            const HalfEdge side = sides_[next];
            Index at = next;
            for (; at > begin && isBefore(side, sides_[at - 1]); --at) sides_[at] = sides_[at - 1];
            sides_[at] = side;
        }
    }

    std::vector<Index> ends_;  ///< per vertex, and one unused entry
    PlainVector<HalfEdge> sides_;
};

}  // namespace ricochet
