// Graphs 1 to 6 of Lin, Manocha, Cohen, Gottschalk, 1996, as rows; `ricochet-lab reproduce paper001` draws
// them.

#include "demos/lab/reproduce/sweep_graphs.h"
#include "tests/bench/measure.h"
#include "tests/support/command_line.h"

#include <cstdio>
#include <stdexcept>

namespace ricochet::bench {
namespace {

using namespace lab::sweep_graphs;

void print(const Row& row) {
    for (const bool isFixed : {true, false}) {
        const Costs& costs = isFixed ? row.fixed : row.dynamic;
        std::printf("%d,%s,%g,%s,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.1f,%.1f\n", row.graph, row.parameter,
                    row.value, isFixed ? "fixed" : "dynamic", costs.boxes, costs.sweep, costs.features,
                    costs.trees, costs.total(costs.features), costs.total(costs.trees), costs.pairs,
                    costs.contacts);
    }
    std::fflush(stdout);
}

void run(int steps) {
    std::printf(
        "graph,varied,value,boxes,boxes_ms,sweep_ms,features_ms,trees_ms,total_features_ms,total_trees_ms,"
        "pairs,"
        "contacts\n");
    const auto rows = measureGraphs(steps, print);
    if (!rows) throw std::runtime_error(rows.error());
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    const bool isQuick = ricochet::test::isQuick("Fixed against dynamic boxes: times and pairs.", argc, argv);
    return ricochet::bench::exitCodeOf([&] { ricochet::bench::run(isQuick ? 2 : 60); });
}
