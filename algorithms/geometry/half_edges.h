#pragma once

#include "algorithms/geometry/types.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

namespace ricochet {

/// A side of a face, by its welded vertices in ascending order.
struct HalfEdge {
    Index low, high;
    Index face;
    Index corner;  ///< runs from this corner of the face to the next

    bool joins(const HalfEdge& other) const { return low == other.low && high == other.high; }
};

/// The sides of all faces for which `isWanted(face)` holds, by low, high, face and corner; a side that joins
/// a vertex with itself is left out. In linear time where no vertex has very many neighbours: a counting sort
/// by the lower vertex, and a short list of sides at each.
template <class IsWanted>
std::vector<HalfEdge> sortedHalfEdges(std::span<const Face> faces, std::span<const Index> weld,
                                      IsWanted&& isWanted) {
    constexpr std::ptrdiff_t kShort = 24;  // sides at a vertex that are sorted by insertion
    const auto forEachSide = [&](auto&& visit) {
        for (Index f = 0; f < faces.size(); ++f) {
            if (!isWanted(f)) continue;
            const Index v[3] = {weld[faces[f][0]], weld[faces[f][1]], weld[faces[f][2]]};
            for (Index k = 0; k < 3; ++k) {
                const Index from = v[k], to = v[k == 2 ? 0 : k + 1];
                if (from != to) visit(HalfEdge{std::min(from, to), std::max(from, to), f, k});
            }
        }
    };
    std::vector<Index> place(weld.size() + 1, 0);  // where the sides at a vertex begin
    forEachSide([&](const HalfEdge& side) { ++place[side.low + 1]; });
    std::partial_sum(place.begin(), place.end(), place.begin());
    std::vector<HalfEdge> sides(place.back());
    forEachSide([&](const HalfEdge& side) { sides[place[side.low]++] = side; });

    // By now place[v] is where the sides at v end. Faces and corners ascend already.
    std::ptrdiff_t begin = 0;
    for (std::size_t v = 0; v < weld.size(); ++v) {
        const auto first = sides.begin() + begin, last = sides.begin() + place[v];
        begin = place[v];
        if (last - first > kShort) {
            std::stable_sort(first, last,
                             [](const HalfEdge& a, const HalfEdge& b) { return a.high < b.high; });
            continue;
        }
        for (auto next = first; next != last; ++next) {
            const HalfEdge side = *next;
            auto at = next;
            for (; at != first && side.high < (at - 1)->high; --at) *at = *(at - 1);
            *at = side;
        }
    }
    return sides;
}

}  // namespace ricochet
