#include "algorithms/sweep_and_prune/cell_plan.h"

#include <algorithm>
#include <vector>

namespace ricochet::sweep {
namespace {

constexpr float kLongestOfMedian = 4;  // greatest length of boxes in the first layer, over the median
constexpr float kLongestGrowth = 8;    // of the greatest length, per layer
constexpr std::size_t kFewest = 24;    // boxes of a sample; for fewer, cells do not pay off
constexpr float kColumnWidth = 1.25f;  // times the mean box
constexpr float kCellWidth = 0.5f;     // times the mean box
constexpr float kCellsPerBody = 0.5f;

float quantile(std::vector<float>& values, std::size_t rank) {
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

struct AxisSample {
    std::vector<float> minima;
    float meanExtent = 0;

    AxisSample(std::span<const SweepBox> boxes, Index axis) {
        double sum = 0;
        for (const SweepBox& box : boxes) {
            minima.push_back(box.min[axis]);
            sum += box.extent(axis);
        }
        meanExtent = std::max(static_cast<float>(sum / static_cast<double>(boxes.size())), 1e-30f);
    }
    /// How many boxes fit side by side, without the outermost tenths.
    float boxesAcross() {
        const std::size_t tenth = minima.size() / 10;
        const float low = quantile(minima, tenth), high = quantile(minima, minima.size() - 1 - tenth);
        return (high - low) / meanExtent;
    }
};

/// Chooses columns and cells no narrower than the boxes require, and no more of them than bodies can fill.
void cut(CellPlan::Layer& layer, AxisSample columns, AxisSample cells, float bodies) {
    std::sort(columns.minima.begin(), columns.minima.end());
    std::sort(cells.minima.begin(), cells.minima.end());
    float wider = 1;
    for (int attempt = 0; attempt < 4; ++attempt) {
        const float maximum = kCellsPerBody * bodies;
        layer.columns = AxisMap(columns.minima, wider * kColumnWidth * columns.meanExtent, maximum);
        layer.cells = AxisMap(cells.minima, wider * kCellWidth * cells.meanExtent, maximum);
        const float count =
            static_cast<float>(layer.columns.cells()) * static_cast<float>(layer.cells.cells());
        if (count <= maximum) return;
        wider *= std::sqrt(count / maximum);
    }
}

}  // namespace

CellPlan::CellPlan() {
    longest.fill(-1);
    numberCells();
}

CellPlan::CellPlan(std::span<const SweepBox> boxes, std::size_t bodies) {
    // The axes along which most boxes are side by side separate most of them.
    std::array<float, 3> across;
    for (Index axis = 0; axis < 3; ++axis) across[axis] = AxisSample(boxes, axis).boxesAcross();
    std::array<Index, 3> axes{0, 1, 2};
    std::stable_sort(axes.begin(), axes.end(), [&](Index a, Index b) { return across[a] > across[b]; });
    cellAxis = axes[0];
    columnAxis = axes[1];

    std::vector<float> sizes;
    for (const SweepBox& box : boxes) {
        sizes.push_back(std::max(box.extent(columnAxis), box.extent(cellAxis)));
    }
    float limit = kLongestOfMedian * quantile(sizes, sizes.size() / 2);
    for (float& size : longest) {
        size = limit;
        limit *= kLongestGrowth;
    }

    std::array<std::vector<SweepBox>, kLayers> members;
    for (const SweepBox& box : boxes) members[layerOf(box)].push_back(box);
    for (Index layer = 0; layer < kLayers; ++layer) {
        if (members[layer].size() < kFewest) continue;
        const float share = static_cast<float>(members[layer].size()) / static_cast<float>(boxes.size());
        cut(layers[layer], AxisSample(members[layer], columnAxis), AxisSample(members[layer], cellAxis),
            share * static_cast<float>(bodies));
    }
    numberCells();
}

void CellPlan::numberCells() {
    cellCount = 0;
    for (Layer& layer : layers) {
        layer.firstCell = cellCount;
        cellCount += layer.columns.cells() * layer.cells.cells();
    }
}

}  // namespace ricochet::sweep
