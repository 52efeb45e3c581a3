#pragma once

// The searches of sorted_cells.h, which take what is done with a find.

#include "algorithms/sweep_and_prune/sorted_cells.h"

#include <algorithm>
#include <cmath>

namespace ricochet::sweep {

/// `low` less a box's reach, and less what rounding may add.
inline float before(float low, float reach) { return low - reach - 1e-6f * (std::abs(low) + reach); }

template <class Visit>
void SortedCells::forEachWindow(const SweepBox& box, int layer, Visit&& visit) const {
    if (layerBegin(layer) == layerEnd(layer)) return;
    const CellPlan::Layer& cut = plan_.layers[layer];
    const int u = plan_.columnAxis, v = plan_.cellAxis;
    const int toColumn = cut.columns.cellOf(box.max[u]), toCell = cut.cells.cellOf(box.max[v]);
    const int fromCell = cut.cells.cellOf(before(box.min[v], reach_[layer][v]));
    int column = cut.columns.cellOf(before(box.min[u], reach_[layer][u]));
    for (; column <= toColumn; ++column) visitColumn(cut, column, fromCell, toCell, visit);
}

/// Column by column: the part of the ray that is within its boxes' bounds, and the cells beside that part.
template <class Visit>
void SortedCells::forEachWindow(const SweepRay& ray, const Vec3& inverse, int layer, Visit&& visit) const {
    if (layerBegin(layer) == layerEnd(layer)) return;
    const CellPlan::Layer& cut = plan_.layers[layer];
    const int u = plan_.columnAxis, v = plan_.cellAxis;
    const Real end = ray.origin[u] + ray.length * ray.direction[u];
    const Real pad = 1e-6 * (ray.origin.cwiseAbs().maxCoeff() +
                             std::abs(ray.length) * ray.direction.cwiseAbs().maxCoeff());
    const Real lowest = std::min(ray.origin[u], end) + ray.boxMin[u] - pad;
    const Real highest = std::max(ray.origin[u], end) + ray.boxMax[u] + pad;
    const int toColumn = cut.columns.cellOf(static_cast<float>(highest));
    int column = cut.columns.cellOf(before(static_cast<float>(lowest), reach_[layer][u]));
    for (; column <= toColumn; ++column) {
        const ColumnBounds& bounds = columnBounds_[layer][column];
        const Real a = (bounds.min - pad - ray.boxMax[u] - ray.origin[u]) * inverse[u];
        const Real b = (bounds.max + pad - ray.boxMin[u] - ray.origin[u]) * inverse[u];
        const Real enters = std::max(Real{0}, std::min(a, b)), leaves = std::min(ray.length, std::max(a, b));
        if (enters > leaves || bounds.min > bounds.max) continue;
        const Real from = ray.origin[v] + enters * ray.direction[v];
        const Real to = ray.origin[v] + leaves * ray.direction[v];
        const float low = static_cast<float>(std::min(from, to) + ray.boxMin[v] - pad);
        const float high = static_cast<float>(std::max(from, to) + ray.boxMax[v] + pad);
        visitColumn(cut, column, cut.cells.cellOf(before(low, reach_[layer][v])), cut.cells.cellOf(high),
                    visit);
    }
}

/// Windows in parts, so that a list has room on the stack.
template <class Found, class Scan, class Visit>
void scanInParts(Index first, Index last, Scan&& scan, Visit&& visit) {
    constexpr Index kAtOnce = 256;
    std::array<Found, kAtOnce + EntryBlock::kEntries> found;
    for (; first < last; first += kAtOnce) {
        const Index count = scan(first, std::min(first + kAtOnce, last), found.data());
        if (count > 0) visit(std::span<const Found>(found.data(), count));
    }
}

template <class Visit>
void SortedCells::forEachNear(const SweepBox& box, Visit&& visit) const {
    const auto scanBox = [&](Index first, Index last, Find* found) {
        return scan(box, entries_, first, last, found);
    };
    for (int layer = 0; layer < CellPlan::kLayers; ++layer) {
        forEachWindow(box, layer,
                      [&](Index first, Index last) { scanInParts<Find>(first, last, scanBox, visit); });
    }
}

template <class Visit>
void SortedCells::forEachNear(const SweepRay& ray, const Vec3& inverse, Visit&& visit) const {
    const ScanRay scanned(ray, inverse);
    const auto scanRay = [&](Index first, Index last, Index* found) {
        return scan(scanned, entries_, first, last, found);
    };
    for (int layer = 0; layer < CellPlan::kLayers; ++layer) {
        forEachWindow(ray, inverse, layer,
                      [&](Index first, Index last) { scanInParts<Index>(first, last, scanRay, visit); });
    }
}

}  // namespace ricochet::sweep
