#pragma once

#include "algorithms/geometry/types.h"
#include "algorithms/sweep_and_prune/axis_map.h"
#include "algorithms/sweep_and_prune/sweep_box.h"

#include <span>

namespace ricochet::sweep {

/// How space is cut: columns along one axis, cells along another, nothing along the third. Boxes of very
/// different sizes lie in layers of their own, as a large box would widen every small one's search.
struct CellPlan {
    static constexpr Index kLayers = 4;

    struct Layer {
        AxisMap columns, cells;
        Index firstCell = 0;  ///< of all layers' cells
        Index cellOf(Index column, Index cell) const { return firstCell + column * cells.cells() + cell; }
    };

    Index columnAxis = 0, cellAxis = 1;
    std::array<float, kLayers - 1> longest{};  ///< metres: of the boxes in each layer but the last
    std::array<Layer, kLayers> layers;
    Index cellCount = kLayers;

    /// One cell for each layer, all boxes in the last.
    CellPlan();
    /// For `bodies` bodies of which `boxes` are a sample.
    CellPlan(std::span<const SweepBox> boxes, std::size_t bodies);

    Index uncutAxis() const { return 3 - columnAxis - cellAxis; }
    Index layerOf(const SweepBox& box) const {
        const float size = std::max(box.extent(columnAxis), box.extent(cellAxis));
        Index layer = 0;
        while (layer < kLayers - 1 && !(size <= longest[layer])) ++layer;
        return layer;
    }
    Index cellOf(const SweepBox& box, Index layer) const {
        const Layer& cut = layers[layer];
        return cut.cellOf(cut.columns.cellOf(box.min[columnAxis]), cut.cells.cellOf(box.min[cellAxis]));
    }

private:
    void numberCells();
};

}  // namespace ricochet::sweep
