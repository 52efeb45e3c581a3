#include "tests/bench/case_table.h"

#include <algorithm>
#include <array>

namespace ricochet::bench {
namespace {

using Names = std::vector<std::string>;

void addNew(Names& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

/// Whether a row is of a section, whose case names contain a slash, not of a protocol.
bool isOfSection(const Row& row) { return row.caseName.find('/') != std::string::npos; }

std::string line(const Names& cells) {
    std::string text = "|";
    for (const std::string& cell : cells) text += " " + cell + " |";
    return text + "\n";
}

std::string number(double value) {
    std::array<char, 40> text;
    std::snprintf(text.data(), text.size(), value < 1000 ? "%.3g" : "%.0f", value);
    return text.data();
}

std::string cellOf(const Row* row, bool isFirst) {
    if (!row) return {};
    if (std::isnan(row->medianUs)) return "skipped";
    return isFirst ? number(row->medianUs) + " us" : number(row->ratio);
}

}  // namespace

std::string caseTable(const Results& results) {
    Names cases, backends;
    for (const Row& row : results.rows()) {
        if (isOfSection(row)) continue;
        addNew(cases, row.caseName);
        addNew(backends, row.backend);
    }
    Names head = {"case"};
    head.insert(head.end(), backends.begin(), backends.end());
    std::string table = line(head) + line(Names(head.size(), "---"));
    for (const std::string& name : cases) {
        Names cells = {name};
        for (const std::string& backend : backends) {
            cells.push_back(cellOf(results.find(name, backend), backend == backends.front()));
        }
        table += line(cells);
    }
    return table;
}

}  // namespace ricochet::bench
