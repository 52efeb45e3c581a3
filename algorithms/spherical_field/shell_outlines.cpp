#include "algorithms/spherical_field/shell_outlines.h"

#include <algorithm>

namespace ricochet::spherical_field {
namespace {

constexpr int kArcsPerSide = 16;  // segments along a side of the charts, so that coarse shells look round

}  // namespace

std::vector<std::pair<Vec3, Vec3>> shellOutlines(const Field& field, int level) {
    std::vector<std::pair<Vec3, Vec3>> lines;
    level = std::clamp(level, 0, field.level);
    const ShellLevel shells = field.shells.reconstruct(level).back();
    const Real cells = cellsPerRow(level);
    const int arcs = std::max(1, kArcsPerSide >> level);
    for (Index cell = 0; cell < shells.size(); ++cell) {
        const Shell& shell = shells[cell];
        if (shell.isEmpty()) continue;
        const int side = static_cast<int>(cell / cellsPerSide(level));
        const Column at = columnOfZOrder(cell % cellsPerSide(level));
        // x and y: from 0 to 1 across the cell
        const auto point = [&](Real radius, Real x, Real y) -> Vec3 {
            const Vec3 direction = chartDirection(2 * (at.i + x) / cells - 1, 2 * (at.j + y) / cells - 1);
            return field.sphere.centre + radius * fromSide(side, direction);
        };
        for (const Real radius : {shell.lower, shell.upper}) {
            for (int i = 0; i < arcs; ++i) {
                const Real from = Real(i) / arcs, to = Real(i + 1) / arcs;
                for (const Real edge : {0, 1}) {
                    lines.emplace_back(point(radius, from, edge), point(radius, to, edge));
                    lines.emplace_back(point(radius, edge, from), point(radius, edge, to));
                }
            }
        }
        for (const Real x : {0, 1}) {
            for (const Real y : {0, 1})
                lines.emplace_back(point(shell.lower, x, y), point(shell.upper, x, y));
        }
    }
    return lines;
}

}  // namespace ricochet::spherical_field
