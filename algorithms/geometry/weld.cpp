#include "algorithms/geometry/weld.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace ricochet {

std::vector<Index> weldVertices(const std::vector<Vec3>& vertices) {
    const auto position = [&](Index v) {
        return std::tuple(vertices[v].x(), vertices[v].y(), vertices[v].z());
    };
    std::vector<Index> order(vertices.size());
    std::iota(order.begin(), order.end(), Index{0});
    std::sort(order.begin(), order.end(), [&](Index a, Index b) {
        const auto pa = position(a), pb = position(b);
        return pa != pb ? pa < pb : a < b;
    });
    std::vector<Index> weld(vertices.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool sameAsLast = i > 0 && position(order[i]) == position(order[i - 1]);
        weld[order[i]] = sameAsLast ? weld[order[i - 1]] : order[i];
    }
    return weld;
}

}  // namespace ricochet
