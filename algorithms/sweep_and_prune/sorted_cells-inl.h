#pragma once

// The searches of sorted_cells.h that take a visitor.

#include "algorithms/sweep_and_prune/sorted_cells.h"

#include <algorithm>
#include <cmath>

namespace ricochet::sweep {

/// `low` minus a box's extent, rounded down.
inline float before(float low, float longest) { return low - longest - 1e-6f * (std::abs(low) + longest); }

template <class Visit>
void SortedCells::forEachWindow(const SweepBox& box, Index layer, Visit&& visit) const {
    if (layerBegin(layer) == layerEnd(layer)) return;
    const CellPlan::Layer& cut = plan_.layers[layer];
    const Index u = plan_.columnAxis, v = plan_.cellAxis;
    const Index toColumn = cut.columns.cellOf(box.max[u]), toCell = cut.cells.cellOf(box.max[v]);
    const Index fromCell = cut.cells.cellOf(before(box.min[v], longest_[layer][v]));
    Index column = cut.columns.cellOf(before(box.min[u], longest_[layer][u]));
    for (; column <= toColumn; ++column) visitColumn(cut, column, fromCell, toCell, visit);
}

/// A swept box's bounds along one axis at parameter t of its path, slightly enlarged for rounding.
struct RayBounds {
    RayBounds(const SweepRay& ray, Index axis, Real more)
        : low(ray.origin[axis] + ray.boxMin[axis] - more),
          high(ray.origin[axis] + ray.boxMax[axis] + more),
          slope(ray.direction[axis]) {}
    float lowest(Real from, Real to) const {
        return static_cast<float>(low + std::min(from * slope, to * slope));
    }
    float highest(Real from, Real to) const {
        return static_cast<float>(high + std::max(from * slope, to * slope));
    }

    Real low, high, slope;
};

/// Visits, column by column, the cells along the part of the ray within the bounds of the column's boxes.
template <class Visit>
void SortedCells::forEachWindow(const SweepRay& ray, const Vec3& inverse, Index layer, Visit&& visit) const {
    if (layerBegin(layer) == layerEnd(layer)) return;
    const CellPlan::Layer& cut = plan_.layers[layer];
    const Index u = plan_.columnAxis, v = plan_.cellAxis;
    const Real pad = 1e-6 * (ray.origin.cwiseAbs().maxCoeff() + ray.boxMin.cwiseAbs().maxCoeff() +
                             ray.boxMax.cwiseAbs().maxCoeff() +
                             std::abs(ray.length) * ray.direction.cwiseAbs().maxCoeff());
    const RayBounds acrossColumns(ray, u, pad), acrossCells(ray, v, pad), along(ray, plan_.uncutAxis(), pad);
    const Index toColumn = cut.columns.cellOf(acrossColumns.highest(0, ray.length));
    Index column = cut.columns.cellOf(before(acrossColumns.lowest(0, ray.length), longest_[layer][u]));
    for (; column <= toColumn; ++column) {
        const ColumnBounds& bounds = columnBounds_[layer][column];
        const Real a = (bounds.min - acrossColumns.high) * inverse[u];
        const Real b = (bounds.max - acrossColumns.low) * inverse[u];
        const Real enters = std::max(Real{0}, std::min(a, b)), leaves = std::min(ray.length, std::max(a, b));
        if (enters > leaves || bounds.min > bounds.max) continue;
        const float low = acrossCells.lowest(enters, leaves), high = acrossCells.highest(enters, leaves);
        visitColumn(
            cut, column, cut.cells.cellOf(before(low, longest_[layer][v])), cut.cells.cellOf(high),
            [&](Index first, Index last) {
                visit(QueryWindow{first, last, along.lowest(enters, leaves), along.highest(enters, leaves)});
            });
    }
}

/// Collects as many windows as fit on the stack and prefetches their entries, then scans them and calls
/// visit(finds).
template <class Query, class Visit>
class WindowScan {
public:
    WindowScan(const Query& query, const Entries& entries, Index axis, Visit& visit)
        : query_(query), entries_(entries), axis_(axis), visit_(visit) {}

    void add(QueryWindow window) {
        for (; window.last - window.first > kMostEntries; window.first += kMostEntries) {
            addPart({window.first, window.first + kMostEntries, window.low, window.high});
        }
        addPart(window);
    }
    void finish() {
        if (count_ == 0) return;
        std::array<Find, kMostEntries + EntryBlock::kEntries> found;
        const std::span<const QueryWindow> windows(windows_.data(), count_);
        const Index finds = scan(query_, entries_, {windows, axis_}, found.data());
        if (finds > 0) visit_(std::span<const Find>(found.data(), finds));
        count_ = length_ = 0;
    }

private:
    static constexpr Index kMostWindows = 16, kMostEntries = 512;
    static constexpr Index kFewEntries = 8192;  // fit into the CPU cache

    void addPart(const QueryWindow& window) {
        const Index length = window.last - window.first;
        if (count_ == kMostWindows || length_ + length > kMostEntries) finish();
        if (entries_.size() > kFewEntries) entries_.prefetch(axis_, window.first, window.last);
        windows_[count_++] = window;
        length_ += length;
    }

    const Query& query_;
    const Entries& entries_;
    Index axis_;
    Visit& visit_;
    std::array<QueryWindow, kMostWindows> windows_;
    Index count_ = 0, length_ = 0;
};

template <class Visit>
void SortedCells::forEachNear(const SweepBox& box, Visit&& visit) const {
    const Index axis = plan_.uncutAxis();
    WindowScan windows(box, entries_, axis, visit);
    for (Index layer = 0; layer < CellPlan::kLayers; ++layer) {
        forEachWindow(box, layer, [&](Index first, Index last) {
            windows.add({first, last, box.min[axis], box.max[axis]});
        });
    }
    windows.finish();
}

template <class Visit>
void SortedCells::forEachNear(const SweepRay& ray, const Vec3& inverse, Visit&& visit) const {
    if (isEmpty()) return;
    const ScanRay scanned(ray, inverse);
    WindowScan windows(scanned, entries_, plan_.uncutAxis(), visit);
    for (Index layer = 0; layer < CellPlan::kLayers; ++layer) {
        forEachWindow(ray, inverse, layer, [&](const QueryWindow& window) { windows.add(window); });
    }
    windows.finish();
}

}  // namespace ricochet::sweep
