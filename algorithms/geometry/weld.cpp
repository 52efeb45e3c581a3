#include "algorithms/geometry/weld.h"

#include <bit>
#include <vector>

namespace ricochet {
namespace {

std::uint64_t hashOf(const Vec3& position) {
    std::uint64_t hash = 0;
    for (Real coordinate : position) {
        // Adding zero turns -0 into +0, which is the same position.
        hash ^= std::bit_cast<std::uint64_t>(coordinate + Real(0));
        hash *= 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return hash * 0xbf58476d1ce4e5b9u;
}

/// The first vertex at each position, in a table that is at most half full.
class FirstAt {
public:
    explicit FirstAt(std::span<const Vec3> vertices)
        : vertices_(vertices),
          bits_(static_cast<int>(std::bit_width(vertices.size())) + 1),
          slots_(std::size_t{1} << bits_, kNone) {}

    Index of(Index vertex) {
        const Vec3& position = vertices_[vertex];
        for (std::size_t slot = hashOf(position) >> (64 - bits_);; slot = (slot + 1) & (slots_.size() - 1)) {
            if (slots_[slot] == kNone) slots_[slot] = vertex;
            if (vertices_[slots_[slot]] == position) return slots_[slot];
        }
    }

private:
    std::span<const Vec3> vertices_;
    int bits_;
    std::vector<Index> slots_;
};

}  // namespace

PlainVector<Index> weldVertices(std::span<const Vec3> vertices) {
    FirstAt first(vertices);
    PlainVector<Index> weld(vertices.size());
    for (Index v = 0; v < weld.size(); ++v) weld[v] = first.of(v);
    return weld;
}

}  // namespace ricochet
